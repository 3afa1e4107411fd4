/** Finds out why OLM or tsop cannot install a bundle, before anything is changed. */
import { type Diagnostic, errorAt } from "../../core/diagnostic.js";
import type { ErrorCode } from "../../core/error-codes.js";
import { bundleKeys } from "../annotations.js";
import type { Bundle, BundleFault, Read } from "../read/bundle.js";
import type { ReadCsv, ReadWebhookRule } from "../read/csv-shape.js";
import type { ValuePath } from "../../apiserver/yaml/located-document.js";
import { supportedKinds } from "../supported-kinds.js";

export type InstallableBundle =
  | { readonly kind: "installable"; readonly csv: Read<ReadCsv>; readonly packageName: string }
  | { readonly kind: "faults"; readonly diagnostics: readonly Diagnostic[] };

export function checkBundle(bundle: Bundle): InstallableBundle {
  const { csv, annotations } = bundle;
  const diagnostics = bundle.faults.filter((fault) => isFatal(fault, bundle)).map(toDiagnostic);
  if (csv === undefined || annotations === undefined) return { kind: "faults", diagnostics };
  const packageName = annotations.value[bundleKeys.package] ?? "";
  if (!isPackageName.test(packageName)) {
    const at = annotations.document.at(["annotations", bundleKeys.package]);
    const message =
      packageName === ""
        ? "the annotations name no package"
        : `the package name ${JSON.stringify(packageName)} is not valid`;
    const hint = `Write \`${bundleKeys.package}: NAME\`, with lower-case letters, digits, hyphens and dots.`;
    diagnostics.push(errorAt("bundle/invalid", at, message, hint));
  }
  diagnostics.push(...checkStrategy(csv), ...checkWebhooks(csv), ...checkCrds(bundle), ...checkOthers(bundle));
  return diagnostics.length > 0 ? { kind: "faults", diagnostics } : { kind: "installable", csv, packageName };
}

/** The name is a part of the names of objects, and of commands in messages. */
const isPackageName = /^[a-z0-9](?:[-.a-z0-9]{0,198}[a-z0-9])?$/;

/** Wrong values in annotations, and other files of the folder, do not concern the installation. */
function isFatal({ kind, at }: BundleFault, { annotations, scorecardFile, csv }: Bundle): boolean {
  if (kind === "hidden-file" || kind === "nested-folder") return false;
  if (at.file.endsWith(`/${scorecardFile}`)) return false;
  return kind !== "wrong-type" || at.file === csv?.document.file || annotations === undefined;
}

function toDiagnostic({ message, at }: BundleFault): Diagnostic {
  return errorAt("bundle/invalid", at, message, "`tsop bundle validate` explains it.");
}

function reporter(csv: Read<ReadCsv>, diagnostics: Diagnostic[]) {
  return (code: ErrorCode, path: ValuePath, message: string, hint: string): void =>
    void diagnostics.push(errorAt(code, csv.document.at(path), message, hint));
}

function checkStrategy(csv: Read<ReadCsv>): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = reporter(csv, diagnostics);
  const { metadata = {}, spec = {} } = csv.value;
  if ((metadata.name ?? "") === "") {
    report("bundle/invalid", ["metadata"], "the ClusterServiceVersion has no name", "Write `name: NAME.vVERSION`.");
  }
  const { strategy = "", spec: install = {} } = spec.install ?? {};
  if (strategy !== "deployment") {
    const message = `the install strategy is ${JSON.stringify(strategy)}`;
    report(
      "bundle/not-supported",
      ["spec", "install", "strategy"],
      message,
      "OLM installs `strategy: deployment` only.",
    );
  } else if ((install.deployments ?? []).length === 0) {
    const message = "the ClusterServiceVersion contains no Deployment";
    report("bundle/no-deployment", ["spec", "install", "spec"], message, "Add it to spec.install.spec.deployments.");
  }
  for (const [index, { name = "", group = "" }] of (spec.apiservicedefinitions?.owned ?? []).entries()) {
    report(
      "bundle/not-supported",
      ["spec", "apiservicedefinitions", "owned", index],
      `the operator serves ${name === "" ? group : name} with its own API server, and tsop does not install API servers`,
      "Try the bundle on a cluster with OLM: `tsop catalog manifests` prints the objects for it.",
    );
  }
  return diagnostics;
}

function checkWebhooks(csv: Read<ReadCsv>): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = reporter(csv, diagnostics);
  const { spec = {} } = csv.value;
  const deployments = (spec.install?.spec?.deployments ?? []).map(({ name = "" }) => name);
  const owned = (spec.customresourcedefinitions?.owned ?? []).map(({ name = "" }) => name);
  const converted = new Set<string>();
  for (const [index, webhook] of (spec.webhookdefinitions ?? []).entries()) {
    const path = ["spec", "webhookdefinitions", index];
    const { type = "", deploymentName = "", generateName = "", conversionCRDs = [], rules = [] } = webhook;
    if (!webhookTypes.includes(type)) {
      const hint = `Write one of ${webhookTypes.join(", ")}.`;
      report("bundle/invalid", [...path, "type"], `${JSON.stringify(type)} is not a type of webhooks`, hint);
    }
    if (!deployments.includes(deploymentName)) {
      const message = `the webhook ${generateName} names the Deployment ${JSON.stringify(deploymentName)}, which the bundle does not contain`;
      report("bundle/invalid", [...path, "deploymentName"], message, `Write one of ${deployments.join(", ")}.`);
    }
    for (const [at, rule] of rules.entries()) {
      const fault = ruleFault(rule);
      if (fault === undefined) continue;
      const hint = "OLM rejects webhooks that could block OLM itself: name the groups and resources of the operator.";
      report("bundle/not-supported", [...path, "rules", at], `the webhook ${generateName} receives ${fault}`, hint);
    }
    if (type !== "ConversionWebhook") continue;
    const others = (spec.installModes ?? []).filter((each) => each.type !== "AllNamespaces" && each.supported === true);
    if (others.length > 0) {
      const message = `the bundle converts versions and supports the install mode ${others[0]?.type ?? ""}`;
      const hint = "OLM installs conversion webhooks only if AllNamespaces is the only supported mode.";
      report("bundle/install-modes", ["spec", "installModes"], message, hint);
    }
    for (const name of conversionCRDs) {
      const fault = converted.has(name)
        ? `two webhooks convert ${name}`
        : owned.includes(name)
          ? undefined
          : `the bundle converts ${name}, and does not own it`;
      converted.add(name);
      if (fault === undefined) continue;
      report("bundle/invalid", [...path, "conversionCRDs"], fault, "List each owned CRD at one webhook.");
    }
  }
  return diagnostics;
}

/** Source: operator-lifecycle-manager, pkg/controller/install/webhook.go (ValidWebhookRules). */
function ruleFault({ apiGroups = [], resources = [] }: ReadWebhookRule): string | undefined {
  if (apiGroups.includes("*")) return "the requests of all API groups";
  if (apiGroups.includes("operators.coreos.com")) return "the requests of OLM's API group";
  const protectedResources = ["*", "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];
  if (!apiGroups.includes("admissionregistration.k8s.io")) return undefined;
  return resources.some((each) => protectedResources.includes(each)) ? "requests about webhooks" : undefined;
}

const webhookTypes: readonly string[] = ["ValidatingAdmissionWebhook", "MutatingAdmissionWebhook", "ConversionWebhook"];

function checkCrds({ crds }: Bundle): Diagnostic[] {
  return crds.flatMap(({ gvk: { group, version }, name, document }) => {
    if (name === "") {
      return [errorAt("bundle/invalid", document.at(["metadata"]), "the CRD has no name", "Write metadata.name.")];
    }
    if (group === "apiextensions.k8s.io" && version === "v1") return [];
    const message = `Kubernetes does not serve the CRD ${name} of ${group}/${version}`;
    return [
      errorAt("bundle/not-supported", document.at(["apiVersion"]), message, "Write it for apiextensions.k8s.io/v1."),
    ];
  });
}

function checkOthers({ others }: Bundle): Diagnostic[] {
  return others
    .filter(({ gvk, name }) => !supportedKinds.has(gvk.kind) || name === "")
    .map(({ gvk, name, document }) =>
      supportedKinds.has(gvk.kind)
        ? errorAt("bundle/invalid", document.at(["metadata"]), `the ${gvk.kind} has no name`, "Write metadata.name.")
        : errorAt(
            "bundle/not-supported",
            document.at(["kind"]),
            `OLM does not install objects of the kind ${gvk.kind || "(none)"}${name === "" ? "" : `, such as ${name}`}`,
            "Remove the file from manifests/, and let the operator create the object.",
          ),
    );
}
