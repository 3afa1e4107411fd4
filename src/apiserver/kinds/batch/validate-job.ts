/** Source: pkg/apis/batch/validation/validation.go. */
import { isJsonObject, type JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, notSupported, required, tooLong } from "../../../core/field-error.js";
import { isSet, numberOf, objectOf, textMapOf, textOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import { isSame } from "../common-strategy.js";
import { invalidTemplate } from "../pods/pod-types.js";
import { validateTemplate, validateTemplateLabels } from "../pods/validate-template.js";
import {
  failurePolicyForm,
  type InternalForm,
  invalidInternal,
  successPolicyForm,
} from "../validation/internal-forms.js";
import { validateLabelSelector } from "../validation/labels.js";
import { matchesSelector } from "../validation/match-selector.js";
import { checkDns1123Label, checkDns1123Subdomain } from "../validation/names.js";
import { isReadable } from "../validation/workload-rules.js";
import { faultsAt, validateAllNonnegative } from "../validation/values.js";
import { specOf, statusOf } from "../workload-parts.js";
import { validateFailurePolicy, validateSuccessPolicy } from "./validate-job-policies.js";

export function validateJob(object: ApiObject): FieldError[] {
  const spec = specOf(object);
  const completions = numberOf(spec, "completions") ?? 0;
  const { name = "" } = object.metadata;
  const hostname = `${name}-${completions - 1}`;
  const isTooLong = isIndexed(spec) && completions > 0 && checkDns1123Label(hostname).length > 0;
  return [
    ...validateGeneratedSelector(object),
    ...validateOwnSpec(spec),
    ...(isTooLong
      ? [invalid("metadata.name", name, `will not able to create pod with invalid DNS label: ${hostname}`)]
      : []),
  ];
}

function isIndexed(spec: JsonObject): boolean {
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
    ...(isReadable(selector) && !matchesSelector(selector, expected)
      ? [invalid("spec.selector", selector, "`selector` not auto-generated")]
      : []),
  ];
}

function validateOwnSpec(spec: JsonObject): FieldError[] {
  const selector = objectOf(spec, "selector");
  return [
    ...validateJobSpec(spec, "spec"),
    ...(selector === undefined ? [required("spec.selector")] : validateLabelSelector(selector, "spec.selector")),
    ...(isReadable(selector) ? validateTemplateLabels(objectOf(spec, "template"), selector, "spec.template") : []),
  ];
}

const numbers = [
  ...["parallelism", "completions", "activeDeadlineSeconds", "backoffLimit"],
  ...["ttlSecondsAfterFinished", "backoffLimitPerIndex", "maxFailedIndexes"],
];

/** Of a Job, and of a CronJob's template. */
export function validateJobSpec(spec: JsonObject, path: string): FieldError[] {
  const failurePolicy = objectOf(spec, "podFailurePolicy");
  const template = objectOf(spec, "template") ?? {};
  const isWithoutLimit =
    numberOf(spec, "maxFailedIndexes") !== undefined && numberOf(spec, "backoffLimitPerIndex") === undefined;
  return [
    ...validateAllNonnegative(spec, numbers, path),
    ...(isWithoutLimit ? [required(`${path}.backoffLimitPerIndex`, "when maxFailedIndexes is specified")] : []),
    ...validateManagedBy(spec, `${path}.managedBy`),
    ...validateCompletionMode(spec, path),
    ...(failurePolicy === undefined ? [] : validateFailurePolicy(spec, failurePolicy, `${path}.podFailurePolicy`)),
    ...validateSuccess(spec, `${path}.successPolicy`),
    ...validateReplacementPolicy(spec, `${path}.podReplacementPolicy`),
    ...validateTemplate(template, `${path}.template`),
    ...validateRestartPolicy(textOf(objectOf(template, "spec"), "restartPolicy"), failurePolicy !== undefined, path),
  ];
}

function validateManagedBy(spec: JsonObject, path: string): FieldError[] {
  const manager = spec["managedBy"];
  if (typeof manager !== "string") return [];
  const tooLongFaults = manager.length > 63 ? [tooLong(path, 63)] : [];
  if (manager === "") return [required(path)];
  const [, host = "", rest = ""] = /^([^/]*)\/(.*)$/s.exec(manager) ?? [];
  if (host === "" || rest === "") {
    const detail = 'must be a domain-prefixed path (such as "acme.io/foo")';
    return [invalid(path, manager, detail), ...tooLongFaults];
  }
  const pathPattern = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  const pathDetail = `Invalid path (regex used for validation is '${pathPattern}')`;
  return [
    ...faultsAt(path, host, checkDns1123Subdomain(host)),
    ...(new RegExp(`^${pathPattern}$`).test(rest) ? [] : [invalid(path, rest, pathDetail)]),
    ...tooLongFaults,
  ];
}

function validateCompletionMode(spec: JsonObject, path: string): FieldError[] {
  const mode = textOf(spec, "completionMode");
  const maxFailed = numberOf(spec, "maxFailedIndexes");
  if (mode === "Indexed") return validateIndexed(spec, maxFailed, path);
  const wrongMode =
    mode === "" || mode === "NonIndexed"
      ? []
      : [notSupported(`${path}.completionMode`, mode, ["NonIndexed", "Indexed"])];
  if (wrongMode.length > 0) return wrongMode;
  return ["backoffLimitPerIndex", "maxFailedIndexes"].flatMap((name) => {
    const value = numberOf(spec, name);
    return value === undefined ? [] : [invalid(`${path}.${name}`, value, "requires indexed completion mode")];
  });
}

const maxIndexed = 100_000;

function validateIndexed(spec: JsonObject, maxFailed: number | undefined, path: string): FieldError[] {
  const completions = numberOf(spec, "completions");
  const parallelism = numberOf(spec, "parallelism") ?? 0;
  const at = `${path}.maxFailedIndexes`;
  const isMany =
    completions !== undefined && completions > maxIndexed && numberOf(spec, "backoffLimitPerIndex") !== undefined;
  const when = `when completions are above ${maxIndexed} and used with backoff limit per index`;
  const isAbove = (value: number | undefined, limit: number): value is number => value !== undefined && value > limit;
  return [
    ...(completions === undefined ? [required(`${path}.completions`, "when completion mode is Indexed")] : []),
    ...(parallelism > maxIndexed
      ? [
          invalid(
            `${path}.parallelism`,
            parallelism,
            `must be less than or equal to ${maxIndexed} when completion mode is Indexed`,
          ),
        ]
      : []),
    ...(completions !== undefined && isAbove(maxFailed, completions)
      ? [invalid(at, maxFailed, "must be less than or equal to completions")]
      : []),
    ...(isAbove(maxFailed, maxIndexed) ? [invalid(at, maxFailed, `must be less than or equal to ${maxIndexed}`)] : []),
    ...(isMany && maxFailed === undefined
      ? [required(at, `must be specified when completions is above ${maxIndexed}`)]
      : []),
    ...(isMany && parallelism > 10_000
      ? [invalid(`${path}.parallelism`, parallelism, `must be less than or equal to 10000 ${when}`)]
      : []),
    ...(isMany && isAbove(maxFailed, 10_000)
      ? [invalid(at, maxFailed, `must be less than or equal to 10000 ${when}`)]
      : []),
  ];
}

function validateSuccess(spec: JsonObject, path: string): FieldError[] {
  const policy = objectOf(spec, "successPolicy");
  if (policy === undefined) return [];
  if (isIndexed(spec)) return validateSuccessPolicy(policy, numberOf(spec, "completions") ?? 0, path);
  return [invalidInternal(path, policy, successPolicyForm, "requires indexed completion mode")];
}

function validateReplacementPolicy(spec: JsonObject, path: string): FieldError[] {
  const policy = spec["podReplacementPolicy"];
  if (typeof policy !== "string") return [];
  const policies = objectOf(spec, "podFailurePolicy") === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"];
  return policies.includes(policy) ? [] : [notSupported(path, policy, policies)];
}

function validateRestartPolicy(policy: string, hasFailurePolicy: boolean, path: string): FieldError[] {
  const at = `${path}.template.spec.restartPolicy`;
  if (policy === "Always" || policy === "") return [required(at, 'valid values: "OnFailure", "Never"')];
  if (policy !== "OnFailure" && policy !== "Never") return [notSupported(at, policy, ["OnFailure", "Never"])];
  if (!hasFailurePolicy || policy === "Never") return [];
  return [invalid(at, policy, 'only "Never" is supported when podFailurePolicy is specified')];
}

const fieldIsImmutable = "field is immutable";
const immutableFields: readonly (readonly [name: string, form?: InternalForm])[] = [
  ["completionMode"],
  ["podFailurePolicy", failurePolicyForm],
  ["backoffLimitPerIndex"],
  ["managedBy"],
  ["successPolicy", successPolicyForm],
];

/** Faults of the spec come twice: so they do in Kubernetes. */
export function validateJobUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const [spec, oldSpec] = [specOf(object), specOf(old)];
  return [
    ...validateJob(object),
    ...validateOwnSpec(spec),
    ...validateCompletions(spec, oldSpec),
    ...immutable("spec.selector", spec["selector"], oldSpec["selector"]),
    ...validateTemplateUpdate(object, old),
    ...immutableFields.flatMap(([name, form]) => {
      const value = spec[name];
      if (form === undefined || !isJsonObject(value)) return immutable(`spec.${name}`, value, oldSpec[name]);
      if (isSame(value, oldSpec[name])) return [];
      return [invalidInternal(`spec.${name}`, value, form, fieldIsImmutable)];
    }),
  ];
}

function validateCompletions(spec: JsonObject, old: JsonObject): FieldError[] {
  const path = "spec.completions";
  if (!isIndexed(spec)) return immutable(path, spec["completions"], old["completions"]);
  const completions = numberOf(spec, "completions");
  if (completions === undefined || isSame(spec["completions"], old["completions"])) return [];
  if (completions === numberOf(spec, "parallelism")) return [];
  return [invalid(path, completions, "can only be modified in tandem with spec.parallelism")];
}

/** Where the pods of a job run may still be said while it has not begun. */
function validateTemplateUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const template = objectOf(specOf(object), "template") ?? {};
  const before = objectOf(specOf(old), "template") ?? {};
  const isMovable = isSet(specOf(old), "suspend") && statusOf(old)["startTime"] === undefined;
  if (isSame(isMovable ? withoutPlace(template) : template, isMovable ? withoutPlace(before) : before)) return [];
  return [invalidTemplate("spec.template", template, fieldIsImmutable)];
}

function withoutPlace(template: JsonObject): JsonObject {
  const metadata = { ...objectOf(template, "metadata") };
  const spec = { ...objectOf(template, "spec") };
  const affinity = { ...objectOf(spec, "affinity") };
  for (const name of ["labels", "annotations"]) Reflect.deleteProperty(metadata, name);
  for (const name of ["nodeSelector", "tolerations", "schedulingGates", "affinity"]) Reflect.deleteProperty(spec, name);
  delete affinity["nodeAffinity"];
  return { metadata, spec: { ...spec, affinity } };
}
