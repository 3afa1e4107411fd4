/** Edits that users make in a scaffold, and what must remain of each. */
import { expect } from "vitest";

export interface TypicalEdit {
  readonly title: string;
  /** Changes the files of a project. */
  readonly apply: (files: Map<string, string>) => void;
  /** Fails if a part of the edit is lost. */
  readonly verify: (files: Readonly<Record<string, string>>) => void;
}

export const typicalEdits: readonly TypicalEdit[] = [
  {
    title: "own scripts",
    apply: (files) =>
      replace(files, "package.json", '"build": "tsop build",', '"build": "tsop build",\n    "demo": "node demo.js",'),
    verify: ({ "package.json": text }) => {
      expect(JSON.parse(text!)).toHaveProperty("scripts.demo", "node demo.js");
    },
  },
  {
    title: "another linter",
    apply: (files) => {
      replace(files, "package.json", '"lint": "eslint ."', '"lint": "biome check ."');
      replace(files, "package.json", /\n {4}"eslint": ".*",/, '\n    "@biomejs/biome": "^2.0.0",');
      replace(files, "package.json", /\n {4}"typescript-eslint": ".*",/, "");
      files.delete("eslint.config.js");
      files.set("biome.json", "{}\n");
    },
    verify: ({ "package.json": text, ...files }) => {
      const { scripts, devDependencies } = JSON.parse(text!) as Record<string, Record<string, string>>;
      expect(scripts).toHaveProperty("lint", "biome check .");
      expect(devDependencies).toHaveProperty(["@biomejs/biome"], "^2.0.0");
      expect(Object.keys(devDependencies!)).not.toContain("eslint");
      expect(Object.keys(files)).not.toContain("eslint.config.js");
      expect(files["biome.json"]).toBe("{}\n");
    },
  },
  {
    title: "a role of their own",
    apply: (files) => {
      const own = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: own-role\nrules: []\n";
      files.set("config/rbac/own_role.yaml", own);
      append(files, "config/rbac/kustomization.yaml", "- own_role.yaml\n");
    },
    verify: (files) => {
      expect(files["config/rbac/own_role.yaml"]).toContain("own-role");
      expect(files["config/rbac/kustomization.yaml"]).toContain("\n- own_role.yaml\n");
    },
  },
  {
    title: "a changed role",
    apply: (files) => replace(files, "config/rbac/bar_editor_role.yaml", "  - delete\n", ""),
    verify: ({ "config/rbac/bar_editor_role.yaml": text }) => {
      expect(text).toContain("  - create\n");
      expect(text).not.toContain("  - delete\n");
    },
  },
  {
    title: "a changed Dockerfile",
    apply: (files) => replace(files, "Dockerfile", "USER 65532:65532\n", "COPY assets/ /assets/\nUSER 65532:65532\n"),
    verify: ({ Dockerfile: text }) => expect(text).toContain("COPY assets/ /assets/\nUSER 65532:65532\n"),
  },
  {
    title: "own fields in the types",
    apply: (files) =>
      replace(
        files,
        "api/v1/bar_types.ts",
        "replicas?: Int32;\n",
        "replicas?: Int32;\n\n  /** A colour. */\n  colour?: string;\n",
      ),
    verify: ({ "api/v1/bar_types.ts": text }) => expect(text).toContain("colour?: string;"),
  },
  {
    title: "a second kind, with own fields and own code",
    apply: (files) => {
      replace(
        files,
        "api/v1/tenant_types.ts",
        "replicas?: Int32;\n",
        "replicas?: Int32;\n\n  /** Who pays. */\n  team?: string;\n",
      );
      replace(files, "controllers/tenant_controller.ts", 'log.info("reconciling"', 'log.info("billing"');
      append(files, "config/samples/foo_v1_tenant.yaml", "# our sample\n");
    },
    verify: (files) => {
      expect(files["api/v1/tenant_types.ts"]).toContain("team?: string;");
      expect(files["controllers/tenant_controller.ts"]).toContain('log.info("billing"');
      expect(files["config/samples/foo_v1_tenant.yaml"]).toMatch(/# our sample\n$/);
      expect(files["main.ts"]).toContain("new TenantReconciler(");
      expect(files["PROJECT"]).toContain("kind: Tenant\n");
    },
  },
  {
    title: "deleted files",
    apply: (files) => {
      files.delete(".devcontainer/devcontainer.json");
      files.delete(".github/workflows/lint.yml");
      files.delete("config/rbac/bar_admin_role.yaml");
      replace(files, "config/rbac/kustomization.yaml", "- bar_admin_role.yaml\n", "");
    },
    verify: (files) => {
      expect(Object.keys(files)).not.toContain(".devcontainer/devcontainer.json");
      expect(Object.keys(files)).not.toContain(".github/workflows/lint.yml");
      expect(Object.keys(files)).not.toContain("config/rbac/bar_admin_role.yaml");
      expect(files["config/rbac/kustomization.yaml"]).not.toContain("bar_admin");
    },
  },
  {
    title: "own code in main.ts",
    apply: (files) => replace(files, "main.ts", /^( *)new BarReconciler.*\n/m, '$1manager.log.info("own code");\n$&'),
    verify: ({ "main.ts": text }) => expect(text).toMatch(/own code"\);\n.*new BarReconciler/),
  },
  {
    title: "more memory, and ignored files",
    apply: (files) => {
      replace(files, "config/manager/manager.yaml", "memory: 512Mi", "memory: 1Gi");
      append(files, ".gitignore", "secrets/\n");
    },
    verify: (files) => {
      expect(files["config/manager/manager.yaml"]).toContain("memory: 1Gi");
      expect(files[".gitignore"]).toContain("\nsecrets/\n");
    },
  },
  {
    title: "another README",
    apply: (files) => files.set("README.md", "# Our operator\n\nWritten by hand.\n"),
    verify: ({ "README.md": text }) => expect(text).toBe("# Our operator\n\nWritten by hand.\n"),
  },
];

function replace(files: Map<string, string>, file: string, from: string | RegExp, to: string): void {
  const text = files.get(file) ?? "";
  expect(text.replace(from, to), `${file} does not contain ${String(from)}`).not.toBe(text);
  files.set(file, text.replace(from, to));
}

function append(files: Map<string, string>, file: string, more: string): void {
  files.set(file, (files.get(file) ?? "") + more);
}
