import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readManifests } from "../../src/cluster/manifest-files.js";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { edit } from "../../src/commands/edit.js";
import { init } from "../../src/commands/init.js";
import type { CreateApiOptions, CreateWebhookOptions, InitOptions } from "../../src/commands/declared/scaffold.js";
import { TsopError } from "../../src/core/errors.js";
import { parseProject } from "../../src/project/parse.js";
import { recordingContext } from "../support/recording-context.js";
import { compileFiles } from "../support/compile-types.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";

const bar = { group: "foo", version: "v1", kind: "Bar" };
const bar2 = { ...bar, version: "v2" };

let root: string;

async function project(options: InitOptions = {}, api: CreateApiOptions = bar): Promise<string> {
  const folder = tempFolder();
  const context = recordingContext({ cwd: folder });
  await init({ domain: "abc.com", projectName: "demo", tsop: "1", install: false, ...options }, context);
  await createApi(api, context);
  return folder;
}

beforeEach(async () => {
  root = await project();
});

const context = () => recordingContext({ cwd: root });
const run = (options: CreateWebhookOptions) => createWebhook(options, context());
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const webhooksIn = () => parseProject(read("PROJECT")).resources.map(({ webhooks }) => webhooks);
const addVersion = (version: string) => createApi({ ...bar, version, controller: false }, context());

async function refusal(options: CreateWebhookOptions): Promise<string> {
  const before = snapshot(root);
  const error: unknown = await run(options).catch((failure: unknown) => failure);
  expect(snapshot(root)).toEqual(before);
  if (!(error instanceof TsopError)) throw new Error("nothing was refused", { cause: error });
  const all = error.diagnostics.length === 0 ? [error] : error.diagnostics;
  return all.map(({ code, message, hint }) => `${code}: ${message} | ${hint ?? ""}`).join("\n");
}

describe("create webhook", () => {
  test("writes handlers, wires them, and makes them reachable", async () => {
    const before = snapshot(root);
    const { text } = await run({ ...bar, defaulting: true, programmaticValidation: true });
    const added = Object.keys(snapshot(root)).filter((name) => !(name in before) && !name.endsWith("/"));
    expect(added.toSorted()).toEqual([
      "config/default/manager_webhook_patch.yaml",
      "config/default/webhook_certificates_patch.yaml",
      "config/network-policy/allow-webhook-traffic.yaml",
      "config/rbac/webhook_certificates_role.yaml",
      "config/rbac/webhook_certificates_role_binding.yaml",
      "config/webhook/certificate_secret.yaml",
      "config/webhook/kustomization.yaml",
      "config/webhook/kustomizeconfig.yaml",
      "config/webhook/service.yaml",
      "webhooks/v1/bar_webhook.test.ts",
      "webhooks/v1/bar_webhook.ts",
    ]);
    expect(read("main.ts")).toContain('import { setupBarWebhook } from "./webhooks/v1/bar_webhook.js";\n');
    expect(read("main.ts")).toContain("  setupBarWebhook(manager);\n  // +tsop");
    expect(read("config/webhook/kustomization.yaml")).toContain("- manifests.yaml\n- service.yaml\n");
    expect(webhooksIn()).toEqual([{ defaulting: true, validation: true, conversion: false, spokes: [] }]);
    expect(read("PROJECT")).toContain(
      "  webhooks:\n    defaulting: true\n    validation: true\n    webhookVersion: v1\n",
    );
    expect(text).toContain("edit webhooks/v1/bar_webhook.ts, then: npm run manifests");
    // As `tsop dev` reads the folder, kustomizations and all.
    const objects = readManifests(root, "config/webhook").map(({ object }) => object.kind);
    expect(objects).toEqual(["Secret", "Service"]);
  });

  test("step by step makes the same as all at once, and keeps edits", async () => {
    const all = { ...bar, defaulting: true, programmaticValidation: true };
    await run(all);
    const atOnce = snapshot(root);
    root = await project();
    await run({ ...bar, defaulting: true });
    await run({ ...bar, programmaticValidation: true });
    expect(snapshot(root)).toEqual(atOnce);

    root = await project();
    await run({ ...bar, defaulting: true });
    const file = path.join(root, "webhooks/v1/bar_webhook.ts");
    const edited = read("webhooks/v1/bar_webhook.ts")
      .replace("// YOUR DEFAULTS GO HERE", 'bar.metadata.labels = { mine: "yes" };\n    // was')
      .replace(
        "import type { AdmissionContext, Defaulter, Manager }",
        "import {\n  type AdmissionContext,\n  type Defaulter,\n  type Manager,\n}",
      );
    writeFileSync(file, edited);
    await run({ ...bar, programmaticValidation: true });
    const after = read("webhooks/v1/bar_webhook.ts");
    expect(after).toContain('{ mine: "yes" }');
    expect(after).toContain("  type Manager,\n  type ValidationResult,\n  type Validator,\n} from");
    expect(after.match(/class \w+/g)).toEqual(["class BarDefaulter", "class BarValidator"]);
    expect(after).toMatch(/\.withDefaulter\(.*\n\s+\.withValidator\(/);
  });

  test("finds the places for new code without its markers", async () => {
    await run({ ...bar, defaulting: true });
    const all = { ...bar, programmaticValidation: true };
    await run(all);
    const files = ["webhooks/v1/bar_webhook.ts", "webhooks/v1/bar_webhook.test.ts", "main.ts"];
    const withMarkers = files.map(read);
    root = await project();
    await run({ ...bar, defaulting: true });
    for (const file of files) {
      writeFileSync(path.join(root, file), read(file).replace(/.*\+tsop:scaffold:.*\n/g, ""));
    }
    await run(all);
    const [handlers, tests] = files.map(read);
    expect(handlers).toContain(
      "    .withDefaulter(new BarDefaulter())\n    .withValidator(new BarValidator())\n    .complete();",
    );
    expect(handlers!.match(/class \w+/g)!.toSorted()).toEqual(["class BarDefaulter", "class BarValidator"]);
    expect(tests!.match(/^ {2}test\(.*$/gm)).toEqual(withMarkers[1]!.match(/^ {2}test\(.*$/gm));
    expect(compileFiles(files.slice(0, 1).map((file) => path.join(root, file)))).toEqual([]);
  });

  test("a file without a place for code is an error that says what belongs there", async () => {
    await run({ ...bar, defaulting: true });
    const file = "webhooks/v1/bar_webhook.ts";
    const text = read(file)
      .replace(/.*\+tsop:scaffold:.*\n/g, "")
      .replace(".complete()", ".finish()");
    writeFileSync(path.join(root, file), text);
    const message = await refusal({ ...bar, programmaticValidation: true });
    expect(message).toContain('neither the line "// +tsop:scaffold:webhooks" nor one call of .complete()');
    expect(message).toContain(".withValidator(new BarValidator())");
    expect(read(file)).toBe(text);
  });

  test("converts between versions, and names every field", { timeout: 120_000 }, async () => {
    await addVersion("v2");
    await run({ ...bar2, conversion: true, spoke: ["v1"] });
    const conversion = read("webhooks/v1/bar_conversion.ts");
    expect(conversion).toContain("export const barV1 = spoke(Bar, {");
    expect(conversion).toContain("    replicas: spec.replicas,\n");
    expect(conversion).toContain("also converts parts of objects");
    expect(conversion).toContain('function specToHub(spec: PartOf<Bar["spec"]>): EveryField<PartOf<Hub["spec"]>> {');
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
    await addVersion("v2");
    await run({ ...bar2, conversion: true, spoke: ["v1"] });
    expect(read(controllerTest)).toContain(converting);
    expect(read(controllerTest)).toContain(`./bar_controller.js";\n${setupImport}\n`);
    const converted = read(controllerTest);
    await addVersion("v3");
    await run({ ...bar2, conversion: true, spoke: ["v3"] });
    expect(read(controllerTest)).toBe(converted);
  });

  test("a controller that is made later has a test that converts", async () => {
    root = await project({}, { ...bar, controller: false });
    await addVersion("v2");
    await run({ ...bar2, conversion: true, spoke: ["v1"] });
    await createApi({ ...bar, resource: false, controller: true }, context());
    expect(read(controllerTest)).toContain(converting);
    expect(read(controllerTest)).toContain(setupImport);
  });

  test("a controller's test whose options are elsewhere is left alone, with a word about it", async () => {
    await addVersion("v2");
    const changed = read(controllerTest).replace('{ crds: ["config/crd/bases"] }', "options");
    expect(changed).toContain("TestEnvironment.start(options)");
    writeFileSync(path.join(root, controllerTest), changed);
    const { text } = await run({ ...bar2, conversion: true, spoke: ["v1"] });
    expect(read(controllerTest)).toBe(changed);
    expect(text).toContain(
      `say in ${controllerTest} who converts: TestEnvironment.start({ …, conversions: [setupBarWebhook] })`,
    );
  });

  test("a field that one version lacks is left to the compiler and the author", async () => {
    await addVersion("v2");
    const file = "api/v2/bar_types.ts";
    const renamed = 'export interface BarSpec extends Omit<v1.BarSpec, "replicas"> { size: Int32 }';
    const edited = read(file)
      .replace("export type BarSpec = v1.BarSpec;", renamed)
      .replace('defineKind } from "tsop"', 'defineKind, type Int32 } from "tsop"');
    expect(edited).toContain(renamed);
    writeFileSync(path.join(root, file), edited);
    await run({ ...bar2, conversion: true, spoke: ["v1"] });
    const conversion = read("webhooks/v1/bar_conversion.ts");
    expect(conversion).toContain("// size: … v1 does not have it: say what it becomes");
    expect(conversion).toContain("// spec.replicas has no field of its name in v2: say where it goes");
  });

  test("with a version whose types make no kind, it names the version and the file", async () => {
    await addVersion("v2");
    writeFileSync(path.join(root, "api/v2/bar_types.ts"), "export interface BarSpec {}\n");
    expect(await refusal({ ...bar, conversion: true, spoke: ["v2"] })).toMatch(
      /^kind\/invalid: api\/v2\/bar_types\.ts makes no version v2 of Bar \| `npm run manifests` says/,
    );
  });

  test("two versions with webhooks get two names in main.ts", async () => {
    await addVersion("v2");
    await run({ ...bar, defaulting: true });
    await run({ ...bar2, defaulting: true });
    expect(read("main.ts")).toContain("import { setupBarWebhook as setupBarV2Webhook } from");
    expect(read("main.ts")).toContain("  setupBarWebhook(manager);\n  setupBarV2Webhook(manager);\n");
  });

  test("a kind of Kubernetes' own is recorded, and the danger said", async () => {
    const { text } = await run({ group: "core", version: "v1", kind: "Pod", programmaticValidation: true });
    expect(read("webhooks/v1/pod_webhook.ts")).toContain('import { Pod } from "tsop/k8s/core/v1";');
    expect(parseProject(read("PROJECT")).resources[1]).toMatchObject({ core: true, group: "core", kind: "Pod" });
    expect(text).toContain("@namespaceSelector kubernetes.io/metadata.name!=demo-system");
  });

  test("cert-manager takes the place of the operator's own certificate, and the other way round", async () => {
    await run({ ...bar, defaulting: true });
    const own = snapshot(root);
    await edit({ certManager: true }, context());
    expect(read("config/default/kustomization.yaml")).toContain("- ../certmanager\n");
    expect(read("config/default/kustomization.yaml")).toContain("- path: webhook_cert_manager_replacements.yaml\n");
    expect(Object.keys(snapshot(root))).not.toContain("config/rbac/webhook_certificates_role.yaml");
    const withCertManager = snapshot(root);
    await edit({ certManager: false }, context());
    expect(files(snapshot(root))).toEqual(files(own));
    root = await project();
    await run({ ...bar, defaulting: true, certManager: true });
    expect(files(snapshot(root))).toEqual(files(withCertManager));
  });

  test("--force makes the handlers anew, with those that were there", async () => {
    await run({ ...bar, defaulting: true });
    writeFileSync(path.join(root, "webhooks/v1/bar_webhook.ts"), "// gone\n");
    const { text } = await run({ ...bar, programmaticValidation: true, force: true });
    expect(read("webhooks/v1/bar_webhook.ts")).toMatch(/BarDefaulter[^]*BarValidator/);
    expect(text).toContain("-// gone");
  });

  test("--dry-run writes nothing", async () => {
    const before = snapshot(root);
    const result = await run({ ...bar, defaulting: true, dryRun: true, diff: true });
    expect(snapshot(root)).toEqual(before);
    expect(result.text).toContain("+++ b/webhooks/v1/bar_webhook.ts");
    expect(result.json["changes"]).toContainEqual({ kind: "overwrite", path: "main.ts" });
  });
});

function files(all: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !name.endsWith("/")));
}

describe("what is refused", () => {
  test.each<{ options: CreateWebhookOptions; message: string }>([
    {
      options: bar,
      message:
        "usage/invalid-argument: no kind of webhook is chosen | Add one or more of --defaulting, --programmatic-validation and --conversion.",
    },
    {
      options: { kind: "Bar", version: "v1", defaulting: true },
      message:
        "usage/invalid-argument: Kubernetes has no kind Bar in core v1 | The project has foo.abc.com/v1 Bar: --group foo",
    },
    {
      options: { group: "foo", defaulting: true },
      message:
        "usage/invalid-argument: --kind is missing | Add it, for instance --kind Bar.\n" +
        "usage/invalid-argument: --version is missing | Add it, for instance --version v1.",
    },
    {
      options: { ...bar, defaulting: true, spoke: ["v2"] },
      message:
        "usage/invalid-argument: --spoke names a version to convert, and there is no --conversion | Add --conversion, or leave out --spoke v2.",
    },
    {
      options: { ...bar, kind: "Baz", defaulting: true },
      message:
        "usage/invalid-argument: foo.abc.com/v1 Baz is neither in the project nor a kind of Kubernetes' own | Did you mean --kind Bar?",
    },
    {
      options: { ...bar, kind: "Submarine", defaulting: true },
      message:
        "usage/invalid-argument: foo.abc.com/v1 Submarine is neither in the project nor a kind of Kubernetes' own | Make it with `tsop create api --group foo --version v1 --kind Submarine`; a kind that others define with `tsop import crd`.",
    },
    {
      options: { ...bar, version: "v9", defaulting: true },
      message:
        "usage/invalid-argument: Bar has no version v9 in the project; it has v1, v2 | --version v1, or make it: tsop create api --group foo --version v9 --kind Bar",
    },
    {
      options: { group: "core", version: "v1", kind: "Pot", defaulting: true },
      message: "usage/invalid-argument: Kubernetes has no kind Pot in core v1 | --kind Pod",
    },
    {
      options: { group: "apps", version: "v1", kind: "Deployment", conversion: true, spoke: ["v2"] },
      message:
        "usage/invalid-argument: apps/v1 Deployment is no kind of this project, and only who defines a kind converts between its versions | Leave out --conversion.",
    },
    {
      options: { ...bar, conversion: true },
      message:
        "usage/invalid-argument: --conversion makes v1 the hub, and no --spoke says which versions are converted to it and back | --spoke v2",
    },
    {
      options: { ...bar, conversion: true, spoke: ["v1"] },
      message: "usage/invalid-argument: v1 is the hub (--version), and cannot be a spoke of itself | --spoke v2",
    },
    {
      options: { ...bar, conversion: true, spoke: ["v2,v2"] },
      message: "usage/invalid-argument: --spoke names v2 twice | Once is enough.",
    },
    {
      options: { ...bar, conversion: true, spoke: ["v3"] },
      message: 'usage/invalid-argument: "v3" is no version of Bar; beside the hub it has v2 | --spoke v2',
    },
    {
      options: { ...bar, version: "1", defaulting: true },
      message: expect.stringContaining("usage/invalid-argument") as string,
    },
  ])("$options", async ({ options, message }) => {
    await addVersion("v2");
    expect(await refusal(options)).toEqual(message);
  });

  test("a conversion of the only version", async () => {
    expect(await refusal({ ...bar, conversion: true, spoke: ["v2"] })).toBe(
      "usage/invalid-argument: Bar has one version, v1, so that there is nothing to convert | " +
        "Add one first, for instance: tsop create api --group foo --version v2 --kind Bar",
    );
  });

  test("what is there already, and a second hub", async () => {
    await addVersion("v2");
    await run({ ...bar, defaulting: true, programmaticValidation: true, conversion: true, spoke: ["v2"] });
    expect(await refusal({ ...bar, defaulting: true, programmaticValidation: true })).toBe(
      "project/webhook-exists: foo.abc.com/v1 Bar has a defaulting webhook already | Edit BarDefaulter, and leave out --defaulting; with --force, the file of the webhooks is made anew.\n" +
        "project/webhook-exists: foo.abc.com/v1 Bar has a validation webhook already | Edit BarValidator, and leave out --programmatic-validation; with --force, the file of the webhooks is made anew.",
    );
    expect(await refusal({ ...bar, conversion: true, spoke: ["v2"] })).toBe(
      "project/webhook-exists: Bar is converted between v2 and v1 already | Edit its conversion.",
    );
    expect(await refusal({ ...bar2, conversion: true, spoke: ["v1"] })).toBe(
      "project/webhook-exists: v1 is the hub of Bar already, and a kind has one hub | --version v1 --conversion --spoke v2",
    );
  });

  test("cert-manager without webhooks", async () => {
    const error: unknown = await edit({ certManager: true }, context()).catch((failure: unknown) => failure);
    expect(String(error)).toContain("there are no webhooks that cert-manager could make a certificate for");
  });
});
