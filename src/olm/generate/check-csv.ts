/** Finds mistakes in a ClusterServiceVersion that OLM would report in the cluster. */
import semver from "semver";
import type { Diagnostic } from "../../core/diagnostic.js";
import type { ExactJsonObject } from "../../core/json.js";
import { at, listAt, textAt } from "../../core/object-fields.js";
import type { MinimumVersion } from "./minimum-version.js";

export function checkCsv(csv: ExactJsonObject, minimum: MinimumVersion): Diagnostic[] {
  const problems: Diagnostic[] = [];
  if (listAt(csv, "spec", "install", "spec", "deployments").length === 0) {
    problems.push({
      code: "bundle/no-deployment",
      severity: "error",
      message:
        "the kustomization in config/manifests generates no Deployment, and OLM runs operators in Deployments only",
      hint: "If the operator is a DaemonSet, run `npx tsop edit --workload deployment` first.",
    });
  }
  const supported = listAt(csv, "spec", "installModes")
    .filter((mode) => at(mode, "supported") === true)
    .map((mode) => textAt(mode, "type"));
  const converts = listAt(csv, "spec", "webhookdefinitions").some(
    (each) => textAt(each, "type") === "ConversionWebhook",
  );
  if (converts && supported.join() !== "AllNamespaces") {
    problems.push({
      code: "bundle/install-modes",
      severity: "error",
      message:
        "an operator that converts versions must support the install mode AllNamespaces only: OLM rejects any other bundle",
      hint: "Run `npx tsop edit --namespaced=false`, or remove installModes from the base in config/manifests/bases.",
    });
  }
  const given = textAt(csv, "spec", "minKubeVersion");
  if (semver.valid(given) !== null && semver.lt(given, minimum.version)) {
    problems.push({
      code: "bundle/min-kube-version",
      severity: "warning",
      message: `minKubeVersion is ${given}, but ${minimum.feature ?? "tsop's runtime library"} requires Kubernetes ${minimum.version}`,
      hint: "Remove minKubeVersion from the base in config/manifests/bases: tsop then computes it.",
    });
  }
  return problems;
}
