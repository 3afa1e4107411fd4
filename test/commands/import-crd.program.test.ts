import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { manifests } from "../../src/commands/manifests.js";
import type { JsonValue } from "../../src/core/json.js";
import { parseAllYaml, printYaml } from "../../src/core/yaml.js";
import { parseProject } from "../../src/project/parse.js";
import { crdOf } from "../support/crds.js";
import { barCrd, refusal, run, schema, serve } from "../support/import-crd.js";
import { readPublishedCrd } from "../support/published-crds.js";
import { recordingContext } from "../support/recording-context.js";
import { scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder, writeFiles } from "../support/temp-folder.js";

const project = await scaffold();
const cohorts = readPublishedCrd("kueue/kueue.x-k8s.io_cohorts.yaml");
const text = { type: "string" };
const toleration = {
  type: "object",
  properties: {
    effect: text,
    key: text,
    operator: text,
    tolerationSeconds: { type: "integer", format: "int64" },
    value: text,
  },
};

describe("import crd", () => {
  test("writes the types of each version, records them under the CRD's own group, and lists the CRD", async () => {
    const root = tempFolder({ ...project, "cohorts.yaml": cohorts });
    const { files, text, json } = await run(root, { sources: ["cohorts.yaml"] });
    const changed = Object.keys(files).filter((name) => files[name] !== project[name] && name !== "cohorts.yaml");
    expect(changed.toSorted()).toEqual([
      "PROJECT",
      "api/v1beta1/cohort_types.ts",
      "api/v1beta2/cohort_types.ts",
      "config/crd/kustomization.yaml",
      "config/default/kustomization.yaml",
    ]);
    expect(files["config/crd/kustomization.yaml"]).toContain("- bases/kueue.x-k8s.io_cohorts.yaml\n");
    expect(parseProject(files["PROJECT"] ?? "").resources).toEqual(
      ["v1beta1", "v1beta2"].map((version) => ({
        group: "kueue",
        domain: "x-k8s.io",
        version,
        kind: "Cohort",
        plural: undefined,
        path: `api/${version}`,
        api: { crdVersion: "v1", namespaced: false },
        controller: false,
        webhooks: undefined,
        core: false,
      })),
    );
    expect(text).toContain("create     api/v1beta1/cohort_types.ts\n");
    expect(text).toMatch(/Next:\n {2}npm run manifests$/);
    expect(json).toMatchObject({
      kinds: [
        { group: "kueue.x-k8s.io", version: "v1beta1", kind: "Cohort", plural: "cohorts" },
        { version: "v1beta2" },
      ],
      diagnostics: [],
    });
  });

  test("generates types that tsop manifests accepts immediately", async () => {
    const root = tempFolder({ ...project, "cohorts.yaml": cohorts });
    await run(root, { sources: ["cohorts.yaml"] });
    const { text } = await manifests({}, recordingContext({ cwd: root }));
    expect(text).toContain("create     config/crd/bases/kueue.x-k8s.io_cohorts.yaml");
  });

  test("puts the licence header of the project in front", async () => {
    const root = tempFolder({ ...project, "hack/boilerplate.ts.txt": "Copyright of mine" });
    const { files } = await run(root, { sources: ["-"] }, barCrd());
    expect(files["api/v1/bar_types.ts"]).toMatch(/^\/\*\nCopyright of mine\n\*\/\n\nimport /);
  });

  test("takes one version only, where that is wanted", async () => {
    const root = tempFolder({ ...project, "cohorts.yaml": cohorts });
    const { files } = await run(root, { sources: ["cohorts.yaml"], version: "v1beta2" });
    expect(Object.keys(files).filter((name) => name.endsWith("_types.ts"))).toEqual(["api/v1beta2/cohort_types.ts"]);
  });

  test("has nothing to do the second time", async () => {
    const root = tempFolder(project);
    const first = await run(root, { sources: ["-"] }, barCrd());
    const second = await run(root, { sources: ["-"] }, barCrd());
    expect(second.text).toMatch(/^nothing to do: the project is up to date/);
    expect(second.files).toEqual(first.files);
  });

  test("overwrites types that differ only with --force, and shows the lost lines", async () => {
    const root = tempFolder(project);
    await run(root, { sources: ["-"] }, barCrd());
    writeFiles(root, { "api/v1/bar_types.ts": "// mine\n" });
    expect(await refusal(root, { sources: ["-"] }, barCrd())).toMatch(
      /^scaffold\/collision: api\/v1\/bar_types.ts exists with other content \| .*--force/,
    );
    const { text, files } = await run(root, { sources: ["-"], force: true }, barCrd());
    expect(text).toContain("-// mine\n");
    expect(files["api/v1/bar_types.ts"]).toContain("size?: Integer;");
  });

  test("writes nothing in a dry run, and shows what it would write", async () => {
    const root = tempFolder(project);
    const { files, text } = await run(root, { sources: ["-"], dryRun: true, diff: true }, barCrd());
    expect(files).toEqual(project);
    expect(text).toContain("+++ b/api/v1/bar_types.ts\n");
  });

  test("leaves a kind where it is when the project has become a multi-group one", async () => {
    const root = tempFolder(project);
    await run(root, { sources: ["-"] }, barCrd());
    writeFiles(root, { PROJECT: filesOf(root)["PROJECT"]!.replace("layout:", "multigroup: true\nlayout:") });
    const { files, text } = await run(root, { sources: ["-"] }, barCrd());
    expect(Object.keys(files).filter((name) => name.endsWith("_types.ts"))).toEqual(["api/v1/bar_types.ts"]);
    expect(text).toContain("nothing");
  });

  test("reads a folder, and several documents of a file", async () => {
    const foo = crdOf(schema, { names: { kind: "Foo", plural: "foos" } });
    const root = tempFolder({
      ...project,
      "crds/all.yaml": `kind: Namespace\n---\n${printYaml(foo as JsonValue)}`,
      "crds/bar.json": barCrd(),
      "crds/notes.txt": "{",
    });
    const { json } = await run(root, { sources: ["crds"] });
    expect(json["kinds"]).toMatchObject([{ kind: "Foo" }, { kind: "Bar" }]);
  });

  test("fetches a URL", async () => {
    const url = await serve((_, response) => response.end(barCrd()));
    const { files } = await run(tempFolder(project), { sources: [url] });
    expect(Object.keys(files)).toContain("api/v1/bar_types.ts");
  });

  test("imports the types of Kubernetes, except with --no-known-types", async () => {
    const spec = { type: "object", properties: { tolerations: { type: "array", items: toleration } } };
    const crd = JSON.stringify(crdOf({ type: "object", properties: { spec } }));
    const imported = await run(tempFolder(project), { sources: ["-"] }, crd);
    expect(imported.files["api/v1/bar_types.ts"]).toContain('import type { Toleration } from "tsop/k8s/core/v1";');
    const spelled = await run(tempFolder(project), { sources: ["-"], knownTypes: false }, crd);
    expect(spelled.files["api/v1/bar_types.ts"]).toContain("export interface Toleration {");
  });

  test("warns about parts that types cannot express", async () => {
    const webhook = { clientConfig: {}, conversionReviewVersions: ["v1"] };
    const conversion = { strategy: "Webhook", webhook };
    const { warnings, json } = await run(tempFolder(project), { sources: ["-"] }, barCrd({ conversion }));
    expect(warnings).toEqual([
      expect.stringContaining("-:1  warning import/not-expressed: bars.example.com: spec.conversion: the strategy"),
    ]);
    expect(json["diagnostics"]).toHaveLength(1);
  });

  test("keeps all digits of whole numbers", async () => {
    const a = (keywords: string): string => `{"type": "integer", "format": "int64", ${keywords}}`;
    const fields = `{"a": ${a('"default": 9223372036854775807')}, "b": ${a('"enum": [9007199254740993, 1], "maximum": 9007199254740992')}}`;
    const root = tempFolder(project);
    const outcome = await run(root, { sources: ["-"] }, barCrd().replace('{"size":{"type":"integer"}}', fields));
    expect(outcome.warnings).toEqual([]);
    await manifests({}, recordingContext({ cwd: root }));
    const crd = filesOf(root)["config/crd/bases/example.com_bars.yaml"] ?? "";
    expect(crd).toMatch(/default: 9223372036854775807$/m);
    expect(crd).toMatch(/- 9007199254740993$/m);
    expect(crd).toMatch(/maximum: 9007199254740992$/m);
  });

  test("names a number that is none of its keyword", async () => {
    const stdin = barCrd().replace(
      '{"type":"integer"}',
      '{"type":"string","maxLength":9007199254740993,"pattern":9007199254740993}',
    );
    expect(await refusal(tempFolder(project), { sources: ["-"] }, stdin)).toContain(
      "pattern: expected a text, found 9007199254740993",
    );
  });

  test.each(["foo", "My-Kind", "Object", "Promise", "Condition", "Int32", "CustomResource"])(
    "makes the CRD of the kind %s again",
    async (kind) => {
      const root = tempFolder(project);
      await run(root, { sources: ["-"] }, barCrd({ names: { kind, plural: "bars" } }));
      expect(parseProject(filesOf(root)["PROJECT"] ?? "").resources).toMatchObject([{ kind }]);
      await manifests({}, recordingContext({ cwd: root }));
      const [crd] = parseAllYaml(filesOf(root)["config/crd/bases/example.com_bars.yaml"] ?? "", "crd.yaml");
      expect(crd).toMatchObject({ spec: { names: { kind, listKind: `${kind}List`, singular: kind.toLowerCase() } } });
    },
  );

  test("lets a controller be added for an imported kind", async () => {
    const root = tempFolder(project);
    await run(root, { sources: ["-"] }, barCrd({ group: "foo.example.com" }));
    const options = { group: "foo.example.com", version: "v1", kind: "Bar", resource: false };
    await createApi(options, recordingContext({ cwd: root }));
    const files = filesOf(root);
    expect(files["controllers/bar_controller.ts"]).toContain('from "../api/v1/bar_types.js"');
    expect(parseProject(files["PROJECT"] ?? "").resources).toMatchObject([
      { group: "foo", domain: "example.com", controller: true, api: { namespaced: true } },
    ]);
  });

  test("keeps the domain of the project apart where the group ends in it", async () => {
    const { files } = await run(tempFolder(project), { sources: ["-"] }, barCrd({ group: "foo.abc.com" }));
    expect(parseProject(files["PROJECT"] ?? "").resources).toMatchObject([{ group: "foo", domain: "abc.com" }]);
  });
});
