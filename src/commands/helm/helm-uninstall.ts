import { TsopError } from "../../core/errors.js";
import { field, text as textField } from "../../core/json-fields.js";
import { parseAllYaml } from "../../core/yaml.js";
import type { CommandResult, Context } from "../context.js";
import type { HelmUninstallOptions } from "../declared/helm.js";
import { findRelease, helmTime, runHelm, showHelm } from "./helm-program.js";

/**
 * Uninstalls the release. With the CRDs, Kubernetes deletes all objects of their kinds, so the release must keep them
 * (the value `crds.keep`), unless the user passes `--delete-data`.
 *
 * @throws TsopError `helm/deletes-data`, `cluster/not-confirmed`, and those of `runHelm`
 */
export async function helmUninstall(options: HelmUninstallOptions, context: Context): Promise<CommandResult> {
  const { dryRun, deleteData } = options;
  const { name, namespace, flags } = await findRelease(options, context, dryRun === true ? "read" : "change");
  const args = [
    ...["uninstall", name, ...flags],
    ...(options.wait === false ? [] : ["--wait"]),
    ...["--timeout", helmTime(options.timeout)],
  ];
  if (dryRun === true) return showHelm(args);
  if (deleteData !== true) {
    const manifest = await runHelm(["get", "manifest", name, ...flags], `reading the release ${name}`, context);
    refuseDeletedCrds(manifest, name);
  }
  const text = await runHelm(args, `uninstalling the release ${name}`, context);
  return { text: text.trimEnd(), json: { release: name, namespace } };
}

function refuseDeletedCrds(manifest: string, name: string): void {
  const lost = parseAllYaml(manifest, `the release ${name}`).filter(isDeletedCrd).map(nameOf);
  if (lost.length === 0) return;
  throw new TsopError(
    "helm/deletes-data",
    `the release ${name} would delete the CRDs ${lost.join(", ")}, and with them all objects of their kinds`,
    {
      hint: "To keep them, first run `npx tsop helm deploy --set crds.keep=true`. To delete them, pass --delete-data.",
    },
  );
}

function isDeletedCrd(object: unknown): boolean {
  const annotations = field(field(object, "metadata"), "annotations");
  return (
    textField(object, "kind") === "CustomResourceDefinition" &&
    textField(annotations, "helm.sh/resource-policy") !== "keep"
  );
}

function nameOf(object: unknown): string {
  return textField(field(object, "metadata"), "name") ?? "?";
}
