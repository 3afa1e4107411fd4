/** Source: pkg/registry/core/replicationcontroller/strategy.go. */
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { ensureObject, objectOf, setDefault, textMapOf } from "../../json-fields.js";
import { isSame } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { ageOf } from "../table-times.js";
import { validateReplicasStatus } from "../validation/replicas-status.js";
import { validateAllNonnegative } from "../validation/values.js";
import {
  containerCells,
  count,
  generationOfSpec,
  nameMakesPodNames,
  scaleOfSpec,
  showLabels,
  specOf,
  statusOf,
  templateOf,
} from "../workload-parts.js";
import { setTemplateDefaults } from "./pod-spec-defaults.js";
import { validateKeptRunning, validateTemplate } from "./validate-template.js";
import { templateWarnings } from "../warnings/pod-warnings.js";

export const replicationController: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    const template = objectOf(spec, "template");
    setDefault(spec, "replicas", 1);
    if (template === undefined) return;
    setTemplateDefaults(template);
    const labels = textMapOf(objectOf(template, "metadata"), "labels");
    if (Object.keys(labels).length === 0) return;
    if (Object.keys(textMapOf(spec, "selector")).length === 0) spec["selector"] = { ...labels };
    if (Object.keys(textMapOf(object.metadata, "labels")).length === 0) object.metadata.labels = { ...labels };
  },
  generationOf: generationOfSpec,
  validate: validateController,
  // Of a change, it is the old template that is looked at: so it is in Kubernetes.
  warnings: (object, old) => [
    ...nameMakesPodNames(object, old),
    ...templateWarnings(templateOf(old ?? object), "spec.template", object, old),
  ],
  status: { validateUpdate: validateStatus },
  subresources: { scale: scaleOfSpec },
  cells: (object, now) => [
    object.metadata.name ?? "",
    count(specOf(object), "replicas"),
    count(statusOf(object), "replicas"),
    count(statusOf(object), "readyReplicas"),
    ageOf(object, now),
    ...containerCells(templateOf(object)),
    showLabels(textMapOf(specOf(object), "selector")),
  ],
  selectableFields: { "status.replicas": (object) => String(count(statusOf(object), "replicas")) },
  defaultPropagationPolicy: "Orphan",
};

function validateController(object: ApiObject): FieldError[] {
  const spec = specOf(object);
  const selector = textMapOf(spec, "selector");
  const template = objectOf(spec, "template");
  const labels = textMapOf(objectOf(template, "metadata"), "labels");
  const isSelected = Object.entries(selector).every(([key, value]) => labels[key] === value);
  const path = "spec.template";
  return [
    ...validateAllNonnegative(spec, ["minReadySeconds"], "spec"),
    ...(isSame(selector, {}) ? [required("spec.selector")] : []),
    ...validateAllNonnegative(spec, ["replicas"], "spec"),
    ...(template === undefined ? [required(path)] : []),
    ...(template === undefined || isSelected
      ? []
      : [invalid(`${path}.metadata.labels`, { ...labels }, "`selector` does not match template `labels`")]),
    ...(template === undefined ? [] : validateTemplate(template, path)),
    ...(template === undefined ? [] : validateKeptRunning(template, path, "ReplicationController")),
  ];
}

function validateStatus(object: ApiObject): FieldError[] {
  const counts = ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"];
  return validateReplicasStatus(object, {
    nonnegative: ["replicas", ...counts, "observedGeneration"],
    atMostReplicas: counts,
    readyName: "readyReplicas",
  });
}
