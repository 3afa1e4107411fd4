/** The policies for the failure and the success of a job. Source: pkg/apis/batch/validation/validation.go. */
import type * as batch from "../../../k8s/batch/v1.js";
import { invalid, invalidWithoutValue, notSupported, required } from "../../../core/field-error.js";
import type { Json, JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";

/** Like `must.choose`, but lists the values as Go prints a list with `%q`. */
function chooseListed(...words: readonly string[]): rule.PlainCheck<string> {
  const listed = `valid values: [${words.map((word) => JSON.stringify(word)).join(" ")}]`;
  return (value, path) => {
    if (value === "") return [required(path, listed)];
    return words.includes(value) ? [] : [notSupported(path, value, words)];
  };
}

const beOnlyOne = must.beUnique();
const notBeZero: rule.PlainCheck<number> = (value, path) =>
  value === 0 ? [invalid(path, value, "must not be 0 for the In operator")] : [];
const numbersOf = (values: readonly Json[]): number[] => values.filter((value) => typeof value === "number");

const exitCodes: rule.Table<batch.PodFailurePolicyOnExitCodesRequirement, JobContext> = [
  rule.text("operator", chooseListed("In", "NotIn")),
  rule.textPointer("containerName", [
    (name, { context: { containerNames } }) => containerNames.has(name),
    "must be one of the container or initContainer names in the pod template",
  ]),
  rule.value("values", [(values) => Array.isArray(values) && values.length > 0, "at least one value is required"]),
  rule.list("values", must.fit(255)),
  rule.eachNumber("values", (value, path, place) => [
    ...(place.object["operator"] === "In" ? notBeZero(value, path) : []),
    ...beOnlyOne(value, path, place),
  ]),
  rule.list("values", [
    (values) => numbersOf(values).every((value, index, all) => (all[index - 1] ?? value) <= value),
    "must be ordered",
  ]),
];

const failureRule: rule.Table<batch.PodFailurePolicyRule, JobContext> = [
  rule.text("action", chooseListed("Count", "FailIndex", "FailJob", "Ignore"), [
    (action, { context: { hasLimitPerIndex } }) => action !== "FailIndex" || hasLimitPerIndex,
    "requires the backoffLimitPerIndex to be set",
  ]),
  rule.optional("onExitCodes", exitCodes),
  rule.list("onPodConditions", must.fit(20)),
  rule.each("onPodConditions", [
    rule.text("type", must.beQualifiedName),
    rule.text("status", chooseListed("False", "True", "Unknown")),
  ]),
  // The error omits the value.
  ({ object, path }) => {
    const hasExitCodes = objectOf(object, "onExitCodes") !== undefined;
    if (hasExitCodes !== objectsOf(object, "onPodConditions").length > 0) return [];
    const fault = hasExitCodes
      ? "specifying both OnExitCodes and OnPodConditions is not supported"
      : "specifying one of OnExitCodes and OnPodConditions is required";
    return [invalidWithoutValue(path, fault)];
  },
];

interface JobContext {
  /** The names of all containers, including init containers. */
  readonly containerNames: ReadonlySet<string>;
  readonly hasLimitPerIndex: boolean;
}

export function contextOf(spec: JsonObject): JobContext {
  const podSpec = objectOf(objectOf(spec, "template"), "spec");
  const containers = [...objectsOf(podSpec, "containers"), ...objectsOf(podSpec, "initContainers")];
  return {
    containerNames: new Set(containers.map((container) => textOf(container, "name"))),
    hasLimitPerIndex: numberOf(spec, "backoffLimitPerIndex") !== undefined,
  };
}

export const failurePolicy: rule.Table<batch.PodFailurePolicy, JobContext> = [
  rule.list("rules", must.fit(20)),
  rule.each("rules", failureRule),
];

/** `completions`: the completions of the job with this policy. */
export function successPolicy(completions: number): rule.Table<batch.SuccessPolicy> {
  const atMost = (limit: number, what: string): rule.Demand<number> => [
    (count) => count <= limit,
    `must be less than or equal to ${limit} (the number of ${what})`,
  ];
  const successRule: rule.Table<batch.SuccessPolicyRule> = [
    rule.requiredIf(
      ["succeededCount", ""],
      "at least one of succeededCount or succeededIndexes must be specified",
      (object) => numberOf(object, "succeededCount") === undefined && typeof object["succeededIndexes"] !== "string",
    ),
    rule.textPointer("succeededIndexes", must.fit(65536)),
    rule.textPointer("succeededIndexes", [
      (indexes) => typeof readIndexes(indexes, completions) === "number",
      (indexes) => `error parsing succeededIndexes: ${readIndexes(indexes, completions)}`,
    ]),
    rule.nonnegative("succeededCount"),
    rule.numberPointer("succeededCount", atMost(completions, "specified completions")),
    rule.numberPointer("succeededCount", (count, path, place) => {
      const indexes = place.object["succeededIndexes"];
      if (typeof indexes !== "string") return [];
      const total = readIndexes(indexes, completions);
      const limit = atMost(typeof total === "number" ? total : 0, "indexes in the specified succeededIndexes field");
      return rule.check([limit], count, path, place);
    }),
  ];
  return [
    rule.list("rules", must.beSet("at least one rules must be specified when the successPolicy is specified")),
    rule.list("rules", must.fit(20)),
    rule.each("rules", successRule),
  ];
}

/** Returns the number of indexes in text such as `1,3-5`, or the error as a string. */
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
