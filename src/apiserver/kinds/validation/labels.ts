/** Source: k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go, pkg/api/validation/objectmeta.go. */
import { type FieldError, forbidden, invalid, required, tooLong } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectsOf, textMapOf, textOf, textsOf } from "../../json-fields.js";
import { checkLabelValue, checkQualifiedName } from "./names.js";

const maxAnnotationsSize = 256 * 1024;

export function validateLabelName(name: string, path: string): FieldError[] {
  return checkQualifiedName(name).map((fault) => invalid(path, name, fault));
}

export function validateLabels(labels: Readonly<Record<string, string>>, path: string): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...validateLabelName(key, path),
    ...checkLabelValue(value).map((fault) => invalid(path, value, fault)),
  ]);
}

export function validateAnnotations(annotations: Readonly<Record<string, string>>, path: string): FieldError[] {
  const faults = Object.keys(annotations).flatMap((key) =>
    checkQualifiedName(key.toLowerCase()).map((fault) => invalid(path, key, fault)),
  );
  const size = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  return size > maxAnnotationsSize ? [...faults, tooLong(path, maxAnnotationsSize)] : faults;
}

export interface SelectorOptions {
  /** Kinds whose stored selectors may be older than the rule. */
  readonly allowsInvalidValues?: boolean;
}

/** Of a LabelSelector object. */
export function validateLabelSelector(
  selector: JsonObject | undefined,
  path: string,
  { allowsInvalidValues = false }: SelectorOptions = {},
): FieldError[] {
  return [
    ...validateLabels(textMapOf(selector, "matchLabels"), `${path}.matchLabels`),
    ...objectsOf(selector, "matchExpressions").flatMap((expression, index) => {
      const at = `${path}.matchExpressions[${index}]`;
      return [
        ...validateOperator(expression, at),
        ...validateLabelName(textOf(expression, "key"), `${at}.key`),
        ...(allowsInvalidValues ? [] : validateSelectorValues(textsOf(expression, "values"), `${at}.values`)),
      ];
    }),
  ];
}

/** Neither labels nor expressions: it selects everything. */
export function isEmptySelector(selector: JsonObject): boolean {
  return Object.keys(textMapOf(selector, "matchLabels")).length + objectsOf(selector, "matchExpressions").length === 0;
}

function validateOperator(expression: JsonObject, path: string): FieldError[] {
  const operator = textOf(expression, "operator");
  const hasValues = textsOf(expression, "values").length > 0;
  switch (operator) {
    case "In":
    case "NotIn":
      return hasValues ? [] : [required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist": {
      const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      return hasValues ? [forbidden(`${path}.values`, detail)] : [];
    }
    default:
      return [invalid(`${path}.operator`, operator, "not a valid selector operator")];
  }
}

function validateSelectorValues(values: readonly string[], path: string): FieldError[] {
  return values.flatMap((value, index) =>
    checkLabelValue(value).map((fault) => invalid(`${path}[${index}]`, value, fault)),
  );
}
