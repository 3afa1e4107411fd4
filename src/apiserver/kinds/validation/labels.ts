/** Source: k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go, pkg/api/validation/objectmeta.go. */
import { type FieldError, forbidden, invalid, required, tooLong } from "../../../core/field-error.js";
import type { LabelSelector, LabelSelectorRequirement } from "../../../k8s/meta/v1.js";
import type { JsonObject } from "../../../core/json.js";
import { objectsOf, textMapOf, textsOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { checkLabelValue, checkQualifiedName } from "./names.js";

const maxAnnotationsSize = 256 * 1024;

export function validateLabels(labels: Readonly<Record<string, string>>, path: string): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...must.beQualifiedName(key, path),
    ...must.beLabelValue(value, path),
  ]);
}

/** Returns the size of all keys and values. */
export function bytesOf(texts: Readonly<Record<string, string>>): number {
  return Object.entries(texts).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
}

export function validateAnnotations(annotations: Readonly<Record<string, string>>, path: string): FieldError[] {
  const faults = Object.keys(annotations).flatMap((key) =>
    checkQualifiedName(key.toLowerCase()).map((fault) => invalid(path, key, fault)),
  );
  return bytesOf(annotations) > maxAnnotationsSize ? [...faults, tooLong(path, maxAnnotationsSize)] : faults;
}

/** Joins all errors into one, as for taints and tolerations. */
export const beOneLabelValue: rule.PlainCheck<string> = (value, path) => {
  const faults = checkLabelValue(value);
  return faults.length === 0 ? [] : [invalid(path, value, faults.join(";"))];
};

/** Checks the number of values that an operator takes. The operators in `ofOne` take one value. */
export function selectorOperator(
  ...ofOne: readonly string[]
): rule.Rule<{ operator: string; values?: string[] }, unknown> {
  return rule.text("operator", (operator, path, { object, path: holder }) => {
    const at = `${holder}.values`;
    const { length } = textsOf(object, "values");
    if (ofOne.includes(operator)) {
      const detail = "must be specified single value when `operator` is 'Lt' or 'Gt'";
      return length === 1 ? [] : [required(at, detail)];
    }
    switch (operator) {
      case "In":
      case "NotIn":
        return length > 0 ? [] : [required(at, "must be specified when `operator` is 'In' or 'NotIn'")];
      case "Exists":
      case "DoesNotExist": {
        const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
        return length > 0 ? [forbidden(at, detail)] : [];
      }
      default:
        return [invalid(path, operator, "not a valid selector operator")];
    }
  });
}

function selectorOf(...ofValues: rule.Table<LabelSelectorRequirement>): rule.Table<LabelSelector> {
  return [
    rule.textMap("matchLabels", validateLabels),
    rule.each("matchExpressions", [selectorOperator(), rule.text("key", must.beQualifiedName), ...ofValues]),
  ];
}

export const labelSelector = selectorOf(rule.eachText("values", must.beLabelValue));
/** For kinds whose stored selectors can be older than the rule for values. */
export const lenientSelector = selectorOf();

export function validateLabelSelector(
  selector: JsonObject | undefined,
  path: string,
  table: typeof labelSelector = labelSelector,
): FieldError[] {
  return rule.judge(table, selector ?? {}, path, undefined);
}

/** Reports whether the selector has neither labels nor expressions. Such a selector selects everything. */
export function isEmptySelector(selector: JsonObject): boolean {
  return Object.keys(textMapOf(selector, "matchLabels")).length + objectsOf(selector, "matchExpressions").length === 0;
}
