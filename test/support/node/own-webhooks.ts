import { type OperatorProject, succeeded } from "./operator-project.js";

/** Adds a validator of Bars, with a second replica, to an operator that creates its own certificates, like a scaffold. */
export async function addOwnWebhooks(project: OperatorProject): Promise<void> {
  const create = [
    "create",
    "webhook",
    "--group",
    "foo",
    "--version",
    "v1",
    "--kind",
    "Bar",
    "--programmatic-validation",
  ];
  succeeded(await project.tsop(create), create);
  const file = "webhooks/v1/bar_webhook.ts";
  const rule = 'return bar.spec.text === "bad" ? [field.invalid("spec.text", "bad", "must not be bad")] : [];';
  const handler = project
    .read(file)
    .replace("return [];", rule)
    .replace("import type { AdmissionContext", "import { field, type AdmissionContext");
  project.write(
    file,
    handler.replace("Manager, ValidationResult, Validator", "type Manager, type ValidationResult, type Validator"),
  );
  succeeded(await project.tsop(["manifests"]), ["manifests"]);
  const manager = project.read("config/manager/manager.yaml");
  project.write("config/manager/manager.yaml", manager.replace("replicas: 1", "replicas: 2"));
}
