/** Makes the rules of a schema, and of those within it, ready to judge values. */
import { celName } from "../schema/cel-name.js";
import type { Patterns } from "../schema/patterns.js";
import type { Schema, ValidationRule } from "../schema/schema.js";
import { collectObjects, compile } from "./compile.js";
import type { Prepared } from "./constants.js";
import { type DeclaredType, declareType, isCelName, withResourceFields } from "./declared-type.js";
import { Functions } from "./functions.js";
import { fieldPath, itemPath, valuePath } from "./schema-path.js";

interface CompiledRule {
  readonly rule: ValidationRule;
  readonly checked: Prepared;
  readonly message: Prepared | undefined;
  readonly usesOldSelf: boolean;
}

/** The rules of a schema and of those within it. */
export interface Judge {
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

export class RuleCompiler {
  readonly #functions = new Functions();
  readonly #objects = new Map<string, DeclaredType>();
  readonly #patterns: Patterns;

  constructor(patterns: Patterns) {
    this.#patterns = patterns;
  }

  /** Undefined where there are no rules. */
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
