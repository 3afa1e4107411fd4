import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readManifests } from "../../src/cluster/manifest-files.js";
import { edit } from "../../src/commands/edit.js";
import { parseProject } from "../../src/project/parse.js";
import { compileFiles } from "../support/compile-types.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { filesOf, snapshot } from "../support/temp-folder.js";
import { webhookProject } from "../support/webhook-project.js";

const bar2 = { ...bar, version: "v2" };
const withBar = await scaffold({ apis: [bar] });

describe("create webhook", () => {
  test("writes handlers, wires them, and makes them reachable", async () => {
    const { root, read, run, webhooksIn } = webhookProject(withBar);
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
    const [atOnce, inSteps] = [webhookProject(withBar), webhookProject(withBar)];
    await atOnce.run({ ...bar, defaulting: true, programmaticValidation: true });
    await inSteps.run({ ...bar, defaulting: true });
    await inSteps.run({ ...bar, programmaticValidation: true });
    expect(snapshot(inSteps.root)).toEqual(snapshot(atOnce.root));

    const { root, read, run } = webhookProject(withBar);
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
    const marked = webhookProject(withBar);
    await marked.run({ ...bar, defaulting: true });
    const all = { ...bar, programmaticValidation: true };
    await marked.run(all);
    const files = ["webhooks/v1/bar_webhook.ts", "webhooks/v1/bar_webhook.test.ts", "main.ts"];
    const withMarkers = files.map(marked.read);
    const { root, read, run } = webhookProject(withBar);
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
    const { root, read, run, refusal } = webhookProject(withBar);
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

  test("two versions with webhooks get two names in main.ts", async () => {
    const { read, run, addVersion } = webhookProject(withBar);
    await addVersion("v2");
    await run({ ...bar, defaulting: true });
    await run({ ...bar2, defaulting: true });
    expect(read("main.ts")).toContain("import { setupBarWebhook as setupBarV2Webhook } from");
    expect(read("main.ts")).toContain("  setupBarWebhook(manager);\n  setupBarV2Webhook(manager);\n");
  });

  test("a kind of Kubernetes' own is recorded, and the danger said", async () => {
    const { read, run } = webhookProject(withBar);
    const { text } = await run({ group: "core", version: "v1", kind: "Pod", programmaticValidation: true });
    expect(read("webhooks/v1/pod_webhook.ts")).toContain('import { Pod } from "tsop/k8s/core/v1";');
    expect(parseProject(read("PROJECT")).resources[1]).toMatchObject({ core: true, group: "core", kind: "Pod" });
    expect(text).toContain("@namespaceSelector kubernetes.io/metadata.name!=demo-system");
  });

  test("cert-manager takes the place of the operator's own certificate, and the other way round", async () => {
    const { root, context, read, run } = webhookProject(withBar);
    await run({ ...bar, defaulting: true });
    const own = filesOf(root);
    await edit({ certManager: true }, context());
    expect(read("config/default/kustomization.yaml")).toContain("- ../certmanager\n");
    expect(read("config/default/kustomization.yaml")).toContain("- path: webhook_cert_manager_replacements.yaml\n");
    expect(Object.keys(snapshot(root))).not.toContain("config/rbac/webhook_certificates_role.yaml");
    const withCertManager = filesOf(root);
    await edit({ certManager: false }, context());
    expect(filesOf(root)).toEqual(own);
    const other = webhookProject(withBar);
    await other.run({ ...bar, defaulting: true, certManager: true });
    expect(filesOf(other.root)).toEqual(withCertManager);
  });

  test("--force regenerates the handlers, including the existing ones", async () => {
    const { root, read, run } = webhookProject(withBar);
    await run({ ...bar, defaulting: true });
    writeFileSync(path.join(root, "webhooks/v1/bar_webhook.ts"), "// gone\n");
    const { text } = await run({ ...bar, programmaticValidation: true, force: true });
    expect(read("webhooks/v1/bar_webhook.ts")).toMatch(/BarDefaulter[^]*BarValidator/);
    expect(text).toContain("-// gone");
  });

  test("--dry-run writes nothing", async () => {
    const { root, run } = webhookProject(withBar);
    const before = snapshot(root);
    const result = await run({ ...bar, defaulting: true, dryRun: true, diff: true });
    expect(snapshot(root)).toEqual(before);
    expect(result.text).toContain("+++ b/webhooks/v1/bar_webhook.ts");
    expect(result.json["changes"]).toContainEqual({ kind: "overwrite", path: "main.ts" });
  });
});
