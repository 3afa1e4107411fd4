/**
 * Checks whether the rules of a schema compile, and what they can cost, with the API server's messages. The compiler's own
 * messages about an expression are tsop's.
 * Sources: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/{validation,cel_validation}.go.
 */
import { costFactor } from "../../../cel/budgets.js";
import { checkRules } from "../../../cel/check-rules.js";
import type { RuleFinding } from "../../../cel/rule-finding.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import type { Patterns } from "../../../schema/patterns.js";
import type { Schema } from "../../../schema/schema.js";
import { atKey, child, type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import type { JsonSchema, SchemaRule } from "../json-schema.js";
import { hasRules } from "../rules.js";
import { toRuleSchema } from "../rule-schema.js";
import { showRule } from "./go-structs.js";

/** Since 1.37. Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model/schemas.go. */
const nameLength = 253;

export interface RuleFindingOptions {
  readonly version: KubernetesVersion;
  readonly patterns: Patterns;
  /** The paths of the parts without other errors. */
  readonly sound: ReadonlySet<string>;
  /** The schema is unchanged: the cost of its expressions is not checked again. */
  readonly isUnchanged: boolean;
}

export function checkSchemaRules(
  schema: JsonSchema,
  path: string,
  { version, patterns, sound, isUnchanged }: RuleFindingOptions,
): FieldError[] {
  if (!hasRules(schema)) return [];
  const paths = new Map<Schema, string>();
  const converted = toRuleSchema(schema, "", paths);
  const pathOf = (node: Schema): string => {
    const step = paths.get(node) ?? "";
    return step === "" ? path : child(path, step);
  };
  const faults: FieldError[] = [];
  let before: RuleFinding | undefined;
  const limits = isSince(version, "1.37") ? { nameLength } : {};
  for (const finding of checkRules(converted, { patterns, ...limits })) {
    const isSaid = finding.compilation !== undefined && finding.compilation === before?.compilation;
    before = finding;
    if (isSaid) continue;
    const at = pathOf(finding.node);
    if (!sound.has(at) || (finding.kind === "cost" && isUnchanged)) continue;
    const rule = finding.node["x-kubernetes-validations"]?.[finding.index];
    if (rule === undefined) continue;
    if (finding.kind === "totalCost") faults.push(...totalCostFaults(finding, path, pathOf));
    else faults.push(...toFieldErrors(finding, rule, at, converted, pathOf));
  }
  return faults;
}

const howToSave =
  "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";

function overBudget(what: string, { cost }: RuleFinding): string {
  const factor = costFactor(cost?.estimate ?? 0, cost?.budget ?? 1);
  return `${what} exceeds budget by factor of ${factor}x ${howToSave}`;
}

function totalCostFaults(finding: RuleFinding, path: string, pathOf: (node: Schema) => string): FieldError[] {
  const why = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
  const whole = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
  return [
    ...(finding.parts ?? []).map(({ node, index, key }) => forbidden(keyPath(pathOf(node), index, key), why)),
    forbidden(path, overBudget(whole, finding)),
  ];
}

function toFieldErrors(
  finding: RuleFinding,
  rule: SchemaRule,
  path: string,
  root: Schema,
  pathOf: (node: Schema) => string,
): FieldError[] {
  const at = keyPath(path, finding.index, finding.key);
  switch (finding.kind) {
    case "syntax":
    case "type":
      return [ruleFault(at, rule, compileFault(finding))];
    case "cost": {
      const what = finding.key === "rule" ? "estimated rule cost" : "estimated messageExpression cost";
      return [forbidden(at, overBudget(what, finding))];
    }
    case "oldSelf": {
      const within = pathOf(uncorrelatedAbove(root, finding.node) ?? root);
      const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${within}`;
      return [invalid(at, rule.rule, why)];
    }
    case "optionalOldSelf":
      return [invalid(at, rule.optionalOldSelf ?? null, "may not be set if oldSelf is not used in rule")];
    case "invisible": {
      const why =
        "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";
      const field = child(path, "x-kubernetes-validations");
      return [{ type: "InternalError", field, message: `Internal error: ${why}` }];
    }
    default:
      // rule-texts.ts reports the errors in the text of a rule.
      return [];
  }
}

function keyPath(path: string, index: number, key: string): string {
  return child(atKey(child(path, "x-kubernetes-validations"), index), key);
}

function ruleFault(field: string, rule: SchemaRule, why: string): FieldError {
  return { type: "FieldValueInvalid", field, message: `Invalid value: ${showRule(rule)}: ${why}` };
}

function compileFault({ key, compilation }: RuleFinding): string {
  const isRule = key === "rule";
  if (compilation?.isResult === true) {
    return isRule ? "cel expression must evaluate to a bool" : "messageExpression must evaluate to a string";
  }
  const { instantiation, text = "" } = compilation ?? {};
  const subject = isRule ? "" : "messageExpression ";
  if (instantiation === undefined) return `${subject}compilation failed: ${text}`;
  return `${isRule ? "program" : "messageExpression"} instantiation failed: ${instantiation}`;
}

/** Returns the outermost list above a part of the schema whose items cannot be correlated between revisions. */
function uncorrelatedAbove(root: Schema, node: Schema): Schema | undefined {
  const search = (schema: Schema, list: Schema | undefined): { readonly list: Schema | undefined } | undefined => {
    if (schema === node) return { list };
    const { properties = {}, additionalProperties, items } = schema;
    for (const inner of [...Object.values(properties), additionalProperties]) {
      const found = inner && search(inner, list);
      if (found !== undefined) return found;
    }
    const isKnown = schema["x-kubernetes-list-type"] === "map";
    return items && search(items, list ?? (isKnown ? undefined : schema));
  };
  return search(root, undefined)?.list;
}
