import path from "node:path";
import { describe, expect, test } from "vitest";
import { toSarif } from "../../src/cli/sarif.js";
import { stamp } from "../../src/core/generated-stamp.js";
import type { GeneratorName } from "../../src/generate/manifests.js";
import {
  expectFolder,
  goldenCases,
  printDiagnostics,
  runManifests,
  withoutUnconverted,
} from "../support/manifest-cases.js";
import { sarifJudge } from "../support/sarif-judge.js";

const bar = {
  "api/v1/bar_types.ts": `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec?: { size?: string } }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`,
};

describe("the manifests of", () => {
  test.each(goldenCases("manifests"))("$name are as they were", ({ folder, input, options }) => {
    const { artifacts, diagnostics } = runManifests(input, options);
    expect(printDiagnostics(withoutUnconverted(diagnostics))).toBe("");
    expectFolder(path.join(folder, "want"), Object.fromEntries(artifacts.map((file) => [file.path, file.content])));
  });
});

describe("the diagnostics of", () => {
  const sarifErrors = sarifJudge();
  test.each(goldenCases("diagnostics"))("$name are as they were", ({ folder, input, options }) => {
    const { diagnostics } = runManifests(input, options);
    expect(diagnostics.length).toBeGreaterThan(0);
    // When recording a golden file, it is easy to overlook what a message lacks.
    for (const { at, hint, message } of diagnostics) {
      expect(at, message).toMatchObject({ file: expect.any(String) as string, line: expect.any(Number) as number });
      expect(hint ?? "", message).not.toBe("");
    }
    const want = path.join(folder, "want");
    expectFolder(want, { "diagnostics.txt": printDiagnostics(diagnostics) });
    const log = toSarif({ cwd: "/project", exitCode: 1, version: "1.2.3", diagnostics });
    expect(sarifErrors(log)).toEqual([]);
  });
});

describe("a sample", () => {
  const run = (present: string | undefined): ReturnType<typeof runManifests> =>
    runManifests(bar, { existing: { read: (each) => (each === file ? present : undefined), list: () => [] } });
  const file = "config/samples/foo_v1_bar.yaml";

  test("that is unedited is regenerated", () => {
    const { artifacts, kept } = run(stamp("kind: Bar\n"));
    expect([artifacts.some(({ path: each }) => each === file), kept]).toEqual([true, []]);
  });

  test.each([stamp("kind: Bar\n").replace("Bar", "Baz"), "kind: Bar\n", ""])(
    "that a user edited is preserved",
    (text) => {
      const { artifacts, kept } = run(text);
      expect([artifacts.some(({ path: each }) => each === file), kept]).toEqual([false, [file]]);
    },
  );

  test("of a group that is the domain has no group in its name", () => {
    const { artifacts } = runManifests(bar, { domain: "foo.abc.com" });
    expect(artifacts.map(({ path: each }) => each)).toContain("config/samples/v1_bar.yaml");
  });

  test("of a group outside of the domain has the whole group in its name", () => {
    const { artifacts } = runManifests(bar, { domain: "other.com" });
    expect(artifacts.map(({ path: each }) => each)).toContain("config/samples/foo.abc.com_v1_bar.yaml");
  });
});

describe("a generated sample of nothing that the sources have", () => {
  const { artifacts } = runManifests(bar);
  const text = artifacts.find(({ path: each }) => each === "config/samples/foo_v1_bar.yaml")!.content;
  const stale = (folder: string, name: string, content: string): string[] => {
    const existing = { read: () => content, list: (each: string) => (each === folder ? [name] : []) };
    const { diagnostics } = runManifests(bar, { existing });
    return diagnostics.map(({ code, severity, at }) => `${severity} ${code} ${at?.file}`);
  };

  test.each([
    ["config/samples", "foo_v1_gone.yaml"],
    ["config/samples/variants", "foo_v1_bar_gone.yaml"],
  ])("is pointed out in %s, and left alone", (folder, name) => {
    expect(stale(folder, name, text)).toEqual([`warning sample/stale ${folder}/${name}`]);
  });

  test.each([
    ["foo_v1_gone.yaml", text.replace("Bar", "Baz")],
    ["own.yaml", "kind: ConfigMap\n"],
    ["README.md", text],
    ["foo_v1_bar.yaml", text],
  ])("is neither written or edited by a user, nor still generated (%s)", (name, content) => {
    expect(stale("config/samples", name, content)).toEqual([]);
  });
});

describe("the manager's role", () => {
  test("is there even when nothing asks for permissions, since a binding names it", () => {
    expect(runManifests({}).artifacts).toEqual([
      {
        path: "config/rbac/role.yaml",
        content:
          "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: manager-role\nrules: []\n",
      },
    ]);
  });

  test("does not speak of a kind that no controller works on", () => {
    const role = runManifests(bar).artifacts.find(({ path: each }) => each === "config/rbac/role.yaml");
    expect(role?.content).toContain("rules: []");
  });
});

test("a CRD whose kind was removed is reported, and preserved; other files are not reported", () => {
  const names = ["foo.abc.com_bars.yaml", "foo.abc.com_gones.yaml", "kustomization.yaml", "README"];
  const read = (file: string): string =>
    file.includes("_") ? "---\nkind: CustomResourceDefinition\n" : "kind: Other\n";
  const { diagnostics } = runManifests(bar, { existing: { read, list: () => names } });
  expect(diagnostics.map(({ code, severity, at }) => [code, severity, at?.file])).toEqual([
    ["crd/stale", "warning", "config/crd/bases/foo.abc.com_gones.yaml"],
  ]);
});

describe("generators by name", () => {
  test.each<[GeneratorName[], string[]]>([
    [["crd"], ["config/crd/bases/foo.abc.com_bars.yaml"]],
    [["rbac"], ["config/rbac/role.yaml"]],
    [["samples"], ["config/samples/foo_v1_bar.yaml"]],
    [["variants"], ["config/samples/variants/foo_v1_bar_full.yaml"]],
    [["schemas"], ["config/schemas/foo_v1_bar.json"]],
    [
      ["samples", "rbac"],
      ["config/rbac/role.yaml", "config/samples/foo_v1_bar.yaml"],
    ],
  ])("%j make these files and no other", (generators, files) => {
    expect(runManifests(bar, { generators }).artifacts.map(({ path: file }) => file)).toEqual(files);
  });

  test("what a file holds does not depend on which others are made, once they are there", () => {
    const all = runManifests(bar).artifacts;
    const existing = {
      read: (file: string) => all.find(({ path: each }) => each === file)?.content,
      list: (): string[] => [],
    };
    const names: GeneratorName[] = ["crd", "rbac", "webhook", "samples", "variants", "schemas"];
    expect(names.flatMap((name) => runManifests(bar, { generators: [name], existing }).artifacts)).toEqual(all);
  });

  test("a sample names no schema that is not there", () => {
    const [sample] = runManifests(bar, { generators: ["samples"] }).artifacts;
    expect(sample?.content).not.toContain("$schema");
  });

  test("a fault of the types is one whichever is chosen, a stale CRD only where CRDs are made", () => {
    const broken = { "api/v1/bar_types.ts": bar["api/v1/bar_types.ts"].replace("string", "symbol") };
    const codes = runManifests(broken, { generators: ["rbac"] }).diagnostics.map(({ severity }) => severity);
    expect(codes).toContain("error");
    const existing = { read: () => "kind: CustomResourceDefinition\n", list: () => ["foo.abc.com_gones.yaml"] };
    expect(runManifests(bar, { generators: ["rbac"], existing }).diagnostics).toEqual([]);
  });

  test("files go into the folders that are named, also into the project's own", () => {
    const folders = {
      crd: "charts/crds",
      rbac: "",
      webhook: "hooks",
      samples: "config/samples",
      variants: "all/of",
      schemas: "",
    };
    const { artifacts } = runManifests(bar, { folders });
    expect(artifacts.map(({ path: file }) => file)).toEqual([
      "all/of/foo_v1_bar_full.yaml",
      "charts/crds/foo.abc.com_bars.yaml",
      "config/samples/foo_v1_bar.yaml",
      "foo_v1_bar.json",
      "role.yaml",
    ]);
    const schemas = artifacts
      .map(({ content }) => /\$schema=(.*)/.exec(content)?.[1])
      .filter((each) => each !== undefined);
    expect(schemas).toEqual(["../../foo_v1_bar.json", "../../foo_v1_bar.json"]);
  });
});
