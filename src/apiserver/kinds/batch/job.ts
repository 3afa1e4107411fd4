/** Source: pkg/registry/batch/job/strategy.go, pkg/apis/batch/v1/defaults.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import {
  ensureObject,
  isSet,
  numberOf,
  objectOf,
  objectsOf,
  setDefault,
  textMapOf,
  textOf,
} from "../../json-fields.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { showDuration } from "../../tables/human-duration.js";
import { formatSelector } from "../tables/selector-text.js";
import { ageOf } from "../table-times.js";
import * as parts from "../workload-parts.js";
import { validateJob, validateJobUpdate } from "./validate-job.js";
import { validateJobStatus } from "./validate-job-status.js";
import { jobWarnings } from "./job-warnings.js";

export const job: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    setJobSpecDefaults(spec, true);
    takeLabels(object);
  },
  prepareForCreate(object) {
    generateSelector(object);
    takeLabels(object);
  },
  generationOf: parts.generationOfSpec,
  validate: validateJob,
  validateUpdate: validateJobUpdate,
  warnings: (object, old) => [
    ...parts.nameMakesPodNames(object, old),
    ...jobWarnings(parts.specOf(object), "spec", object, old),
  ],
  status: { validateUpdate: validateJobStatus },
  cells: jobCells,
  selectableFields: { "status.successful": (object) => String(parts.count(parts.statusOf(object), "succeeded")) },
  defaultPropagationPolicy: "Orphan",
};

/** The spec inside of a CronJob gets the defaults of its pods alone. */
export function setJobSpecDefaults(spec: JsonObject, isJob: boolean): void {
  setTemplateDefaults(ensureObject(spec, "template"));
  for (const rule of objectsOf(objectOf(spec, "podFailurePolicy"), "rules")) {
    for (const pattern of objectsOf(rule, "onPodConditions")) {
      if (textOf(pattern, "status") === "") pattern["status"] = "True";
    }
  }
  if (!isJob) return;
  if (numberOf(spec, "parallelism") === undefined) setDefault(spec, "completions", 1);
  setDefault(spec, "parallelism", 1);
  setDefault(spec, "backoffLimit", numberOf(spec, "backoffLimitPerIndex") === undefined ? 6 : 2 ** 31 - 1);
  setDefault(spec, "completionMode", "NonIndexed");
  setDefault(spec, "suspend", false);
  const hasPolicy = objectOf(spec, "podFailurePolicy") !== undefined;
  setDefault(spec, "podReplacementPolicy", hasPolicy ? "Failed" : "TerminatingOrFailed");
  setDefault(spec, "manualSelector", false);
}

/** A job without labels has those of its pods. */
function takeLabels(object: ApiObject): void {
  const labels = textMapOf(objectOf(objectOf(parts.specOf(object), "template"), "metadata"), "labels");
  const hasOwn = Object.keys(textMapOf(object.metadata, "labels")).length > 0;
  if (Object.keys(labels).length > 0 && !hasOwn) object.metadata.labels = { ...labels };
}

/** Pods of this job alone: by its uid. */
function generateSelector(object: ApiObject): void {
  const spec = ensureObject(object, "spec");
  if (isSet(spec, "manualSelector")) return;
  const { name = "", uid = "" } = object.metadata;
  const labels = ensureObject(ensureObject(ensureObject(spec, "template"), "metadata"), "labels");
  setDefault(labels, "job-name", name);
  setDefault(labels, "batch.kubernetes.io/job-name", name);
  setDefault(labels, "controller-uid", uid);
  setDefault(labels, "batch.kubernetes.io/controller-uid", uid);
  setDefault(ensureObject(ensureObject(spec, "selector"), "matchLabels"), "batch.kubernetes.io/controller-uid", uid);
}

function jobCells(object: ApiObject, now: number) {
  const spec = parts.specOf(object);
  const status = parts.statusOf(object);
  return [
    object.metadata.name ?? "",
    stateOf(object),
    `${parts.count(status, "succeeded")}/${completions(spec)}`,
    durationOf(status, now),
    ageOf(object, now),
    ...parts.containerCells(parts.templateOf(object)),
    formatSelector(objectOf(spec, "selector")),
  ];
}

function completions(spec: JsonObject): string {
  const wanted = numberOf(spec, "completions");
  if (wanted !== undefined) return String(wanted);
  const parallelism = parts.count(spec, "parallelism");
  return parallelism > 1 ? `1 of ${parallelism}` : "1";
}

function durationOf(status: JsonObject, now: number): string {
  const start = textOf(status, "startTime");
  if (start === "") return "";
  const end = textOf(status, "completionTime");
  return showDuration((end === "" ? now : Date.parse(end)) - Date.parse(start));
}

function stateOf(object: ApiObject): string {
  const has = (type: string): boolean => parts.hasCondition(parts.statusOf(object), type);
  if (has("Complete")) return "Complete";
  if (has("Failed")) return "Failed";
  if (object.metadata.deletionTimestamp !== undefined) return "Terminating";
  if (has("Suspended")) return "Suspended";
  if (has("FailureTarget")) return "FailureTarget";
  return has("SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
}
