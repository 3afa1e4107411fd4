/** Source: pkg/registry/core/replicationcontroller/strategy.go. */
import type { ReplicationController } from "../../../k8s/core/v1.js";
import { invalid } from "../../../core/field-error.js";
import { ensureObject, objectOf, setDefault, textMapOf } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import * as workload from "../validation/workload-rules.js";
import { templateWarnings } from "../warnings/pod-warnings.js";
import * as parts from "../workload-parts.js";
import { setTemplateDefaults } from "./pod-spec-defaults.js";
import { keptRunning, template } from "./validate-template.js";

const rules: rule.Table<ReplicationController> = [
  rule.object("spec", [
    rule.nonnegative("minReadySeconds"),
    rule.requiredIf("selector", "", (spec) => Object.keys(textMapOf(spec, "selector")).length === 0),
    rule.nonnegative("replicas"),
    rule.requiredObject("template", "", [
      ({ object, path, parent }) => {
        const labels = textMapOf(objectOf(object, "metadata"), "labels");
        const selector = Object.entries(textMapOf(parent?.object, "selector"));
        const isSelected = selector.every(([key, value]) => labels[key] === value);
        const detail = "`selector` does not match template `labels`";
        return isSelected ? [] : [invalid(`${path}.metadata.labels`, { ...labels }, detail)];
      },
      ...template,
      keptRunning("ReplicationController"),
    ]),
  ]),
];

const counts = ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"];
const status = workload.replicasStatus({
  nonnegative: ["replicas", ...counts, "observedGeneration"],
  atMostReplicas: counts,
});

export const replicationController: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    const given = objectOf(spec, "template");
    setDefault(spec, "replicas", 1);
    if (given === undefined) return;
    setTemplateDefaults(given);
    const labels = textMapOf(objectOf(given, "metadata"), "labels");
    if (Object.keys(labels).length === 0) return;
    if (Object.keys(textMapOf(spec, "selector")).length === 0) spec["selector"] = { ...labels };
    if (Object.keys(textMapOf(object.metadata, "labels")).length === 0) object.metadata.labels = { ...labels };
  },
  generationOf: parts.generationOfSpec,
  validate: rule.validator(rules),
  // On update, Kubernetes checks the old template.
  warnings: (object, old) => [
    ...parts.nameMakesPodNames(object, old),
    ...templateWarnings(parts.templateOf(old ?? object), "spec.template", object, old),
  ],
  status: { validateUpdate: workload.statusValidator(status) },
  subresources: { scale: parts.scaleOfSpec },
  cells: cell.row(
    cell.nameOf,
    cell.number("spec.replicas"),
    cell.number("status.replicas"),
    cell.number("status.readyReplicas"),
    cell.ageOf,
    ...cell.containers("spec.template"),
    cell.labels("spec.selector"),
  ),
  selectableFields: { "status.replicas": (object) => String(parts.count(parts.statusOf(object), "replicas")) },
  defaultPropagationPolicy: "Orphan",
};
