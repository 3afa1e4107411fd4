/** Validates values by the rules in a schema like the API server does when a custom resource is written. */
import { type ExactJsonValue, isJsonObject, isList } from "../core/json.js";
import { Patterns } from "../schema/patterns.js";
import type { Schema, ValidationRule } from "../schema/schema.js";
import { outOfBudget, perObject } from "./budgets.js";
import { dataValue } from "./data-value.js";
import { evaluate } from "./evaluate.js";
import { defaultMessage, faultOf, normalized, ownMessage, type RuleBudget } from "./rule-messages.js";
import { none, some, type Value } from "./values.js";
import { celName } from "../schema/cel-name.js";
import { collectObjects, compile } from "./compile.js";
import type { Prepared } from "./constants.js";
import { type DeclaredType, declareType, isCelName, withResourceFields } from "./declared-type.js";
import { Functions } from "./functions.js";
import { fieldPath, itemPath, valuePath } from "./schema-path.js";

/** The reason to reject a value. */
export interface RuleViolation {
  /**
   * `violated`: the rule returned false. `violated-dearly`: it returned false, and its message exceeded the budget. `error`:
   * the rule could not be evaluated.
   */
  readonly kind: "violated" | "violated-dearly" | "error";
  /** The path of the value, as in `.spec.rules[0]`, followed by the rule's own fieldPath, if any. */
  readonly path: string;
  readonly rule: ValidationRule;
  /** The message of the API server. */
  readonly message: string;
  /** The value that the rule applies to, and the fields, keys and indices on the way to it. */
  readonly value: ExactJsonValue;
  readonly schema: Schema;
  readonly steps: readonly (string | number)[];
  /** Whether the rule compares with the old value. */
  readonly usesOldSelf: boolean;
}

interface EvaluateRulesOptions {
  /** The value that is being replaced. Rules with `oldSelf` are evaluated only if it is set. */
  readonly oldValue?: ExactJsonValue;
  /**
   * The remaining cost budget, which the evaluation reduces; negative once exceeded. Default: the limit of the API server.
   */
  readonly budget?: RuleBudget;
}

/** The compiled rules of a schema, which can validate any number of values. */
export interface RuleEvaluator {
  evaluate(value: ExactJsonValue, options?: EvaluateRulesOptions): readonly RuleViolation[];
}

interface CreateRuleEvaluatorOptions {
  /** The cache of compiled patterns that this run shares. */
  readonly patterns?: Patterns;
  /** Whether the schema describes a resource, whose name rules see even if the schema omits it. */
  readonly isResource?: boolean;
}

/**
 * Compiles the rules of a schema, except rules that do not compile, which `checkRules` reports. Returns `undefined` if no
 * rule remains.
 *
 * @example
 * const evaluator = createRuleEvaluator(schema, { isResource: true });
 * const violations = evaluator?.evaluate({ spec: { replicas: 0 } }) ?? [];
 */
export function createRuleEvaluator(
  root: Schema,
  { patterns = new Patterns(), isResource = false }: CreateRuleEvaluatorOptions = {},
): RuleEvaluator | undefined {
  const judge = new RuleCompiler(patterns).compile(root, { path: "", isResource, declared: undefined });
  if (judge === undefined) return undefined;
  return {
    evaluate: (value, { oldValue, budget = { left: perObject } } = {}) => {
      const violations: RuleViolation[] = [];
      visit(
        judge,
        { value, oldValue, path: "", steps: [] },
        { patterns, budget, report: (violation) => violations.push(violation) },
      );
      return violations;
    },
  };
}

interface Visit {
  readonly value: ExactJsonValue | undefined;
  readonly oldValue: ExactJsonValue | undefined;
  readonly path: string;
  readonly steps: readonly (string | number)[];
}

interface Judging {
  readonly patterns: Patterns;
  /** The remaining cost budget. Once it is negative, no more rules are evaluated. */
  readonly budget: RuleBudget;
  readonly report: (violation: RuleViolation) => void;
}

function visit(judge: Judge, { value, oldValue, path, steps }: Visit, judging: Judging): void {
  // A rule on a nullable value applies only to values that are not null.
  if (value === undefined || value === null || judging.budget.left < 0) return;
  applyRules(judge, { value, oldValue, path, steps }, judging);
  if (isList(value)) {
    const { items } = judge;
    if (items === undefined) return;
    const oldItem = correlate(judge.schema, oldValue);
    for (const [index, item] of value.entries()) {
      const place = { path: `${path}[${index}]`, steps: [...steps, index] };
      visit(items, { value: item, oldValue: oldItem(item), ...place }, judging);
    }
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = judge.properties.get(name);
      const oldMember = isJsonObject(oldValue) && Object.hasOwn(oldValue, name) ? oldValue[name] : undefined;
      const found = { value: member, oldValue: oldMember, steps: [...steps, name] };
      if (judge.values !== undefined) visit(judge.values, { ...found, path: `${path}[${name}]` }, judging);
      if (inner !== undefined) visit(inner, { ...found, path: `${path}.${name}` }, judging);
    }
  }
}

/** Matches items of a list of type map by their keys; items of other lists have no match. */
function correlate(
  schema: Schema,
  oldValue: ExactJsonValue | undefined,
): (item: ExactJsonValue) => ExactJsonValue | undefined {
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  if (
    schema["x-kubernetes-list-type"] !== "map" ||
    keys.length === 0 ||
    oldValue === undefined ||
    !isList(oldValue ?? 0)
  ) {
    return () => undefined;
  }
  const identify = (item: ExactJsonValue): string | undefined => {
    if (!isJsonObject(item)) return undefined;
    const values = keys.map((key) => (Object.hasOwn(item, key) ? item[key] : undefined));
    return values.some((value) => value === undefined || typeof value === "object")
      ? undefined
      : JSON.stringify(values);
  };
  const known = new Map<string, ExactJsonValue>();
  for (const item of isList(oldValue) ? oldValue : []) {
    const identity = identify(item);
    if (identity !== undefined && !known.has(identity)) known.set(identity, item);
  }
  return (item) => known.get(identify(item) ?? "");
}

function applyRules({ schema, rules }: Judge, visited: Visit, judging: Judging): void {
  const { value, oldValue, path, steps } = visited;
  const [first] = rules;
  if (first === undefined || value === undefined) return;
  const { patterns, budget, report } = judging;
  if (budget.left <= 0) {
    budget.left = -1;
    const { rule, usesOldSelf } = first;
    report({ kind: "error", path, rule, message: outOfBudget, value, schema, steps, usesOldSelf });
    return;
  }
  const hasOld = oldValue !== undefined && oldValue !== null;
  const self = dataValue(value, schema);
  const oldSelf = hasOld && rules.some(({ usesOldSelf }) => usesOldSelf) ? dataValue(oldValue, schema) : undefined;
  for (const { rule, checked, message, usesOldSelf } of rules) {
    if (usesOldSelf && !hasOld && rule.optionalOldSelf !== true) continue;
    const about = { rule, value, schema, steps, usesOldSelf };
    const plain = new Map<string, Value>([["self", self]]);
    if (oldSelf !== undefined) plain.set("oldSelf", oldSelf);
    const variables =
      rule.optionalOldSelf === true
        ? new Map(plain).set("oldSelf", oldSelf === undefined ? none : some(oldSelf))
        : plain;
    const evaluated = evaluate(checked, { patterns, variables });
    const fault = faultOf(evaluated, rule, budget);
    if (fault !== undefined) report({ ...about, kind: "error", path, message: fault });
    if (budget.left < 0) return;
    if (fault !== undefined || evaluated.value === true) continue;
    const target = `${path}${normalized(rule.fieldPath)}`;
    const said = message && ownMessage(evaluate(message, { patterns, variables: plain }), rule, budget);
    if (said?.kind === "fault") report({ ...about, kind: "violated-dearly", path: target, message: said.message });
    else report({ ...about, kind: "violated", path: target, message: said?.message ?? defaultMessage(rule) });
    if (budget.left < 0) return;
  }
}

interface CompiledRule {
  readonly rule: ValidationRule;
  readonly checked: Prepared;
  readonly message: Prepared | undefined;
  readonly usesOldSelf: boolean;
}

/** The rules of a schema and of its nested schemas. */
interface Judge {
  readonly schema: Schema;
  readonly rules: readonly CompiledRule[];
  readonly properties: ReadonlyMap<string, Judge>;
  readonly values: Judge | undefined;
  readonly items: Judge | undefined;
}

interface Place {
  readonly path: string;
  readonly isResource: boolean;
  readonly declared: DeclaredType | undefined;
}

/** Compiles the rules of a schema and of its nested schemas. */
class RuleCompiler {
  readonly #functions = new Functions();
  readonly #objects = new Map<string, DeclaredType>();
  readonly #patterns: Patterns;

  constructor(patterns: Patterns) {
    this.#patterns = patterns;
  }

  /** Returns undefined if there are no rules. */
  compile(schema: Schema, place: Place): Judge | undefined {
    const rules = schema["x-kubernetes-validations"] ?? [];
    const declared = place.declared ?? (rules.length > 0 ? this.#declare(schema, place) : undefined);
    const compiled =
      declared === undefined
        ? []
        : rules.map((rule) => this.#compileRule(rule, declared)).filter((rule) => rule !== undefined);
    const judge: Judge = {
      schema: place.isResource ? withResourceFields(schema) : schema,
      rules: compiled,
      properties: this.#properties(schema, place.path, declared),
      values: this.#inner(schema.additionalProperties, valuePath(place.path), declared?.item),
      items: this.#inner(schema.items, itemPath(place.path), declared?.item),
    };
    const isEmpty =
      compiled.length === 0 && judge.properties.size === 0 && judge.values === undefined && judge.items === undefined;
    return isEmpty ? undefined : judge;
  }

  #declare(schema: Schema, { path, isResource }: Place): DeclaredType | undefined {
    const declared = declareType(schema, { isResource, path });
    if (declared !== undefined) collectObjects(declared, this.#objects);
    return declared;
  }

  #properties(schema: Schema, path: string, declared: DeclaredType | undefined): ReadonlyMap<string, Judge> {
    const judges = new Map<string, Judge>();
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const type = isCelName(name) ? declared?.fields?.get(celName(name)) : undefined;
      const judge = this.#inner(inner, fieldPath(path, name), type?.schema === inner ? type : undefined);
      if (judge !== undefined) judges.set(name, judge);
    }
    return judges;
  }

  #inner(schema: Schema | undefined, path: string, declared: DeclaredType | undefined): Judge | undefined {
    if (schema === undefined) return undefined;
    return this.compile(schema, { path, isResource: schema["x-kubernetes-embedded-resource"] === true, declared });
  }

  #compileRule(rule: ValidationRule, self: DeclaredType): CompiledRule | undefined {
    const options = {
      functions: this.#functions,
      patterns: this.#patterns,
      self,
      objects: this.#objects,
      isOldSelfOptional: rule.optionalOldSelf === true,
    };
    const compiled = rule.rule.trim() === "" ? undefined : compile(rule.rule, "bool", options);
    if (compiled?.kind !== "ok") return undefined;
    const text = rule.messageExpression ?? "";
    const message = text.trim() === "" ? undefined : compile(text, "string", options);
    return {
      rule,
      checked: compiled.checked,
      message: message?.kind === "ok" ? message.checked : undefined,
      usesOldSelf: [...compiled.checked.names.values()].includes("oldSelf"),
    };
  }
}
