/**
 * The checks of a rule that do not compile it.
 * Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go.
 */
import { atKey, child, type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import type { JsonSchema, SchemaRule } from "../json-schema.js";
import { findField } from "./schema-field-path.js";

const reasons = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

export function checkRuleTexts(schema: JsonSchema, path: string): FieldError[] {
  return (schema["x-kubernetes-validations"] ?? []).flatMap((rule, index) =>
    checkRule(rule, schema, atKey(child(path, "x-kubernetes-validations"), index)),
  );
}

function checkRule(rule: SchemaRule, schema: JsonSchema, path: string): FieldError[] {
  const { messageExpression = "", reason, fieldPath = "" } = rule;
  const faults = checkMessage(rule, path);
  const pathOfField = child(path, "fieldPath");
  if (messageExpression !== "" && messageExpression.trim() === "") {
    faults.push(required(child(path, "messageExpression"), "messageExpression must be non-empty if specified"));
  }
  if (reason !== undefined && !reasons.includes(reason))
    faults.push(notSupported(child(path, "reason"), reason, reasons));
  if (fieldPath !== "" && fieldPath.trim() === "") {
    faults.push(invalid(pathOfField, fieldPath, "must be non-empty if specified"));
  }
  if (hasLineBreak(fieldPath)) faults.push(invalid(pathOfField, fieldPath, "must not contain line breaks"));
  if (fieldPath !== "" && "fault" in findField(fieldPath, schema)) {
    faults.push(invalid(pathOfField, fieldPath, "must be a valid path"));
  }
  return faults;
}

function checkMessage({ rule, message = "" }: SchemaRule, path: string): FieldError[] {
  const text = message.trim();
  const at = child(path, "message");
  if (rule.trim() === "") return [required(child(path, "rule"), "rule is not specified")];
  if (message !== "" && text === "") return [invalid(at, message, "must be non-empty if specified")];
  if (hasLineBreak(text)) return [invalid(at, message, "must not contain line breaks")];
  return hasLineBreak(rule.trim()) && text === ""
    ? [required(at, "message must be specified if rule contains line breaks")]
    : [];
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}
