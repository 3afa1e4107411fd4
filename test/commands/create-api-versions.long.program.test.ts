/** `tsop create api` for a kind that has a version already. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createWebhook } from "../../src/commands/create-webhook.js";
import type { CreateApiOptions } from "../../src/commands/declared/scaffold.js";
import { manifests } from "../../src/commands/manifests.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import { parseProject } from "../../src/project/parse.js";
import { count, refusal, run } from "../support/create-api.js";
import { recordingContext } from "../support/recording-context.js";
import { printProblems } from "../support/refusal.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const project = await scaffold();
const withBar = await scaffold({ apis: [bar] });

describe("several versions of a kind", () => {
  test("share controller, roles and CRD, and one of them is stored", async () => {
    const root = tempFolder(project);
    await run(root, { ...bar, namespaced: false, plural: "barren" });
    const before = filesOf(root);
    const { files, text } = await run(root, { ...bar, version: "v2" });
    expect(files["main.ts"]).toBe(before["main.ts"]);
    expect(files["config/crd/kustomization.yaml"]).toBe(before["config/crd/kustomization.yaml"]);
    expect(files["api/v1/bar_types.ts"]).toContain(" * @storageVersion\n */\nexport interface Bar ");
    expect(files["api/v2/bar_types.ts"]).not.toContain("@storageVersion");
    expect(files["api/v2/bar_types.ts"]).toContain(" * @plural barren\n * @scope Cluster\n");
    expect(text).toContain("@storageVersion");
    expect(parseProject(files["PROJECT"]!).resources.map(({ version, controller }) => [version, controller])).toEqual([
      ["v1", true],
      ["v2", false],
    ]);
    const third = await run(root, { ...bar, version: "v3" });
    expect(count(Object.values(third.files).join(""), " * @storageVersion\n")).toBe(1);
  });

  test("take over what its comment says of the version: columns, scale, selectable fields", async () => {
    const root = tempFolder(withBar);
    const types = path.join(root, "api/v1/bar_types.ts");
    const tags = [
      ' * @printColumn name=Replicas type=integer jsonPath=".spec.replicas"',
      ' * +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"',
      " * @scale spec=.spec.replicas",
      " *   status=.status.replicas",
      " * @selectable .spec.replicas",
      " * @categories all",
      " */\nexport interface Bar extends",
    ];
    const text = readFileSync(types, "utf8");
    writeFileSync(types, text.replace(" */\nexport interface Bar extends", tags.join("\n")));
    const { files, text: said } = await run(root, { ...bar, version: "v2" });
    const made = files["api/v2/bar_types.ts"];
    for (const tag of [tags[0]!, tags[1]!, " * @scale spec=.spec.replicas status=.status.replicas", tags[4]!]) {
      expect(made).toContain(`${tag}\n`);
    }
    expect(made).not.toContain("@categories"); // said once, for all versions
    expect(said).toContain("--version v2 --kind Bar --conversion --spoke v1");
  });

  test("begin with the fields of the one before, whose manifests they have", async () => {
    const root = tempFolder(withBar);
    const types = path.join(root, "api/v1/bar_types.ts");
    writeFileSync(types, readFileSync(types, "utf8").replace("replicas?:", "size?:"));
    await manifests({}, recordingContext({ cwd: root }));
    const { files } = await run(root, { ...bar, version: "v2" });
    expect(files["api/v2/bar_types.ts"]).toContain('import type * as v1 from "../v1/bar_types.js";');
    expect(files["api/v2/bar_types.ts"]).toContain("export type BarSpec = v1.BarSpec;\n");
    expect(files["config/samples/foo_v2_bar.yaml"]).toContain("spec:\n  size: 1\n");
    await manifests({}, recordingContext({ cwd: root }));
    const [crd] = parseAllYaml(filesOf(root)["config/crd/bases/foo.abc.com_bars.yaml"]!, "crd") as [
      { spec: { versions: { name: string; storage: boolean; schema: unknown }[] } },
    ];
    const [v1, v2] = crd.spec.versions;
    expect(v2!.schema).toEqual(v1!.schema);
    expect([v1!.storage, v2!.storage]).toEqual([true, false]);
    expect(filesOf(root)["config/samples/foo_v2_bar.yaml"]).toContain("  size: 1\n");
  });

  test("that were written otherwise begin with the fields of a first version", async () => {
    const root = tempFolder(withBar);
    writeFileSync(path.join(root, "api/v1/bar_types.ts"), "export interface Spec {}\n");
    const { files } = await run(root, { ...bar, version: "v2" });
    expect(files["api/v2/bar_types.ts"]).toContain("export interface BarSpec {");
  });

  test("are stored in the one that is named, and the tag moves there", async () => {
    const root = tempFolder(withBar);
    await run(root, { ...bar, version: "v2" });
    const { files, text } = await run(root, { ...bar, version: "v3", storageVersion: "v3" });
    expect(files["api/v1/bar_types.ts"]).not.toContain("@storageVersion");
    expect(files["api/v3/bar_types.ts"]).toContain("@storageVersion\n */\nexport interface Bar ");
    expect(text).toContain("the API server stores objects as v3");
    expect(text).toContain("npx tsop migrate-storage");
    const fourth = await run(root, { ...bar, version: "v4", storageVersion: "v2" });
    expect(fourth.files["api/v2/bar_types.ts"]).toContain("@storageVersion");
    expect(count(Object.values(fourth.files).join(""), " * @storageVersion\n")).toBe(1);
  });

  test("keep a tag that does not stand on a line of its own, and say so", async () => {
    const root = tempFolder(withBar);
    const file = path.join(root, "api/v1/bar_types.ts");
    const types = readFileSync(file, "utf8").replace(
      "\n * Bar is the schema of the bars API.\n",
      " @storageVersion Bar is the schema of the bars API.\n",
    );
    writeFileSync(file, types);
    const { files, text } = await run(root, { ...bar, version: "v2", storageVersion: "v2" });
    expect(files["api/v1/bar_types.ts"]).toBe(types);
    expect(text).toContain("remove @storageVersion from api/v1/bar_types.ts");
  });

  test.each<[string, CreateApiOptions, string]>([
    ["that there is", { storageVersion: "v3" }, "Its versions: v1, v2."],
    ["together with types", { storageVersion: "v1", resource: false }, "--storage-version and --resource=false"],
  ])("are stored in one %s", async (_, options, words) => {
    const root = tempFolder(withBar);
    expect(printProblems(await refusal(root, { ...bar, version: "v2", ...options }))).toContain(words);
  });

  describe.each([
    ["a comment of one line", "/** A bar. */\n", "/**\n * A bar.\n * @storageVersion\n */\n"],
    ["no comment", "", "/** @storageVersion */\n"],
    [
      "markers",
      "// +kubebuilder:resource:shortName=br\n",
      "// +kubebuilder:resource:shortName=br\n// +kubebuilder:storageversion\n",
    ],
    ["a comment that is none of its own", "// Bars follow.\n", "// Bars follow.\n/** @storageVersion */\n"],
  ])("whose first has %s above its interface", (_, above, expected) => {
    test.each(["\n", "\r\n"])("store the first (%j)", async (lineBreak) => {
      const root = tempFolder(withBar);
      const types = filesOf(root)["api/v1/bar_types.ts"]!.replace(
        "/**\n * Bar is the schema of the bars API.\n */\n",
        above,
      );
      writeFileSync(path.join(root, "api/v1/bar_types.ts"), types.replaceAll("\n", lineBreak));
      const { files, text } = await run(root, { ...bar, version: "v2" });
      expect(files["api/v1/bar_types.ts"]).toContain(`${expected}export interface Bar `.replaceAll("\n", lineBreak));
      expect(text).toContain("objects are stored as v1: tsop added @storageVersion to api/v1/bar_types.ts");
      await createWebhook({ ...bar, version: "v2", conversion: true, spoke: ["v1"] }, recordingContext({ cwd: root }));
      expect(Object.keys(filesOf(root))).toContain("webhooks/v1/bar_conversion.ts");
    });
  });

  test("whose kind is declared elsewhere leave the tag to their author, and following the messages in their order works", async () => {
    const root = tempFolder(withBar);
    const file = path.join(root, "api/v1/bar_types.ts");
    const types = readFileSync(file, "utf8");
    const start = types.indexOf("/**\n * Bar is the schema");
    const moved = types.slice(start).replace("/**\n * Bar is the schema of the bars API.\n */\n", "");
    const imports =
      'import { type CustomResource, defineKind } from "tsop";\nimport type { BarSpec, BarStatus } from "./bar_types.js";\n\n';
    const kindFile = path.join(root, "api/v1/bar.ts");
    writeFileSync(kindFile, imports + moved);
    writeFileSync(
      file,
      `${types.slice(0, start).replace("type CustomResource, defineKind, ", "")}export * from "./bar.js";\n`,
    );
    const { text } = await run(root, { ...bar, version: "v2" });
    const tag =
      /put (\/\*\* @storageVersion \*\/) above the interface of Bar: objects are stored as v1\n.*tsop create webhook --group foo --version v2 --kind Bar --conversion --spoke v1/.exec(
        text,
      )?.[1];
    expect((await run(root, { ...bar, version: "v3" })).text).toContain("put /** @storageVersion */ above");
    writeFileSync(kindFile, imports + moved.replace("export interface", `${tag}\nexport interface`));
    await createWebhook(
      { ...bar, version: "v3", conversion: true, spoke: ["v1", "v2"] },
      recordingContext({ cwd: root }),
    );
    expect(Object.keys(filesOf(root))).toContain("webhooks/v2/bar_conversion.ts");
  });

  test.each<[string, CreateApiOptions, string]>([
    ["scope", { namespaced: false }, "--namespaced=true"],
    ["plural", { plural: "others" }, "--plural bars"],
    ["controller", { controller: true }, "--controller=false"],
  ])("have one %s", async (_, options, hint) => {
    const root = tempFolder(withBar);
    expect(printProblems(await refusal(root, { ...bar, version: "v2", ...options }))).toContain(hint);
  });
});
