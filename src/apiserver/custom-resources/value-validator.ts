/**
 * Validates values by OpenAPI v3, with the API server's messages. A schema is compiled once. A fast check finds out whether a
 * value is valid and records nothing. Only an invalid value is checked again to collect its errors.
 * Source: k8s.io/kube-openapi/pkg/validation/validate/{schema,schema_props,object_validator,slice_validator,validator}.go,
 * k8s.io/apiextensions-apiserver/pkg/apiserver/validation/ratcheting.go.
 */
import { notSupported, required, tooMany } from "../../core/field-error.js";
import { toGoJson } from "../../core/go-value.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { Patterns } from "../../schema/patterns.js";
import type { CorrelatedValue } from "./correlated-value.js";
import { isInEnum } from "./enum-values.js";
import { junctorChecks, type JunctorChecks } from "./junctors.js";
import { itemsOf, valuesOf, type JsonSchema } from "./json-schema.js";
import { numberChecks } from "./number-limits.js";
import { textChecks, type TextChecks } from "./text-limits.js";
import { invalidValue, ValueResult, type ValueValidator } from "./value-result.js";
import { expectedType, isOfType, typeFault, type ExpectedType } from "./value-types.js";

export interface ValidatorOptions {
  readonly patterns: Patterns;
  readonly version: KubernetesVersion;
}

export function compileValidator(schema: JsonSchema, options: ValidatorOptions): ValueValidator {
  return new SchemaValidator(schema, options);
}

class SchemaValidator implements ValueValidator {
  readonly #schema: JsonSchema;
  readonly #type: ExpectedType;
  readonly #isTyped: boolean;
  readonly #junctors: JunctorChecks;
  readonly #text: TextChecks;
  readonly #numbers: ReturnType<typeof numberChecks>;
  readonly #properties: ReadonlyMap<string, () => ValueValidator>;
  readonly #values: (() => ValueValidator) | undefined;
  readonly #items: (() => ValueValidator) | undefined;

  constructor(schema: JsonSchema, options: ValidatorOptions) {
    const { patterns, version } = options;
    const later = (inner: JsonSchema): (() => ValueValidator) => once(() => new SchemaValidator(inner, options));
    const [values, items] = [valuesOf(schema), itemsOf(schema)];
    this.#schema = schema;
    this.#type = expectedType(schema, version);
    this.#isTyped = this.#type.types.length > 0 || this.#type.format !== "";
    this.#junctors = junctorChecks(schema, (inner) => new SchemaValidator(inner, options));
    this.#text = textChecks(schema, this.#type.format, patterns);
    this.#numbers = numberChecks(schema, version);
    this.#properties = new Map(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, later(inner)]));
    this.#values = values && later(values);
    this.#items = items && later(items);
  }

  isValid(value: Json): boolean {
    const { enum: allowed = [] } = this.#schema;
    if (!isOfType(value, this.#type)) return false;
    if (allowed.length > 0 && !isInEnum(value, allowed)) return false;
    if (value === null) return true;
    if (!this.#junctors.isValid(value)) return false;
    if (typeof value === "string") return this.#text.isValid(value);
    if (typeof value === "number") return this.#numbers.every((check) => check(value, "") === undefined);
    if (Array.isArray(value)) return this.#isValidList(value);
    return isJsonObject(value) ? this.#isValidObject(value) : true;
  }

  #isValidList(value: readonly Json[]): boolean {
    const { minItems, maxItems } = this.#schema;
    if (minItems !== undefined && value.length < minItems) return false;
    if (maxItems !== undefined && value.length > maxItems) return false;
    const items = this.#items?.();
    return items === undefined || value.every((item) => items.isValid(item));
  }

  #isValidObject(value: JsonObject): boolean {
    const { minProperties, maxProperties, required = [], additionalProperties } = this.#schema;
    const names = Object.keys(value);
    if (minProperties !== undefined && names.length < minProperties) return false;
    if (maxProperties !== undefined && names.length > maxProperties) return false;
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    const values = this.#values?.();
    for (const name of names) {
      const validator = this.#properties.get(name)?.() ?? values;
      if (validator !== undefined && !validator.isValid(value[name] ?? null)) return false;
      if (additionalProperties === false && !this.#properties.has(name)) return false;
    }
    return true;
  }

  validate(value: Json, path: string, correlation?: CorrelatedValue): ValueResult {
    const result = this.#validate(value, path, correlation);
    return !result.isValid && correlation?.isUnchanged === true ? result.forgiven() : result;
  }

  #validate(value: Json, path: string, correlation: CorrelatedValue | undefined): ValueResult {
    const result = new ValueResult();
    const isTypeRight = isOfType(value, this.#type);
    if (value === null) {
      if (isTypeRight) result.passed += 1;
      else result.add(typeFault(value, path, this.#type));
      this.#validateEnum(result, value, path);
      return result;
    }
    if (this.#isTyped) {
      if (!isTypeRight) result.add(typeFault(value, path, this.#type));
      result.passed += isTypeRight ? 2 : 1;
    }
    result.merge(this.#junctors.validate(value, path));
    result.passed += 1;
    if (typeof value === "string") result.passed += this.#text.validate(value, path, result);
    if (typeof value === "number") {
      for (const check of this.#numbers) {
        const fault = check(value, path);
        if (fault !== undefined) result.add(fault);
      }
      result.passed += 2;
    }
    if (Array.isArray(value)) this.#validateList(result, value, path, correlation);
    this.#validateEnum(result, value, path);
    result.passed += 1;
    if (isJsonObject(value)) this.#validateObject(result, value, path, correlation);
    result.passed += 1;
    return result;
  }

  #validateEnum(result: ValueResult, value: Json, path: string): void {
    const { enum: values = [] } = this.#schema;
    if (values.length === 0 || isInEnum(value, values)) return;
    const text = `${path} in body should be one of ${JSON.stringify(values)}`;
    const shown = (): string[] => values.map((each) => (typeof each === "string" ? each : toGoJson(each)));
    result.add({ path, text, toError: (field) => notSupported(field, value, shown()) });
  }

  #validateList(
    result: ValueResult,
    value: readonly Json[],
    path: string,
    correlation: CorrelatedValue | undefined,
  ): void {
    const { minItems, maxItems } = this.#schema;
    const items = this.#items?.();
    for (const [index, item] of items === undefined ? [] : value.entries()) {
      if (items !== undefined) result.merge(items.validate(item, `${path}[${index}]`, correlation?.index(index)));
    }
    if (minItems !== undefined && value.length < minItems) {
      const text = `${path} in body should have at least ${minItems} items`;
      result.add(invalidValue(path, value.length, text));
    }
    if (maxItems !== undefined && value.length > maxItems) {
      const text = `${path} in body should have at most ${maxItems} items`;
      result.add({ path, text, toError: (field) => tooMany(field, value.length, maxItems) });
    }
    result.passed += 2;
  }

  #validateObject(
    result: ValueResult,
    value: JsonObject,
    path: string,
    correlation: CorrelatedValue | undefined,
  ): void {
    const { minProperties, maxProperties, required: wanted = [], additionalProperties } = this.#schema;
    const names = Object.keys(value);
    if (minProperties !== undefined && names.length < minProperties) {
      const text = `${path} in body should have at least ${minProperties} properties`;
      result.add(invalidValue(path, names.length, text));
    }
    if (maxProperties !== undefined && names.length > maxProperties) {
      const text = `${path} in body should have at most ${maxProperties} properties`;
      result.add({ path, text, toError: (field) => tooMany(field, names.length, maxProperties) });
    }
    const values = this.#values?.();
    const inner = (name: string): CorrelatedValue | undefined =>
      path === "" && (name === "apiVersion" || name === "kind") ? undefined : correlation?.key(name);
    for (const name of names) {
      if (this.#properties.has(name)) continue;
      if (additionalProperties === false) {
        result.add(invalidValue(path, name, `${path}.${name} in body is a forbidden property`));
      }
      if (values !== undefined) result.merge(values.validate(value[name] ?? null, `${path}.${name}`, inner(name)));
    }
    for (const [name, validator] of this.#properties) {
      if (!Object.hasOwn(value, name)) continue;
      const innerPath = path === "" ? name : `${path}.${name}`;
      result.merge(validator().validate(value[name] ?? null, innerPath, inner(name)));
    }
    for (const name of wanted) {
      if (Object.hasOwn(value, name)) continue;
      const place = `${path}.${name}`;
      result.add({ path: place, text: `${place} in body is required`, toError: (field) => required(field) });
    }
    result.passed += 1;
  }
}

/** Schemas are large, and objects use few of their parts. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
