/** Validates values by the rules in schemas. The first value compiles the rules of its schema, once. */
import { createRuleEvaluator, type RuleEvaluator, type RuleViolation } from "../cel/evaluate-rules.js";
import type { ExactJsonValue } from "../core/json.js";
import type { Patterns } from "../schema/patterns.js";
import { innerSchemas, type Schema } from "../schema/schema.js";

export class RuleJudges {
  readonly #patterns: Patterns;
  readonly #evaluators = new WeakMap<Schema, RuleEvaluator | "none">();
  readonly #ruled = new WeakMap<Schema, boolean>();

  constructor(patterns: Patterns) {
    this.#patterns = patterns;
  }

  /** Returns the violations of an object that a client creates. `isResource`: the schema describes a whole kind. */
  judgeNew(schema: Schema, value: ExactJsonValue, isResource = false): readonly RuleViolation[] {
    return this.#evaluator(schema, isResource)?.evaluate(value) ?? [];
  }

  /** Returns the violations of an update from the old value. */
  judgeUpdate(schema: Schema, value: ExactJsonValue, oldValue: ExactJsonValue): readonly RuleViolation[] {
    return this.#evaluator(schema, false)?.evaluate(value, { oldValue }) ?? [];
  }

  /** Returns the violations of a default: the API server validates it as an update from itself first, then as a new value. */
  judgeDefault(schema: Schema, value: ExactJsonValue): readonly RuleViolation[] {
    const evaluator = this.#evaluator(schema, false);
    if (evaluator === undefined) return [];
    const inPlace = evaluator.evaluate(value, { oldValue: value });
    return inPlace.length > 0 ? inPlace : evaluator.evaluate(value);
  }

  #evaluator(schema: Schema, isResource: boolean): RuleEvaluator | undefined {
    if (!this.#hasRules(schema)) return undefined;
    const known = this.#evaluators.get(schema);
    if (known !== undefined) return known === "none" ? undefined : known;
    const made = createRuleEvaluator(schema, {
      patterns: this.#patterns,
      isResource: isResource || schema["x-kubernetes-embedded-resource"] === true,
    });
    this.#evaluators.set(schema, made ?? "none");
    return made;
  }

  #hasRules(schema: Schema): boolean {
    const known = this.#ruled.get(schema);
    if (known !== undefined) return known;
    const found =
      (schema["x-kubernetes-validations"] ?? []).length > 0 ||
      innerSchemas(schema).some((inner) => this.#hasRules(inner));
    this.#ruled.set(schema, found);
    return found;
  }
}

/** `spec.size: failed rule: self > 0` */
export function sayViolation({ path, message }: RuleViolation): string {
  const place = path.replace(/^\./, "");
  return place === "" ? message : `${place}: ${message}`;
}
