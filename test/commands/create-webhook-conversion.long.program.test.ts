/** Webhooks that convert between versions. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { compileFiles } from "../support/compile-types.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { webhookProject } from "../support/webhook-project.js";

const bar2 = { ...bar, version: "v2" };
const withoutController = await scaffold({ apis: [{ ...bar, controller: false }] });
const withVersions = await scaffold({ apis: [bar, { ...bar2, controller: false }] });

describe("create webhook", () => {
  test("converts between versions, and names every field", async () => {
    const { root, read, run, webhooksIn, addVersion } = webhookProject(withVersions);
    await run({ ...bar2, conversion: true, spoke: ["v1"] });
    const conversion = read("webhooks/v1/bar_conversion.ts");
    expect(conversion).toContain("export const barV1 = spoke(\n  Bar,\n");
    expect(conversion).toContain("    replicas: from.replicas,\n");
    expect(conversion).toContain("also converts parts of objects");
    expect(conversion).toContain('function specToHub(from: PartOf<Bar["spec"]>): EveryField<PartOf<Hub["spec"]>> {');
    expect(compileFiles([path.join(root, "webhooks/v1/bar_conversion.ts")])).toEqual([]);
    expect(read("webhooks/v1/bar_conversion.test.ts")).toContain("roundTrip(Hub, barV1,");
    expect(read("webhooks/v2/bar_webhook.ts")).toContain(".withConversion(barV1)");
    expect(read("config/crd/kustomization.yaml")).toContain("configurations:\n- kustomizeconfig.yaml\n");
    expect(read("config/webhook/kustomization.yaml")).not.toContain("manifests.yaml\n- service");
    expect(read("config/rbac/webhook_certificates_role.yaml")).toContain("  - bars.foo.abc.com\n");
    expect(webhooksIn()[1]).toEqual({ defaulting: false, validation: false, conversion: true, spokes: ["v1"] });

    await addVersion("v3");
    await run({ ...bar2, conversion: true, spoke: ["v3"] });
    expect(read("webhooks/v2/bar_webhook.ts")).toContain(".withConversion(barV1, barV3)");
    expect(webhooksIn()[1]?.spokes).toEqual(["v1", "v3"]);
  });

  const controllerTest = "controllers/bar_controller.test.ts";
  const converting = 'TestEnvironment.start({ crds: ["config/crd/bases"], conversions: [setupBarWebhook] });';
  const setupImport = 'import { setupBarWebhook } from "../webhooks/v2/bar_webhook.js";';

  test("has the API server of the controller's test convert, too, once", async () => {
    const { read, run, addVersion } = webhookProject(withVersions);
    await run({ ...bar2, conversion: true, spoke: ["v1"] });
    expect(read(controllerTest)).toContain(converting);
    expect(read(controllerTest)).toContain(`./bar_controller.js";\n${setupImport}\n`);
    const converted = read(controllerTest);
    await addVersion("v3");
    await run({ ...bar2, conversion: true, spoke: ["v3"] });
    expect(read(controllerTest)).toBe(converted);
  });

  test("a controller that is made later has a test that converts", async () => {
    const { context, read, run, addVersion } = webhookProject(withoutController);
    await addVersion("v2");
    await run({ ...bar2, conversion: true, spoke: ["v1"] });
    await createApi({ ...bar, resource: false, controller: true }, context());
    expect(read(controllerTest)).toContain(converting);
    expect(read(controllerTest)).toContain(setupImport);
  });

  test("a controller's test whose options are elsewhere is left alone, with a word about it", async () => {
    const { root, read, run } = webhookProject(withVersions);
    const changed = read(controllerTest).replace('{ crds: ["config/crd/bases"] }', "options");
    expect(changed).toContain("TestEnvironment.start(options)");
    writeFileSync(path.join(root, controllerTest), changed);
    const { text } = await run({ ...bar2, conversion: true, spoke: ["v1"] });
    expect(read(controllerTest)).toBe(changed);
    expect(text).toContain(
      `add the conversion in ${controllerTest}: TestEnvironment.start({ …, conversions: [setupBarWebhook] })`,
    );
  });

  const edit = (root: string, text: string): void => {
    const file = path.join(root, "api/v2/bar_types.ts");
    const edited = readFileSync(file, "utf8")
      .replace("export type BarSpec = v1.BarSpec;", text)
      .replace('defineKind } from "tsop"', 'defineKind, type Int32 } from "tsop"');
    expect(edited).toContain(text);
    writeFileSync(file, edited);
  };

  test("a new field and a renamed field are in the code, and the author decides about the name", async () => {
    const { root, read, run } = webhookProject(withVersions);
    edit(root, 'export interface BarSpec extends Omit<v1.BarSpec, "replicas"> { replicaCount?: Int32; zone?: string }');
    const { text } = await run({ ...bar2, conversion: true, spoke: ["v1"] });
    const conversion = read("webhooks/v1/bar_conversion.ts");
    expect(conversion).toContain("    replicaCount: from.replicas,\n");
    expect(conversion).toContain("// v1 has no field zone. An annotation keeps the value.");
    expect(text).toContain("spec.replicas of v1 and spec.replicaCount of v2 look like the same field");
    expect(compileFiles([path.join(root, "webhooks/v1/bar_conversion.ts")])).toEqual([]);
  });

  test("an edited conversion stays as it is", async () => {
    const { root, read, run, refusal } = webhookProject(withVersions);
    await run({ ...bar2, conversion: true, spoke: ["v1"] });
    const file = "webhooks/v1/bar_conversion.ts";
    writeFileSync(path.join(root, file), `${read(file)}// mine\n`);
    expect(await refusal({ ...bar2, conversion: true, spoke: ["v1"] })).toContain("already has a conversion between");
    await run({ ...bar2, programmaticValidation: true });
    expect(read(file)).toContain("// mine\n");
  });

  test("with --force, an edited conversion keeps its code and its test, gets a new field, and the handlers stay", async () => {
    const { root, read, run } = webhookProject(withVersions);
    const [file, testFile] = ["webhooks/v1/bar_conversion.ts", "webhooks/v1/bar_conversion.test.ts"] as const;
    const handlers = "webhooks/v2/bar_webhook.ts";
    await run({ ...bar2, conversion: true, programmaticValidation: true, spoke: ["v1"] });
    const change = (name: string, from: string, to: string): void => {
      expect(read(name)).toContain(from);
      writeFileSync(path.join(root, name), read(name).replace(from, to));
    };
    change(file, "replicas: from.replicas,", "replicas: from.replicas && from.replicas + 1,");
    change(testFile, " });\n});", ', mayChange: { v1: ["spec.replicas"] } });\n});');
    change(handlers, "validateCreate", "/* mine */ validateCreate");
    const before = { test: read(testFile), handlers: read(handlers) };
    edit(root, "export interface BarSpec extends v1.BarSpec { zone?: string }");
    const { text } = await run({ ...bar2, conversion: true, spoke: ["v1"], force: true });
    expect(read(file)).toContain("    replicas: from.replicas && from.replicas + 1,\n");
    expect(read(file)).toContain("// v1 has no field zone. An annotation keeps the value.\n    zone: undefined,");
    expect({ test: read(testFile), handlers: read(handlers) }).toEqual(before);
    expect(text).toContain(`${testFile} kept unchanged`);
    expect(text).toContain(`tsop changed in ${file}: zone of specToHub. The rest is your code`);
    expect(text).toContain(`compare in ${file}, where tsop keeps your code: replicas of specToHub: from.replicas`);
    expect(compileFiles([path.join(root, file)])).toEqual([]);

    change(file, "spoke(", "mine(");
    const rewritten = read(file);
    expect((await run({ ...bar2, conversion: true, spoke: ["v1"], force: true })).text).toContain(
      `${file} has no form that tsop can extend`,
    );
    expect(read(file)).toBe(rewritten);
  });

  test("with a version whose types make no kind, it names the version and the file", async () => {
    const { root, refusal } = webhookProject(withVersions);
    writeFileSync(path.join(root, "api/v2/bar_types.ts"), "export interface BarSpec {}\n");
    expect(await refusal({ ...bar, conversion: true, spoke: ["v2"] })).toMatch(
      /^kind\/invalid: api\/v2\/bar_types\.ts does not generate the version v2 of Bar \| Run `npm run manifests`, which reports the errors in its types/,
    );
  });
});
