import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf } from "../../json-fields.js";
import { validateTemplateLabels } from "../pods/validate-template.js";
import { isEmptySelector, validateLabelSelector } from "./labels.js";

/** The selector of a controller's pods. `kind`: as it is named in a refusal. */
export function validatePodSelector(spec: JsonObject, path: string, kind: string): FieldError[] {
  const selector = objectOf(spec, "selector");
  if (selector === undefined) return [required(`${path}.selector`)];
  return [...validateLabelSelector(selector, `${path}.selector`), ...validateNotEmpty(selector, path, kind)];
}

export function validateNotEmpty(selector: JsonObject, path: string, kind: string): FieldError[] {
  return isEmptySelector(selector)
    ? [invalid(`${path}.selector`, selector, `empty selector is invalid for ${kind}`)]
    : [];
}

/** Whether there is any sense in comparing it with labels. */
export function isReadable(selector: JsonObject | undefined): boolean {
  return validateLabelSelector(selector, "").length === 0;
}

/** A selector that selects nothing, or everything, is not compared. */
export function validateSelectedLabels(spec: JsonObject, path: string): FieldError[] {
  const selector = objectOf(spec, "selector");
  if (selector !== undefined && isEmptySelector(selector)) return [];
  return validateTemplateLabels(objectOf(spec, "template"), selector, `${path}.template`);
}
