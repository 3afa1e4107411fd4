/** Source: validateJobStatus and ValidateJobUpdateStatus in pkg/apis/batch/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { duplicate, type FieldError, invalid, required } from "../../../core/field-error.js";
import { isSet, listOf, numberOf, objectOf, textOf, textsOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import { isSame } from "../common-strategy.js";
import { validateAllNonnegative } from "../validation/values.js";
import { count, hasCondition, specOf, statusOf } from "../workload-parts.js";

export function validateJobStatus(object: ApiObject, oldObject: ApiObject): FieldError[] {
  const [status, old] = [statusOf(object), statusOf(oldObject)];
  const has = (type: string): boolean => hasCondition(status, type);
  const had = (type: string): boolean => hasCondition(old, type);
  const isFinished = has("Complete") || has("Failed");
  const wasFinished = had("Complete") || had("Failed");
  const isChanged = (name: string): boolean => !isSame(status[name], old[name]);
  const isNew = (type: string): boolean => has(type) !== had(type);
  const [start, end] = [textOf(status, "startTime"), textOf(status, "completionTime")];
  const uncounted = objectOf(status, "uncountedTerminatedPods");
  const pending = listOf(uncounted, "succeeded").length + listOf(uncounted, "failed").length;
  const finishedChanged = isFinished !== wasFinished;
  const indexed = textOf(specOf(object), "completionMode") === "Indexed";
  const rules: readonly (readonly [isBroken: boolean, fault: FieldError])[] = [
    [
      has("Complete") && has("Failed") && (isNew("Complete") || isNew("Failed")),
      atConditions("cannot set Complete=True and Failed=true conditions"),
    ],
    [
      has("Complete") && has("FailureTarget") && (isNew("Complete") || isNew("FailureTarget")),
      atConditions("cannot set Complete=True and FailureTarget=true conditions"),
    ],
    [
      end !== "" && !has("Complete") && (isNew("Complete") || isChanged("completionTime")),
      invalid("status.completionTime", end, "cannot set completionTime when there is no Complete=True condition"),
    ],
    [
      end === "" && has("Complete") && (isNew("Complete") || isChanged("completionTime")),
      required("status.completionTime", "completionTime is required for Complete jobs"),
    ],
    [
      start !== "" && end !== "" && end < start && (isChanged("startTime") || isChanged("completionTime")),
      invalid("status.completionTime", end, "must be equal to or after `startTime`"),
    ],
    [
      has("Failed") && !has("FailureTarget") && (isNew("Failed") || isChanged("failedIndexes")),
      atConditions("cannot set Failed=True condition without the FailureTarget=true condition"),
    ],
    [
      has("Complete") && !has("SuccessCriteriaMet") && (isNew("Complete") || isNew("SuccessCriteriaMet")),
      atConditions("cannot set Complete=True condition without the SuccessCriteriaMet=true condition"),
    ],
    [
      isFinished && count(status, "active") > 0 && (finishedChanged || isChanged("active")),
      invalid("status.active", count(status, "active"), "active>0 is invalid for finished job"),
    ],
    [
      isFinished && start === "" && (finishedChanged || isChanged("startTime")),
      required("status.startTime", "startTime is required for finished job"),
    ],
    [
      isFinished && pending > 0 && (finishedChanged || isChanged("uncountedTerminatedPods")),
      invalid("status.uncountedTerminatedPods", uncounted ?? null, "must be empty for finished job"),
    ],
    [
      isFinished && count(status, "terminating") > 0 && (finishedChanged || isChanged("terminating")),
      invalid("status.terminating", count(status, "terminating"), "terminating>0 is invalid for finished job"),
    ],
    [
      status["ready"] !== undefined &&
        count(status, "ready") > count(status, "active") &&
        (isChanged("ready") || isChanged("active")),
      invalid("status.ready", count(status, "ready"), "cannot set more ready pods than active"),
    ],
    [
      !indexed && textOf(status, "completedIndexes") !== "" && isChanged("completedIndexes"),
      invalid(
        "status.completedIndexes",
        textOf(status, "completedIndexes"),
        "cannot set non-empty completedIndexes when non-indexed completion mode",
      ),
    ],
    [
      numberOf(specOf(object), "backoffLimitPerIndex") === undefined &&
        status["failedIndexes"] !== undefined &&
        isChanged("failedIndexes"),
      invalid(
        "status.failedIndexes",
        textOf(status, "failedIndexes"),
        "cannot set non-null failedIndexes when backoffLimitPerIndex is null",
      ),
    ],
    [
      has("SuccessCriteriaMet") && has("Failed"),
      atConditions("cannot set SuccessCriteriaMet=True and Failed=true conditions"),
    ],
    [
      has("SuccessCriteriaMet") && has("FailureTarget"),
      atConditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions"),
    ],
  ];
  return [
    ...validateAllNonnegative(status, ["active", "succeeded", "failed", "ready", "terminating"], "status"),
    ...validateUncounted(uncounted),
    ...rules.filter(([isBroken]) => isBroken).map(([, fault]) => fault),
    ...validateFlips(object, oldObject),
    ...validateDecreases(object, oldObject),
  ];
}

/** Each pod by its uid, once. */
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

function validateDecreases(object: ApiObject, oldObject: ApiObject): FieldError[] {
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
      ? [required("status.startTime", "startTime cannot be removed for unsuspended job")]
      : []),
  ];
}

/** What has ended stays so. */
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
