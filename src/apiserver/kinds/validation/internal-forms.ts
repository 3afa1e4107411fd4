/**
 * How a refusal shows a value of one of Kubernetes' internal types: they have no tags for JSON, so their fields have the
 * names and the order that they have in Go, and what is not set is shown as well.
 */
import type { FieldError } from "../../../core/field-error.js";
import { escapeGoJson } from "../../../core/go-json.js";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import { unifiedDiff } from "./unified-diff.js";

interface InternalField {
  readonly go: string;
  readonly json: string;
  /** What is shown when it is not set. Default: null. */
  readonly zero?: Json;
  /** Not shown when it is not set: of the types that have tags. */
  readonly isOmitted?: boolean;
  /** Of an object, or of the items of a list. */
  readonly form?: InternalForm;
}

export type InternalForm = readonly InternalField[];

/** What is shown of a field that is not set, by the sign behind it. */
const zeros: Readonly<Record<string, Json>> = { "": "", "?": null, "#": 0, "!": false, "%": {} };

/**
 * The fields of a type, in their order: `Path:path Type:type?`. Behind the names stands `?` where nothing is null, `#` where it
 * is 0, `!` where it is false and `%` where it is an object that has nothing set; else it is the empty text.
 */
export function formOfFields(fields: string, inner: Readonly<Record<string, InternalForm>> = {}): InternalForm {
  return readFields(fields, (_type, json) => inner[json]);
}

/** The form of a type from a table of types; a field that has one of them names it behind the sign: `Ports:ports?ContainerPort`. */
export function formOfType(name: string, types: Readonly<Record<string, string>>): InternalForm {
  const formOf = (type: string): InternalForm => (type === "LabelSelector" ? selectorForm : formOfType(type, types));
  return readFields(types[name] ?? "", (type) => (type === "" ? undefined : formOf(type)));
}

function readFields(fields: string, formOf: (type: string, json: string) => InternalForm | undefined): InternalForm {
  return fields.split(" ").map((field) => {
    const [, go = "", json = "", sign = "", type = ""] = /^(\w+):(\w+)(?:([?#!%])(\w*))?$/.exec(field) ?? [];
    const form = formOf(type, json);
    return { go, json, zero: zeros[sign] ?? null, ...(form === undefined ? {} : { form }) };
  });
}

const omitted = (...names: readonly string[]): InternalForm =>
  names.map((name) => ({ go: name, json: name, isOmitted: true }));
export const selectorForm: InternalForm = [
  ...omitted("matchLabels"),
  {
    go: "matchExpressions",
    json: "matchExpressions",
    isOmitted: true,
    form: [{ go: "key", json: "key", zero: "" }, { go: "operator", json: "operator", zero: "" }, ...omitted("values")],
  },
];
export const taintForm = formOfFields("Key:key Value:value Effect:effect TimeAdded:timeAdded?");
const requirementsForm = formOfFields("Limits:limits? Requests:requests?");
export const claimSpecForm = formOfFields(
  "AccessModes:accessModes? Selector:selector? Resources:resources? VolumeName:volumeName StorageClassName:storageClassName? VolumeMode:volumeMode? DataSource:dataSource? DataSourceRef:dataSourceRef? VolumeAttributesClassName:volumeAttributesClassName?",
  {
    selector: selectorForm,
    resources: requirementsForm,
    dataSource: formOfFields("APIGroup:apiGroup? Kind:kind Name:name"),
    dataSourceRef: formOfFields("APIGroup:apiGroup? Kind:kind Name:name Namespace:namespace?"),
  },
);

const type = { go: "Type", json: "type", zero: "" };
const rollingUpdate = (form: InternalForm): InternalField => ({ go: "RollingUpdate", json: "rollingUpdate", form });
const maxUnavailable = { go: "MaxUnavailable", json: "maxUnavailable" };
const maxSurge = { go: "MaxSurge", json: "maxSurge" };

export const statefulRollingUpdateForm: InternalForm = [
  { go: "Partition", json: "partition", zero: 0 },
  maxUnavailable,
];
export const deploymentStrategyForm: InternalForm = [type, rollingUpdate([maxUnavailable, maxSurge])];
export const statefulStrategyForm: InternalForm = [type, rollingUpdate(statefulRollingUpdateForm)];
export const budgetForm: InternalForm = [
  { go: "MinAvailable", json: "minAvailable" },
  { go: "Selector", json: "selector", form: selectorForm },
  maxUnavailable,
  { go: "UnhealthyPodEvictionPolicy", json: "unhealthyPodEvictionPolicy" },
];
export const scopeSelectorForm: InternalForm = [
  {
    go: "MatchExpressions",
    json: "matchExpressions",
    form: [
      { go: "ScopeName", json: "scopeName", zero: "" },
      { go: "Operator", json: "operator", zero: "" },
      { go: "Values", json: "values" },
    ],
  },
];
export const successPolicyForm: InternalForm = [
  {
    go: "Rules",
    json: "rules",
    form: [
      { go: "SucceededIndexes", json: "succeededIndexes" },
      { go: "SucceededCount", json: "succeededCount" },
    ],
  },
];
export const failurePolicyForm = formOfType("PodFailurePolicy", {
  PodFailurePolicy: "Rules:rules?Rule",
  Rule: "Action:action OnExitCodes:onExitCodes?OnExitCodes OnPodConditions:onPodConditions?OnPodCondition",
  OnExitCodes: "ContainerName:containerName? Operator:operator Values:values?",
  OnPodCondition: "Type:type Status:status",
});

export function invalidInternal(field: string, value: Json, form: InternalForm, detail: string): FieldError {
  return { type: "FieldValueInvalid", field, message: `Invalid value: ${show(value, form)}: ${detail}` };
}

export function duplicateInternal(field: string, value: JsonObject, form: InternalForm, detail = ""): FieldError {
  const message = `Duplicate value: ${show(value, form)}${detail === "" ? "" : `: ${detail}`}`;
  return { type: "FieldValueDuplicate", field, message };
}

export function notSupportedInternal(
  field: string,
  value: JsonObject,
  form: InternalForm,
  supported: readonly string[],
): FieldError {
  const listed = supported.map((each) => JSON.stringify(each)).join(", ");
  const message = `Unsupported value: ${show(value, form)}: supported values: ${listed}`;
  return { type: "FieldValueNotSupported", field, message };
}

/** What differs, line by line. Source: k8s.io/apimachinery/pkg/util/diff/diff.go. */
export function internalDiff(old: JsonObject, value: JsonObject, form: InternalForm): string {
  const [before, after] = [old, value].map((each) => escapeGoJson(JSON.stringify(toInternal(each, form), null, 1)));
  return unifiedDiff(before ?? "", after ?? "");
}

function show(value: Json, form: InternalForm): string {
  return escapeGoJson(JSON.stringify(toInternal(value, form)));
}

function toInternal(value: Json, form: InternalForm): Json {
  if (Array.isArray(value)) return value.map((item) => toInternal(item, form));
  if (!isJsonObject(value)) return value;
  const shown = form.filter(({ json, isOmitted }) => isOmitted !== true || value[json] !== undefined);
  const members = shown.map(({ go, json, zero = null, form: inner }): [string, Json] => {
    const member = value[json] ?? zero;
    return [go, inner === undefined ? sortKeys(member) : toInternal(member, inner)];
  });
  return Object.fromEntries(members);
}

/** As Go prints maps. */
function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, sortKeys(value[name] ?? null)]));
}
