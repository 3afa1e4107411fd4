/**
 * A value beside the value that it replaces, because a value that was already invalid may stay unchanged.
 * Source: k8s.io/apiserver/pkg/cel/common/equality.go.
 */
import { isJsonObject, isSameJson, type Json } from "../../core/json.js";
import { ownOf } from "../../core/own-members.js";
import { itemsOf, propertyOf, valuesOf, type JsonSchema } from "./json-schema.js";

export class CorrelatedValue {
  readonly #value: Json | undefined;
  readonly #old: Json | undefined;
  readonly #schema: JsonSchema;
  readonly #children = new Map<string | number, CorrelatedValue>();
  #isUnchanged: boolean | undefined;
  #oldItems: FindOldItem | undefined;

  constructor(value: Json | undefined, old: Json | undefined, schema: JsonSchema) {
    this.#value = value;
    this.#old = old;
    this.#schema = schema;
  }

  /** Returns undefined if the field has no old value. */
  key(name: string): CorrelatedValue | undefined {
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    if (!isJsonObject(this.#value) || !isJsonObject(this.#old)) return undefined;
    if (!Object.hasOwn(this.#value, name) || !Object.hasOwn(this.#old, name)) return undefined;
    const schema = propertyOf(this.#schema, name) ?? valuesOf(this.#schema);
    if (schema === undefined) return undefined;
    const child = new CorrelatedValue(this.#value[name], this.#old[name], schema);
    this.#children.set(name, child);
    return child;
  }

  /** Items correlate only in lists of type map. */
  index(index: number): CorrelatedValue | undefined {
    const known = this.#children.get(index);
    if (known !== undefined) return known;
    const schema = itemsOf(this.#schema);
    if (!Array.isArray(this.#value) || !Array.isArray(this.#old) || index >= this.#value.length) return undefined;
    if (this.#schema["x-kubernetes-list-type"] !== "map") return undefined;
    this.#oldItems ??= oldItemFinder(this.#schema, this.#old);
    const old = this.#oldItems(this.#value[index] ?? null);
    if (old === undefined || schema === undefined) return undefined;
    const child = new CorrelatedValue(this.#value[index], old, schema);
    this.#children.set(index, child);
    return child;
  }

  get isUnchanged(): boolean {
    this.#isUnchanged ??= this.#compare();
    return this.#isUnchanged;
  }

  /** As in the API server, a field without a schema makes the whole value count as changed. */
  #compare(): boolean {
    const [value, old] = [this.#value ?? null, this.#old ?? null];
    if (value === null || old === null) return value === old;
    if (Array.isArray(value) && Array.isArray(old)) {
      if (value.length !== old.length) return false;
      if (this.#schema["x-kubernetes-list-type"] !== "map") return isSameJson(value, old);
      return value.every((_item, index) => this.index(index)?.isUnchanged === true);
    }
    if (isJsonObject(value) && isJsonObject(old)) {
      const names = Object.keys(value);
      return names.length === Object.keys(old).length && names.every((name) => this.key(name)?.isUnchanged === true);
    }
    return value === old;
  }
}

type FindOldItem = (item: Json) => Json | undefined;

/**
 * Finds the old items of a list of type map by their keys. Of several items with the same keys, it returns the first.
 * Source: k8s.io/apiserver/pkg/cel/common/maplist.go.
 */
function oldItemFinder({ "x-kubernetes-list-map-keys": keys = [] }: JsonSchema, old: readonly Json[]): FindOldItem {
  const known = new Map<string, Json>();
  for (const item of old) {
    const identity = identityOf(item, keys);
    if (identity !== undefined && !known.has(identity)) known.set(identity, item);
  }
  return (item) => known.get(identityOf(item, keys) ?? "");
}

/** Never returns an empty string. */
function identityOf(item: Json, keys: readonly string[]): string | undefined {
  if (!isJsonObject(item) || keys.length === 0) return undefined;
  const values = keys.map((key) => ownOf(item, key) ?? null);
  return values.some((value) => typeof value === "object") ? undefined : JSON.stringify(values);
}
