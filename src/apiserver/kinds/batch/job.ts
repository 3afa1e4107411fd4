/** Source: pkg/registry/batch/job/strategy.go, pkg/apis/batch/v1/defaults.go. */
import type { JsonObject } from "../../../core/json.js";
import {
  type ApiObject,
  ensureObject,
  isSet,
  numberOf,
  objectOf,
  objectsOf,
  setDefault,
  setDefaults,
  textMapOf,
  textOf,
} from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { showDuration } from "../../tables/human-duration.js";
import * as cell from "../tables/cells.js";
import { templateWarnings } from "../warnings/pod-warnings.js";
import * as parts from "../workload-parts.js";
import { validateJob } from "./validate-job.js";
import { validateJobUpdate } from "./validate-job-update.js";
import { validateJobStatus } from "./validate-job-status.js";

const manyCompletions = 100_000;
const muchParallelism = 10_000;

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
  cells: cell.row(
    cell.nameOf,
    stateOf,
    (object) => `${parts.count(parts.statusOf(object), "succeeded")}/${completions(parts.specOf(object))}`,
    (object, now) => durationOf(parts.statusOf(object), now),
    cell.ageOf,
    ...cell.containers("spec.template"),
    cell.selector("spec.selector"),
  ),
  selectableFields: { "status.successful": (object) => String(parts.count(parts.statusOf(object), "succeeded")) },
  defaultPropagationPolicy: "Orphan",
};

/** The spec inside a CronJob gets only the defaults of its pods. */
export function setJobSpecDefaults(spec: JsonObject, isJob: boolean): void {
  setTemplateDefaults(ensureObject(spec, "template"));
  for (const rule of objectsOf(objectOf(spec, "podFailurePolicy"), "rules")) {
    for (const pattern of objectsOf(rule, "onPodConditions")) {
      if (textOf(pattern, "status") === "") pattern["status"] = "True";
    }
  }
  if (!isJob) return;
  if (numberOf(spec, "parallelism") === undefined) setDefault(spec, "completions", 1);
  setDefaults(spec, {
    parallelism: 1,
    backoffLimit: numberOf(spec, "backoffLimitPerIndex") === undefined ? 6 : 2 ** 31 - 1,
    completionMode: "NonIndexed",
    suspend: false,
    podReplacementPolicy: objectOf(spec, "podFailurePolicy") === undefined ? "TerminatingOrFailed" : "Failed",
    manualSelector: false,
  });
}

/** A job without labels gets the labels of its pods. */
function takeLabels(object: ApiObject): void {
  const labels = textMapOf(objectOf(objectOf(parts.specOf(object), "template"), "metadata"), "labels");
  const hasOwn = Object.keys(textMapOf(object.metadata, "labels")).length > 0;
  if (Object.keys(labels).length > 0 && !hasOwn) object.metadata.labels = { ...labels };
}

/** Selects only the pods of this job, by its UID. */
function generateSelector(object: ApiObject): void {
  const spec = ensureObject(object, "spec");
  if (isSet(spec, "manualSelector")) return;
  const { name = "", uid = "" } = object.metadata;
  const labels = ensureObject(ensureObject(ensureObject(spec, "template"), "metadata"), "labels");
  setDefaults(labels, { "job-name": name, "batch.kubernetes.io/job-name": name });
  setDefaults(labels, { "controller-uid": uid, "batch.kubernetes.io/controller-uid": uid });
  setDefault(ensureObject(ensureObject(spec, "selector"), "matchLabels"), "batch.kubernetes.io/controller-uid", uid);
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

/** Source: kubernetes/pkg/api/job/warnings.go. */
export function jobWarnings(spec: JsonObject, path: string, object: ApiObject, old: ApiObject | undefined): string[] {
  const isChanged = old === undefined || object.metadata.generation !== old.metadata.generation;
  const isMuch =
    spec["completionMode"] === "Indexed" &&
    (numberOf(spec, "completions") ?? 0) > manyCompletions &&
    (numberOf(spec, "parallelism") ?? 0) > muchParallelism;
  const advice =
    "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail";
  return [
    ...(isChanged && isMuch ? [`${path}: ${advice}`] : []),
    ...templateWarnings(objectOf(spec, "template"), `${path}.template`, object, old),
  ];
}
