/** Source: pkg/apis/batch/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { type ApiObject, isSet, numberOf, objectOf, textMapOf, textOf } from "../../api-object.js";
import type { JobSpec } from "../../../k8s/batch/v1.js";
import { beDomainPath } from "../networking/ingress-classes.js";
import { must, rule } from "../rules/index.js";
import { template, validateTemplateLabels } from "../pods/validate-template.js";
import { invalidInternal } from "../validation/internal-forms.js";
import { validateLabelSelector } from "../validation/labels.js";
import { selects } from "../../selectors/selected-labels.js";
import { checkDns1123Label } from "../validation/names.js";
import { isReadable } from "../validation/workload-rules.js";
import { specOf } from "../workload-parts.js";
import { contextOf, failurePolicy, successPolicy } from "./validate-job-policies.js";

type JobTable = rule.Table<JobSpec>;

export function validateJob(object: ApiObject): FieldError[] {
  return [...validateGeneratedSelector(object), ...validateOwnSpec(specOf(object)), ...validateHostname(object)];
}

/** The name of an indexed Job is the start of its pods' hostnames. */
export function validateHostname(object: ApiObject): FieldError[] {
  const spec = specOf(object);
  const completions = numberOf(spec, "completions") ?? 0;
  const { name = "" } = object.metadata;
  const hostname = `${name}-${completions - 1}`;
  const isTooLong = isIndexed(spec) && completions > 0 && checkDns1123Label(hostname).length > 0;
  return isTooLong
    ? [invalid("metadata.name", name, `will not able to create pod with invalid DNS label: ${hostname}`)]
    : [];
}

export function isIndexed(spec: JsonObject): boolean {
  return textOf(spec, "completionMode") === "Indexed";
}

function validateGeneratedSelector(object: ApiObject): FieldError[] {
  const spec = specOf(object);
  const selector = objectOf(spec, "selector");
  if (isSet(spec, "manualSelector") || selector === undefined) return [];
  const { name = "", uid = "" } = object.metadata;
  const expected = {
    "controller-uid": uid,
    "job-name": name,
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
  };
  const labels = textMapOf(objectOf(objectOf(spec, "template"), "metadata"), "labels");
  const path = "spec.template.metadata.labels";
  return [
    ...Object.entries(expected).flatMap(([key, value]) => {
      const actual = labels[key];
      if (actual === undefined) return [required(`${path}[${key}]`, `must be '${value}'`)];
      return actual === value ? [] : [invalid(`${path}[${key}]`, { ...labels }, `must be '${value}'`)];
    }),
    ...(isReadable(selector) && !selects(selector, expected)
      ? [invalid("spec.selector", selector, "`selector` not auto-generated")]
      : []),
  ];
}

export function validateOwnSpec(spec: JsonObject): FieldError[] {
  const selector = objectOf(spec, "selector");
  return [
    ...validateJobSpec(spec, "spec"),
    ...(selector === undefined ? [required("spec.selector")] : validateLabelSelector(selector, "spec.selector")),
    ...(isReadable(selector) ? validateTemplateLabels(objectOf(spec, "template"), selector, "spec.template") : []),
  ];
}

const indexedLimit = (limit: number, when = ""): rule.Demand<number> => [
  (value) => value <= limit,
  `must be less than or equal to ${limit}${when}`,
];
const maxIndexed = 100_000;
const whenMany = ` when completions are above ${maxIndexed} and used with backoff limit per index`;

function isMany(spec: JsonObject): boolean {
  return (numberOf(spec, "completions") ?? 0) > maxIndexed && numberOf(spec, "backoffLimitPerIndex") !== undefined;
}

const indexed: JobTable = [
  rule.requiredIf(
    "completions",
    "when completion mode is Indexed",
    (spec) => numberOf(spec, "completions") === undefined,
  ),
  rule.number("parallelism", indexedLimit(maxIndexed, " when completion mode is Indexed")),
  rule.numberPointer("maxFailedIndexes", [
    (most, { object }) => most <= (numberOf(object, "completions") ?? Infinity),
    "must be less than or equal to completions",
  ]),
  rule.numberPointer("maxFailedIndexes", indexedLimit(maxIndexed)),
  rule.when(
    isMany,
    rule.requiredIf(
      "maxFailedIndexes",
      `must be specified when completions is above ${maxIndexed}`,
      (spec) => numberOf(spec, "maxFailedIndexes") === undefined,
    ),
    rule.number("parallelism", indexedLimit(10_000, whenMany)),
    rule.numberPointer("maxFailedIndexes", indexedLimit(10_000, whenMany)),
  ),
];

const failurePolicyRule: rule.Rule<JobSpec, ReturnType<typeof contextOf>> = rule.optional(
  "podFailurePolicy",
  failurePolicy,
);

const onlyIndexed: rule.Demand<number> = [() => false, "requires indexed completion mode"];

const jobSpec: JobTable = [
  rule.nonnegative("parallelism", "completions", "activeDeadlineSeconds", "backoffLimit"),
  rule.nonnegative("ttlSecondsAfterFinished", "backoffLimitPerIndex", "maxFailedIndexes"),
  rule.requiredIf(
    "backoffLimitPerIndex",
    "when maxFailedIndexes is specified",
    (spec) => numberOf(spec, "maxFailedIndexes") !== undefined && numberOf(spec, "backoffLimitPerIndex") === undefined,
  ),
  rule.textPointer("managedBy", must.beSet(), beDomainPath),
  rule.textPointer("managedBy", must.fit(63)),
  rule.when(isIndexed, ...indexed),
  rule.when(
    (spec) => !isIndexed(spec),
    rule.first(
      rule.optionalText("completionMode", must.beOneOf("NonIndexed", "Indexed")),
      rule.all(
        rule.numberPointer("backoffLimitPerIndex", onlyIndexed),
        rule.numberPointer("maxFailedIndexes", onlyIndexed),
      ),
    ),
  ),
  ({ object, path }) => rule.judge([failurePolicyRule], object, path, contextOf(object)),
  rule.optional("successPolicy", [
    (place) => {
      const spec = place.parent?.object ?? {};
      if (isIndexed(spec)) return rule.judgeAt(successPolicy(numberOf(spec, "completions") ?? 0), place);
      return [invalidInternal(place.path, place.object, "batch/v1.SuccessPolicy", "requires indexed completion mode")];
    },
  ]),
  rule.textPointer("podReplacementPolicy", (policy, path, { object }) => {
    const hasFailurePolicy = objectOf(object, "podFailurePolicy") !== undefined;
    return must.beOneOf(...(hasFailurePolicy ? ["Failed"] : ["Failed", "TerminatingOrFailed"]))(policy, path);
  }),
  rule.object("template", [
    ...template,
    rule.object("spec", [
      rule.text(
        "restartPolicy",
        (policy, path) =>
          policy === "Always" || policy === "" ? [required(path, 'valid values: "OnFailure", "Never"')] : [],
        must.beOneOf("OnFailure", "Never"),
        [
          (policy, { parent }) =>
            policy === "Never" || objectOf(parent?.parent?.object, "podFailurePolicy") === undefined,
          'only "Never" is supported when podFailurePolicy is specified',
        ],
      ),
    ]),
  ]),
];

/** Validates the spec of a Job, or of a CronJob's template. */
export function validateJobSpec(spec: JsonObject, path: string): FieldError[] {
  return rule.judge(jobSpec, spec, path, undefined);
}
