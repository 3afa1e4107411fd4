/**
 * The rules of a schema (`x-kubernetes-validations`), with the API server's messages.
 * Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go.
 */
import { createRuleEvaluator, type RuleEvaluator, type RuleViolation } from "../../cel/evaluate-rules.js";
import type { Json } from "../../core/json.js";
import type { Patterns } from "../../schema/patterns.js";
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  invalidWithoutValue,
  required,
  noPath,
} from "../../core/field-error.js";
import { CorrelatedValue } from "./correlated-value.js";
import { valuesOf, itemsOf, type JsonSchema } from "./json-schema.js";
import { toRuleSchema } from "./rule-schema.js";

export interface RuleFaults {
  readonly faults: readonly FieldError[];
  /** The violations in unchanged values, which broke the rule before. */
  readonly warnings: readonly string[];
}

export interface SchemaRules {
  /** Without `old`, the value is new. */
  validate(value: Json, old?: Json): RuleFaults;
}

export interface SchemaRulesOptions {
  readonly patterns: Patterns;
  /** The schema belongs to a resource, whose name rules always see. */
  readonly isResource: boolean;
  /** Allows unchanged values to break rules. Default: true. */
  readonly ratchets?: boolean;
}

/** Compiles the rules for the first value. Returns undefined for a schema without rules. */
export function compileRules(
  schema: JsonSchema,
  { patterns, isResource, ratchets = true }: SchemaRulesOptions,
): SchemaRules | undefined {
  if (!hasRules(schema)) return undefined;
  let evaluator: RuleEvaluator | undefined;
  let isCompiled = false;
  return {
    validate: (value, old) => {
      if (!isCompiled) {
        evaluator = createRuleEvaluator(toRuleSchema(schema), { patterns, isResource });
        isCompiled = true;
      }
      const violations = evaluator?.evaluate(value, old === undefined ? {} : { oldValue: old }) ?? [];
      if (violations.length === 0) return { faults: [], warnings: [] };
      return sort(violations, old === undefined || !ratchets ? undefined : new CorrelatedValue(value, old, schema));
    },
  };
}

export function hasRules(schema: JsonSchema): boolean {
  if ((schema["x-kubernetes-validations"]?.length ?? 0) > 0) return true;
  const inner = [valuesOf(schema), itemsOf(schema), ...Object.values(schema.properties ?? {})];
  return inner.some((each) => each !== undefined && hasRules(each));
}

function sort(violations: readonly RuleViolation[], correlation: CorrelatedValue | undefined): RuleFaults {
  const faults: FieldError[] = [];
  const warnings: string[] = [];
  for (const violation of violations) {
    const fault = toFieldError(violation);
    const isOld = violation.kind !== "error" && !violation.usesOldSelf && wasThere(violation.steps, correlation);
    if (isOld) warnings.push(`${fault.field}: ${fault.message}`);
    else faults.push(fault);
  }
  return { faults, warnings };
}

/** Reports whether the value is unchanged. A value that does not correlate counts as its nearest ancestor that does. */
function wasThere(steps: readonly (string | number)[], root: CorrelatedValue | undefined): boolean {
  let current = root;
  for (const [depth, step] of steps.entries()) {
    if (current === undefined) break;
    if (depth === 0 && (step === "apiVersion" || step === "kind")) return false;
    const inner: CorrelatedValue | undefined = typeof step === "number" ? current.index(step) : current.key(step);
    if (inner === undefined) return current.isUnchanged;
    current = inner;
  }
  return current?.isUnchanged === true;
}

function toFieldError({ kind, path, rule, message, value, schema }: RuleViolation): FieldError {
  const field = path.replace(/^\./, "") || noPath;
  if (kind !== "violated") return invalid(field, schema.type ?? "", message);
  const isWhole = schema.type === "object" || schema.type === "array";
  switch (rule.reason) {
    case "FieldValueForbidden":
      return forbidden(field, message);
    case "FieldValueRequired":
      return required(field, message);
    case "FieldValueDuplicate":
      return isWhole
        ? { type: "FieldValueDuplicate", field, message: "Duplicate value" }
        : duplicate(field, value as Json); // a value from an API object
    default:
      return isWhole ? invalidWithoutValue(field, message) : invalid(field, value as Json, message);
  }
}
