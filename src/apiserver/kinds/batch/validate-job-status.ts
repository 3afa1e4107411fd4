/** Source: validateJobStatus and ValidateJobUpdateStatus in pkg/apis/batch/validation/validation.go. */
import type { JobStatus } from "../../../k8s/batch/v1.js";
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, isSet, listOf, numberOf, objectOf, textOf, textsOf } from "../../api-object.js";
import { duplicate, type FieldError, invalid, required } from "../../../core/field-error.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { rule } from "../rules/index.js";
import { immutable } from "../validation/immutable.js";
import { isSame } from "../common-strategy.js";
import { count, hasCondition, specOf, statusOf } from "../workload-parts.js";

export function validateJobStatus(
  object: ApiObject,
  oldObject: ApiObject,
  version: KubernetesVersion = "1.35",
): FieldError[] {
  return [
    ...rule.judge(counts, statusOf(object), "status", undefined),
    ...validateUncounted(objectOf(statusOf(object), "uncountedTerminatedPods")),
    ...contradictions(object, oldObject),
    ...validateFlips(object, oldObject),
    ...validateDecreases(object, oldObject, version),
  ];
}

const counts: rule.Table<JobStatus> = [rule.nonnegative("active", "succeeded", "failed", "ready", "terminating")];

/** A contradiction that the old status already has is not an error. */
function contradictions(object: ApiObject, oldObject: ApiObject): FieldError[] {
  const [spec, status, old] = [specOf(object), statusOf(object), statusOf(oldObject)];
  const has = (type: string): boolean => hasCondition(status, type);
  const had = (type: string): boolean => hasCondition(old, type);
  const isNew = (...types: readonly string[]): boolean => types.some((type) => has(type) !== had(type));
  const isChanged = (...names: readonly string[]): boolean => names.some((name) => !isSame(status[name], old[name]));
  const areBoth = (type: string, other: string): boolean => has(type) && has(other);
  const notBoth = (type: string, other: string): FieldError =>
    atConditions(`cannot set ${type}=True and ${other}=true conditions`);
  const without = (type: string, other: string): FieldError =>
    atConditions(`cannot set ${type}=True condition without the ${other}=true condition`);

  const [start, end] = [textOf(status, "startTime"), textOf(status, "completionTime")];
  const atEnd = (detail: string): FieldError => invalid("status.completionTime", end, detail);
  const isEndNew = isNew("Complete") || isChanged("completionTime");

  const isFinished = has("Complete") || has("Failed");
  const wasFinished = had("Complete") || had("Failed");
  const isNewOfFinished = (name: string): boolean => isFinished && (!wasFinished || isChanged(name));
  const uncounted = objectOf(status, "uncountedTerminatedPods");
  const pending = listOf(uncounted, "succeeded").length + listOf(uncounted, "failed").length;
  const atCount = (name: string, detail: string): FieldError => invalid(`status.${name}`, count(status, name), detail);
  const atText = (name: string, detail: string): FieldError => invalid(`status.${name}`, textOf(status, name), detail);

  const isIndexed = textOf(spec, "completionMode") === "Indexed";
  const hasLimit = numberOf(spec, "backoffLimitPerIndex") !== undefined;
  const tooManyReady = status["ready"] !== undefined && count(status, "ready") > count(status, "active");
  const rules: readonly (readonly [isBroken: boolean, fault: FieldError])[] = [
    [areBoth("Complete", "Failed") && isNew("Complete", "Failed"), notBoth("Complete", "Failed")],
    [areBoth("Complete", "FailureTarget") && isNew("Complete", "FailureTarget"), notBoth("Complete", "FailureTarget")],
    [
      end !== "" && !has("Complete") && isEndNew,
      atEnd("cannot set completionTime when there is no Complete=True condition"),
    ],
    [
      end === "" && has("Complete") && isEndNew,
      required("status.completionTime", "completionTime is required for Complete jobs"),
    ],
    [
      start !== "" && end !== "" && end < start && isChanged("startTime", "completionTime"),
      atEnd("must be equal to or after `startTime`"),
    ],
    [
      has("Failed") && !has("FailureTarget") && (isNew("Failed") || isChanged("failedIndexes")),
      without("Failed", "FailureTarget"),
    ],
    [
      has("Complete") && !has("SuccessCriteriaMet") && isNew("Complete", "SuccessCriteriaMet"),
      without("Complete", "SuccessCriteriaMet"),
    ],
    [count(status, "active") > 0 && isNewOfFinished("active"), atCount("active", notOfFinished("active"))],
    [
      start === "" && isNewOfFinished("startTime"),
      required("status.startTime", "startTime is required for finished job"),
    ],
    [
      pending > 0 && isNewOfFinished("uncountedTerminatedPods"),
      invalid("status.uncountedTerminatedPods", uncounted, "must be empty for finished job"),
    ],
    [
      count(status, "terminating") > 0 && isNewOfFinished("terminating"),
      atCount("terminating", notOfFinished("terminating")),
    ],
    [tooManyReady && isChanged("ready", "active"), atCount("ready", "cannot set more ready pods than active")],
    [
      !isIndexed && textOf(status, "completedIndexes") !== "" && isChanged("completedIndexes"),
      atText("completedIndexes", "cannot set non-empty completedIndexes when non-indexed completion mode"),
    ],
    [
      !hasLimit && status["failedIndexes"] !== undefined && isChanged("failedIndexes"),
      atText("failedIndexes", "cannot set non-null failedIndexes when backoffLimitPerIndex is null"),
    ],
    [areBoth("SuccessCriteriaMet", "Failed"), notBoth("SuccessCriteriaMet", "Failed")],
    [areBoth("SuccessCriteriaMet", "FailureTarget"), notBoth("SuccessCriteriaMet", "FailureTarget")],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, fault]) => fault);
}

function notOfFinished(name: string): string {
  return `${name}>0 is invalid for finished job`;
}

/** A pod's UID may appear only once. */
function validateUncounted(uncounted: JsonObject | undefined): FieldError[] {
  const seen = new Set<string>();
  return ["succeeded", "failed"].flatMap((list) =>
    textsOf(uncounted, list).flatMap((uid, index) => {
      const path = `status.uncountedTerminatedPods.${list}[${index}]`;
      if (uid === "") return [invalid(path, uid, "must not be empty")];
      const isRepeated = seen.has(uid);
      seen.add(uid);
      return isRepeated ? [duplicate(path, uid)] : [];
    }),
  );
}

function atConditions(detail: string): FieldError {
  return { type: "FieldValueInvalid", field: "status.conditions", message: `Invalid value: ${detail}` };
}

function validateDecreases(object: ApiObject, oldObject: ApiObject, version: KubernetesVersion): FieldError[] {
  const [status, old] = [statusOf(object), statusOf(oldObject)];
  const spec = specOf(object);
  const mayShrink =
    textOf(spec, "completionMode") === "Indexed" && numberOf(spec, "completions") === numberOf(spec, "parallelism");
  const isLess = (name: string): boolean => count(status, name) < count(old, name);
  const hasStarted = textOf(old, "startTime") !== "";
  return [
    ...(isLess("failed")
      ? [invalid("status.failed", count(status, "failed"), "cannot decrease the failed counter")]
      : []),
    ...(isLess("succeeded") && !mayShrink
      ? [invalid("status.succeeded", count(status, "succeeded"), "cannot decrease the succeeded counter")]
      : []),
    ...(textOf(status, "completionTime") !== "" && textOf(old, "completionTime") !== ""
      ? immutable("status.completionTime", status["completionTime"], old["completionTime"])
      : []),
    ...(hasStarted && !isSame(old["startTime"], status["startTime"]) && !isSet(spec, "suspend")
      ? [startIsKept(status, version)]
      : []),
  ];
}

function startIsKept({ startTime = null }: JsonObject, version: KubernetesVersion): FieldError {
  return isSince(version, "1.37")
    ? invalid("status.startTime", startTime, "field is immutable for unsuspended job once set")
    : required("status.startTime", "startTime cannot be removed for unsuspended job");
}

/** A finished job stays finished. */
function validateFlips(object: ApiObject, oldObject: ApiObject): FieldError[] {
  const [status, old] = [statusOf(object), statusOf(oldObject)];
  const isLost = (type: string): boolean => hasCondition(old, type) && !hasCondition(status, type);
  return [
    ...["Failed", "Complete", "FailureTarget"]
      .filter(isLost)
      .map((type) => atConditions(`cannot disable the terminal ${type}=True condition`)),
    ...(isLost("SuccessCriteriaMet") ? [atConditions("cannot disable the SuccessCriteriaMet=True condition")] : []),
  ];
}
