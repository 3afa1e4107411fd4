/** Source: pkg/registry/apps/replicaset/strategy.go, pkg/apis/apps/v1/defaults.go, pkg/apis/apps/validation/validation.go. */
import type * as apps from "../../../k8s/apps/v1.js";
import { type ApiObject, ensureObject, objectOf, setDefault } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { keptRunning, template } from "../pods/validate-template.js";
import { rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import * as workload from "../validation/workload-rules.js";
import { templateWarnings } from "../warnings/pod-warnings.js";
import * as parts from "../workload-parts.js";

/** The template rules of ReplicaSets and Deployments. */
export const replicaTemplate: rule.Rule<apps.ReplicaSetSpec, unknown> = rule.first(
  rule.invalidIf("selector", "invalid label selector", (spec) => !workload.isReadable(objectOf(spec, "selector"))),
  rule.all(
    ({ object, path }) => workload.validateSelectedLabels(object, path),
    rule.object("template", [...template, keptRunning("ReplicaSet")]),
  ),
);

/** Shows the ready replicas of a ReplicaSet, Deployment, or StatefulSet: `1/3`. */
export function readyCount(object: ApiObject): string {
  return `${parts.count(parts.statusOf(object), "readyReplicas")}/${parts.count(parts.specOf(object), "replicas")}`;
}

const rules: rule.Table<apps.ReplicaSet> = [
  rule.object("spec", [
    rule.nonnegative("replicas", "minReadySeconds"),
    // Kubernetes uses this word here.
    ...workload.podSelector("deployment"),
    replicaTemplate,
  ]),
];

const counts = ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"];
const status = workload.replicasStatus({
  nonnegative: ["replicas", ...counts, "observedGeneration", "terminatingReplicas"],
  atMostReplicas: counts,
});

/** The rules that ReplicaSets and Deployments share. */
export const ofReplicas: KindRules = {
  generationOf: parts.generationOfSpec,
  warnings: (object, old) => [
    ...parts.nameMakesPodNames(object, old),
    ...templateWarnings(parts.templateOf(object), "spec.template", object, old),
  ],
  subresources: { scale: parts.scaleOfSpec },
};

export const replicaSet: KindRules = {
  ...ofReplicas,
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    setDefault(spec, "replicas", 1);
    setTemplateDefaults(ensureObject(spec, "template"));
  },
  validate: rule.validator(rules),
  validateUpdate: rule.validator([...rules, rule.object("spec", [rule.unchanged("selector")])]),
  status: { validateUpdate: workload.statusValidator(status) },
  cells: cell.row(
    cell.nameOf,
    cell.number("spec.replicas"),
    cell.number("status.replicas"),
    cell.number("status.readyReplicas"),
    cell.ageOf,
    ...cell.containers("spec.template"),
    cell.selector("spec.selector"),
  ),
  selectableFields: { "status.replicas": (object) => String(parts.count(parts.statusOf(object), "replicas")) },
};
