/** Source: pkg/registry/apps/replicaset/strategy.go, pkg/apis/apps/v1/defaults.go, pkg/apis/apps/validation/validation.go. */
import type * as apps from "../../../k8s/apps/v1.js";
import type { ApiObject } from "../../api-object.js";
import { invalid } from "../../../core/field-error.js";
import { ensureObject, objectOf, setDefault } from "../../json-fields.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { validateKeptRunning, validateTemplate } from "../pods/validate-template.js";
import * as rule from "../rules/index.js";
import { formatSelector } from "../tables/selector-text.js";
import { ageOf } from "../table-times.js";
import * as workload from "../validation/workload-rules.js";
import { templateWarnings } from "../warnings/pod-warnings.js";
import * as parts from "../workload-parts.js";

/** Of a ReplicaSet, and of a Deployment. */
export function replicaTemplate({ object: spec, path }: rule.Place<unknown>): rule.Faults {
  const selector = objectOf(spec, "selector");
  const template = objectOf(spec, "template") ?? {};
  if (!workload.isReadable(selector)) return [invalid(`${path}.selector`, selector, "invalid label selector")];
  return [
    ...workload.validateSelectedLabels(spec, path),
    ...validateTemplate(template, `${path}.template`),
    ...validateKeptRunning(template, `${path}.template`, "ReplicaSet"),
  ];
}

const rules: rule.Table<apps.ReplicaSet> = [
  rule.object("spec", [
    rule.nonnegative("replicas", "minReadySeconds"),
    // The word is Kubernetes' own.
    ...workload.podSelector("deployment"),
    replicaTemplate,
  ]),
];

const counts = ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"];
const status = workload.replicasStatus({
  nonnegative: ["replicas", ...counts, "observedGeneration", "terminatingReplicas"],
  atMostReplicas: counts,
});

export const replicaSet: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    setDefault(spec, "replicas", 1);
    setTemplateDefaults(ensureObject(spec, "template"));
  },
  generationOf: parts.generationOfSpec,
  validate: rule.validator(rules),
  validateUpdate: rule.validator([...rules, rule.object("spec", [rule.unchanged("selector")])]),
  warnings: (object, old) => [
    ...parts.nameMakesPodNames(object, old),
    ...templateWarnings(parts.templateOf(object), "spec.template", object, old),
  ],
  status: { validateUpdate: workload.statusValidator(status) },
  subresources: { scale: parts.scaleOfSpec },
  cells: replicaSetCells,
  selectableFields: { "status.replicas": (object) => String(parts.count(parts.statusOf(object), "replicas")) },
};

function replicaSetCells(object: ApiObject, now: number) {
  const [spec, current] = [parts.specOf(object), parts.statusOf(object)];
  return [
    object.metadata.name ?? "",
    parts.count(spec, "replicas"),
    parts.count(current, "replicas"),
    parts.count(current, "readyReplicas"),
    ageOf(object, now),
    ...parts.containerCells(parts.templateOf(object)),
    formatSelector(objectOf(spec, "selector")),
  ];
}
