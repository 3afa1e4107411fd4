import { describe, expect, test } from "vitest";
import { planEdit } from "../../../src/scaffold/edit.js";
import { brokenImports } from "../../support/module-targets.js";
import { inputOf, plannedProject, projectIn, type Step, withPlan } from "../../support/planned-project.js";
import type { Files } from "../../support/scaffolds.js";

const bar = { group: "foo", version: "v1", kind: "Bar" };
const steps: readonly Step[] = [
  { api: bar },
  { api: { ...bar, kind: "Tenant", namespaced: false } },
  { api: { ...bar, version: "v2", storageVersion: "v2" } },
  { webhook: { ...bar, version: "v2", conversion: true, spoke: ["v1"] } },
  { webhook: { ...bar, defaulting: true, programmaticValidation: true } },
];

async function move(files: Files, multigroup: boolean) {
  return planEdit(inputOf(files), projectIn(files), { changes: {}, multigroup });
}

async function moved(files: Files, multigroup: boolean): Promise<Files> {
  return withPlan(files, (await move(files, multigroup)).plan);
}

async function messages(files: Files, multigroup: boolean): Promise<string[]> {
  const { plan } = await move(files, multigroup);
  return plan.problems.map(({ code, message, at }) => `${at?.file ?? ""} ${code}: ${message}`);
}

describe("to folders for groups, and back", () => {
  test("all files of the kinds move, and main.ts is the file that tsop would create there", async () => {
    const before = await plannedProject({}, steps);
    const after = await moved(before, true);
    const names = Object.keys(after).filter((name) => /^(api|controllers|webhooks|config\/rbac\/foo)/.test(name));
    expect(names.toSorted()).toMatchInlineSnapshot(`
      [
        "api/foo/v1/bar_types.ts",
        "api/foo/v1/tenant_types.ts",
        "api/foo/v2/bar_types.ts",
        "config/rbac/foo_bar_admin_role.yaml",
        "config/rbac/foo_bar_editor_role.yaml",
        "config/rbac/foo_bar_viewer_role.yaml",
        "config/rbac/foo_tenant_admin_role.yaml",
        "config/rbac/foo_tenant_editor_role.yaml",
        "config/rbac/foo_tenant_viewer_role.yaml",
        "controllers/foo/bar_controller.test.ts",
        "controllers/foo/bar_controller.ts",
        "controllers/foo/tenant_controller.test.ts",
        "controllers/foo/tenant_controller.ts",
        "webhooks/foo/v1/bar_conversion.test.ts",
        "webhooks/foo/v1/bar_conversion.ts",
        "webhooks/foo/v1/bar_webhook.test.ts",
        "webhooks/foo/v1/bar_webhook.ts",
        "webhooks/foo/v2/bar_webhook.ts",
      ]
    `);
    expect(brokenImports(after)).toEqual([]);
    expect(after["main.ts"]).toBe((await plannedProject({ multigroup: true }, steps))["main.ts"]);
    expect(projectIn(after)).toEqual(projectIn(await plannedProject({ multigroup: true }, steps)));
    expect(await moved(after, false)).toEqual(before);
  });

  test("a repeated command changes nothing", async () => {
    const after = await moved(await plannedProject({}, steps), true);
    expect((await move(after, true)).plan.actions).toEqual([]);
  });

  test("files of the user go with the folder of their kinds, and keep their neighbours", async () => {
    const own = {
      "api/v1/shared.ts": 'export * from "./bar_types.js";\nexport type Other = import("../v2/bar_types.js").Bar;\n',
      "api/v1/data/limits.json": "{}\n",
      "controllers/lib/index.ts": "export const answer = 42;\n",
      "controllers/lib/limits.ts":
        'import limits from "../../api/v1/data/limits.json" with { type: "json" };\nexport { limits };\n',
      "controllers/uses.ts":
        'import { answer } from "./lib/index.js";\nconst later = await import("./lib/limits.js");\nexport { answer, later };\n',
      "src/tools.ts":
        "import type { Bar } from '../api/v1/bar_types.js'\n" +
        "import * as all from '../api/v1/shared'\n" +
        "export type { BarSpec } from '../api/v1/bar_types.js'\n" +
        "export const load = () => import('../controllers/bar_controller.js')\n" +
        "type Later = typeof import('../webhooks/v1/bar_webhook.js')\n" +
        "declare module '../api/v1/bar_types.js' { interface BarSpec { extra?: string } }\n" +
        "export type { Bar, Later }; export { all }\n",
      "src/index.js":
        "\uFEFF/// <reference path=\"../api/v1/shared.ts\" />\r\nexport { Bar } from '../api/v1/bar_types.js';\r\n",
    };
    const before = await plannedProject({}, [...steps, { files: own }]);
    const after = await moved(before, true);
    expect(brokenImports(after)).toEqual([]);
    expect(after["api/foo/v1/shared.ts"]).toBe(own["api/v1/shared.ts"]);
    expect(after["api/foo/v1/data/limits.json"]).toBe("{}\n");
    expect(after["controllers/foo/uses.ts"]).toBe(own["controllers/uses.ts"]);
    expect(after["controllers/foo/lib/limits.ts"]).toContain('"../../../api/foo/v1/data/limits.json"');
    expect(after["src/tools.ts"]).toBe(
      own["src/tools.ts"]
        .replaceAll("../api/v1/", "../api/foo/v1/")
        .replace("../controllers/", "../controllers/foo/")
        .replace("../webhooks/v1/", "../webhooks/foo/v1/"),
    );
    expect(after["src/index.js"]).toBe(own["src/index.js"].replaceAll("../api/v1/", "../api/foo/v1/"));
    expect(await moved(after, false)).toEqual(before);
  });

  test("files of the user stay in a folder whose kinds go to several folders", async () => {
    const before = await plannedProject({}, [
      { api: bar },
      { api: { group: "apps", version: "v1", kind: "Deployment", resource: false } },
      { webhook: { group: "core", version: "v1", kind: "Pod", defaulting: true } },
      { files: { "controllers/shared.ts": "export const a = 1;\n" } },
    ]);
    const controller = "controllers/bar_controller.ts";
    const edited = { ...before, [controller]: `import { a } from "./shared.js";\n${before[controller] ?? ""}a;\n` };
    const after = await moved(edited, true);
    expect(after["controllers/shared.ts"]).toBe("export const a = 1;\n");
    expect(after["controllers/apps/deployment_controller.test.ts"]).toBeDefined();
    expect(after["webhooks/core/v1/pod_webhook.ts"]).toBeDefined();
    expect(after["controllers/foo/bar_controller.ts"]).toMatch(/^import \{ a \} from "\.\.\/shared\.js";\n/);
    expect(brokenImports(after)).toEqual([]);
    expect(await moved(after, false)).toEqual(edited);
  });

  test("types in a folder that the user has chosen stay there", async () => {
    const plain = await plannedProject({}, [{ api: bar }]);
    const { "api/v1/bar_types.ts": types = "", ...rest } = plain;
    const before = Object.fromEntries(
      Object.entries({ ...rest, "types/bar_types.ts": types }).map(([name, text]) => [
        name,
        text.replaceAll("../api/v1/bar_types.js", "../types/bar_types.js").replace("path: api/v1", "path: types"),
      ]),
    );
    const after = await moved(before, true);
    expect(after["types/bar_types.ts"]).toBe(types);
    expect(after["controllers/foo/bar_controller.ts"]).toContain('"../../types/bar_types.js"');
    expect(brokenImports(after)).toEqual([]);
    expect(await moved(after, false)).toEqual(before);
  });

  test("a project whose kinds stayed in their folders is arranged by the same command", async () => {
    const before = await plannedProject({}, steps);
    const flagged = {
      ...before,
      PROJECT: (before["PROJECT"] ?? "").replace("projectName", "multigroup: true\nprojectName"),
    };
    expect(await moved(flagged, true)).toEqual(await moved(before, true));
  });

  test("an alias of tsconfig.json or package.json keeps leading to its file", async () => {
    const own = {
      "src/uses.ts":
        'import "@api/v1/bar_types.js";\nimport "#types/bar_types.js";\nimport "all/bar_types.js";\nimport "tsop";\n',
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@api/*": ["./api/*"], "all/*": ["./api/v1/*"] } } }\n',
      "package.json": '{ "imports": { "#types/*": "./api/v1/*" } }\n',
    };
    const after = await moved(await plannedProject({}, [{ api: bar }, { files: own }]), true);
    expect(after["src/uses.ts"]).toBe(
      'import "@api/foo/v1/bar_types.js";\nimport "../api/foo/v1/bar_types.js";\nimport "../api/foo/v1/bar_types.js";\nimport "tsop";\n',
    );
  });
});

describe("what tsop does not change is listed", () => {
  test("paths in calls, documents, comments and configuration", async () => {
    const own = {
      "controllers/mock.test.ts":
        'import { vi } from "vitest";\n\nvi.mock("../api/v1/bar_types.js");\nvi.mock("./bar_controller.js");\n',
      "README.md": "# demo\n\nThe types are in `api/v1/bar_types.ts`, not in /api/v1 of the server.\n",
      ".github/CODEOWNERS": "/api/v1/ @me\napi/v1/*.ts @me\n",
      "src/notes.ts": "// see controllers/bar_controller.ts\nexport {};\n",
    };
    const { left } = await move(await plannedProject({}, [{ api: bar }, { files: own }]), true);
    expect(left.map(({ at, text }) => `${at.file}:${at.line}: ${text}`)).toEqual([
      "controllers/foo/mock.test.ts:3: ../api/v1/bar_types.js",
      ".github/CODEOWNERS:2: api/v1/*.ts",
      "README.md:3: api/v1/bar_types.ts",
      "src/notes.ts:1: controllers/bar_controller.ts",
    ]);
  });
});

describe("is refused", () => {
  test("if a target exists", async () => {
    const files = await plannedProject({}, [
      { api: bar },
      { files: { "api/foo/v1/bar_types.ts": "mine\n", "controllers/foo/bar_controller.ts": "mine\n" } },
    ]);
    expect(await messages(files, true)).toEqual([
      "api/foo/v1/bar_types.ts scaffold/collision: api/v1/bar_types.ts would move to api/foo/v1/bar_types.ts, which exists",
      "controllers/foo/bar_controller.ts scaffold/collision: controllers/bar_controller.ts would move to controllers/foo/bar_controller.ts, which exists",
    ]);
  });

  test("if the kinds have several groups", async () => {
    const other = { ...bar, group: "ship" };
    const files = await plannedProject({ multigroup: true }, [{ api: bar }, { api: other }]);
    expect(await messages(files, false)).toEqual([
      "PROJECT modes/contradiction: the project has kinds of several API groups: foo.abc.com, ship.abc.com",
    ]);
  });

  test("if two kinds would share a file", async () => {
    const files = await plannedProject({ multigroup: true }, [
      { api: { ...bar, kind: "Deployment" } },
      { api: { group: "apps", version: "v1", kind: "Deployment", resource: false } },
    ]);
    expect(await messages(files, false)).toEqual([
      "controllers/apps/deployment_controller.test.ts scaffold/collision: controllers/foo/deployment_controller.test.ts and controllers/apps/deployment_controller.test.ts would both move to controllers/deployment_controller.test.ts",
      "controllers/apps/deployment_controller.ts scaffold/collision: controllers/foo/deployment_controller.ts and controllers/apps/deployment_controller.ts would both move to controllers/deployment_controller.ts",
    ]);
  });

  test("if a file that must change does not parse, with the place of the error", async () => {
    const files = await plannedProject({}, [
      { api: bar },
      {
        files: {
          "src/broken.ts": 'import "../api/v1/bar_types.js";\nconst a = ;\n',
          "src/other.ts": "const v1 = = 2;\n",
        },
      },
    ]);
    const { plan } = await move(files, true);
    expect(plan.problems.map(({ code, at }) => ({ code, at }))).toEqual([
      { code: "source/syntax", at: { file: "src/broken.ts", line: 2, column: 11 } },
    ]);
  });
});
