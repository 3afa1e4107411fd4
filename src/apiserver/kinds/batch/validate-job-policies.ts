/** When a job has failed or succeeded. Source: pkg/apis/batch/validation/validation.go. */
import {
  duplicate,
  type FieldError,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { listOf, numberOf, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { validateLabelName } from "../validation/labels.js";
import { validateAllNonnegative } from "../validation/values.js";

const actions = ["Count", "FailIndex", "FailJob", "Ignore"];

export function validateFailurePolicy(spec: JsonObject, policy: JsonObject, path: string): FieldError[] {
  const rules = objectsOf(policy, "rules");
  const podSpec = objectOf(objectOf(spec, "template"), "spec");
  const names = ["containers", "initContainers"].flatMap((list) =>
    objectsOf(podSpec, list).map((container) => textOf(container, "name")),
  );
  const hasLimitPerIndex = numberOf(spec, "backoffLimitPerIndex") !== undefined;
  return [
    ...(rules.length > 20 ? [tooMany(`${path}.rules`, rules.length, 20)] : []),
    ...rules.flatMap((rule, index) => validateFailureRule(rule, `${path}.rules[${index}]`, names, hasLimitPerIndex)),
  ];
}

function validateFailureRule(
  rule: JsonObject,
  path: string,
  names: readonly string[],
  hasLimitPerIndex: boolean,
): FieldError[] {
  const exitCodes = objectOf(rule, "onExitCodes");
  const conditions = objectsOf(rule, "onPodConditions");
  return [
    ...validateAction(textOf(rule, "action"), hasLimitPerIndex, `${path}.action`),
    ...(exitCodes === undefined ? [] : validateExitCodes(exitCodes, names, `${path}.onExitCodes`)),
    ...(conditions.length > 20 ? [tooMany(`${path}.onPodConditions`, conditions.length, 20)] : []),
    ...conditions.flatMap((condition, index) => validatePattern(condition, `${path}.onPodConditions[${index}]`)),
    ...validateOneOf(exitCodes !== undefined, conditions.length > 0, path),
  ];
}

/** The value is left out: a rule says enough of itself. */
function validateOneOf(hasExitCodes: boolean, hasConditions: boolean, path: string): FieldError[] {
  if (hasExitCodes !== hasConditions) return [];
  const detail = hasExitCodes
    ? "specifying both OnExitCodes and OnPodConditions is not supported"
    : "specifying one of OnExitCodes and OnPodConditions is required";
  return [{ type: "FieldValueInvalid", field: path, message: `Invalid value: ${detail}` }];
}

function validateAction(action: string, hasLimitPerIndex: boolean, path: string): FieldError[] {
  if (action === "") return [required(path, `valid values: ${listed(actions)}`)];
  if (!actions.includes(action)) return [notSupported(path, action, actions)];
  if (action !== "FailIndex" || hasLimitPerIndex) return [];
  return [invalid(path, action, "requires the backoffLimitPerIndex to be set")];
}

/** As Go prints a list with `%q`. */
function listed(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(" ")}]`;
}

function validateExitCodes(exitCodes: JsonObject, names: readonly string[], path: string): FieldError[] {
  const operator = textOf(exitCodes, "operator");
  const container = exitCodes["containerName"];
  const values = listOf(exitCodes, "values").filter((value) => typeof value === "number");
  const at = `${path}.values`;
  const unknown = "must be one of the container or initContainer names in the pod template";
  return [
    ...(operator === "" ? [required(`${path}.operator`, `valid values: ${listed(["In", "NotIn"])}`)] : []),
    ...(operator === "" || operator === "In" || operator === "NotIn"
      ? []
      : [notSupported(`${path}.operator`, operator, ["In", "NotIn"])]),
    ...(typeof container === "string" && !names.includes(container)
      ? [invalid(`${path}.containerName`, container, unknown)]
      : []),
    ...(values.length === 0 ? [invalid(at, exitCodes["values"], "at least one value is required")] : []),
    ...(values.length > 255 ? [tooMany(at, values.length, 255)] : []),
    ...values.flatMap((value, index) => [
      ...(operator === "In" && value === 0
        ? [invalid(`${at}[${index}]`, value, "must not be 0 for the In operator")]
        : []),
      ...(values.indexOf(value) < index ? [duplicate(`${at}[${index}]`, value)] : []),
    ]),
    ...(values.some((value, index) => (values[index - 1] ?? value) > value)
      ? [invalid(at, values, "must be ordered")]
      : []),
  ];
}

function validatePattern(pattern: JsonObject, path: string): FieldError[] {
  const statuses = ["False", "True", "Unknown"];
  const status = textOf(pattern, "status");
  return [
    ...validateLabelName(textOf(pattern, "type"), `${path}.type`),
    ...(status === "" ? [required(`${path}.status`, `valid values: ${listed(statuses)}`)] : []),
    ...(status === "" || statuses.includes(status) ? [] : [notSupported(`${path}.status`, status, statuses)]),
  ];
}

export function validateSuccessPolicy(policy: JsonObject, completions: number, path: string): FieldError[] {
  const rules = objectsOf(policy, "rules");
  const at = `${path}.rules`;
  return [
    ...(rules.length === 0
      ? [required(at, "at least one rules must be specified when the successPolicy is specified")]
      : []),
    ...(rules.length > 20 ? [tooMany(at, rules.length, 20)] : []),
    ...rules.flatMap((rule, index) => validateSuccessRule(rule, completions, `${at}[${index}]`)),
  ];
}

function validateSuccessRule(rule: JsonObject, completions: number, path: string): FieldError[] {
  const count = numberOf(rule, "succeededCount");
  const indexes = rule["succeededIndexes"];
  const read = typeof indexes === "string" ? readIndexes(indexes, completions) : 0;
  const total = typeof read === "number" ? read : 0;
  const at = `${path}.succeededCount`;
  const isAbove = (limit: number): boolean => count !== undefined && count > limit;
  const atMost = (limit: number, what: string): string =>
    `must be less than or equal to ${limit} (the number of ${what})`;
  return [
    ...(count === undefined && typeof indexes !== "string"
      ? [required(path, "at least one of succeededCount or succeededIndexes must be specified")]
      : []),
    ...(typeof indexes === "string" && indexes.length > 65536 ? [tooLong(`${path}.succeededIndexes`, 65536)] : []),
    ...(typeof read === "string" && typeof indexes === "string"
      ? [invalid(`${path}.succeededIndexes`, indexes, `error parsing succeededIndexes: ${read}`)]
      : []),
    ...validateAllNonnegative(rule, ["succeededCount"], path),
    ...(isAbove(completions) ? [invalid(at, count ?? 0, atMost(completions, "specified completions"))] : []),
    ...(typeof indexes === "string" && isAbove(total)
      ? [invalid(at, count ?? 0, atMost(total, "indexes in the specified succeededIndexes field"))]
      : []),
  ];
}

/** How many indexes `1,3-5` names; a text says what is wrong. */
export function readIndexes(text: string, completions: number): number | string {
  if (text === "") return 0;
  let [last, total] = [-1, 0];
  for (const interval of text.split(",")) {
    const bounds = interval.split("-");
    if (bounds.length > 2) {
      return `the fragment ${JSON.stringify(interval)} violates the requirement that an index interval can have at most two parts separated by '-'`;
    }
    for (const bound of bounds) {
      if (!/^[+-]?\d+$/.test(bound)) return `cannot convert string to integer for index: ${JSON.stringify(bound)}`;
      if (Number(bound) >= completions) return `too large index: ${JSON.stringify(bound)}`;
    }
    const [from = 0, to = from] = bounds.map(Number);
    if (bounds.length > 1 && from >= to) return `non-increasing order, previous: ${from}, current: ${to}`;
    if (last >= from) return `non-increasing order, previous: ${last}, current: ${from}`;
    total += to - from + 1;
    last = to;
  }
  return total;
}
