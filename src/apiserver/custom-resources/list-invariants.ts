/**
 * The items of sets and maps must be unique.
 * Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype/validation.go.
 */
import { atKey, child, duplicate, type FieldError, invalid } from "../../core/field-error.js";
import { toGoJson } from "../../core/go-value.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { itemsOf, propertyOf, valuesOf, type JsonSchema } from "./json-schema.js";

export type CheckLists = (value: Json, path: string) => readonly FieldError[];

/** Returns undefined for a schema without sets and maps. */
export function compileListChecks(schema: JsonSchema): CheckLists | undefined {
  const own = ownCheck(schema);
  const [values, items] = [valuesOf(schema), itemsOf(schema)];
  const ofValues = values && compileListChecks(values);
  const ofItems = items && compileListChecks(items);
  const ofProperties = new Map<string, CheckLists>();
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const check = compileListChecks(inner);
    if (check !== undefined) ofProperties.set(name, check);
  }
  if (own === undefined && ofValues === undefined && ofItems === undefined && ofProperties.size === 0) return undefined;
  return (value, path) => {
    if (Array.isArray(value)) {
      const faults = [...(own?.(value, path) ?? [])];
      if (ofItems !== undefined) faults.push(...value.flatMap((item, index) => ofItems(item, atKey(path, index))));
      return faults;
    }
    if (!isJsonObject(value)) return [];
    const faults: FieldError[] = [];
    for (const name of Object.keys(value)) {
      const member = value[name] ?? null;
      if (ofValues !== undefined) faults.push(...ofValues(member, atKey(path, name)));
      const check = propertyOf(schema, name) === undefined ? undefined : ofProperties.get(name);
      if (check !== undefined) faults.push(...check(member, child(path, name)));
    }
    return faults;
  };
}

function ownCheck(schema: JsonSchema): ((value: readonly Json[], path: string) => FieldError[]) | undefined {
  switch (schema["x-kubernetes-list-type"]) {
    case "set":
      return (value, path) => repeated(value.map(toGoJson)).map((index) => duplicate(atKey(path, index), value[index]));
    case "map": {
      const keys = schema["x-kubernetes-list-map-keys"] ?? [];
      return (value, path) => checkMap(value, keys, path);
    }
    default:
      return undefined;
  }
}

function checkMap(value: readonly Json[], keys: readonly string[], path: string): FieldError[] {
  const other = value.findIndex((item) => item !== null && !isJsonObject(item));
  if (other !== -1) {
    return [invalid(atKey(path, other), value[other], "must be an object for an array of list-type map")];
  }
  const identities = value.map((item) => identityOf(isJsonObject(item) ? item : {}, keys));
  return repeated(identities.map(toGoJson)).map((index) => duplicate(atKey(path, index), identities[index]));
}

function identityOf(item: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(item, key)).map((key) => [key, item[key]]));
}

/** Returns the index of the second occurrence of each item. The third and later occurrences are not reported. */
function repeated(identities: readonly string[]): number[] {
  const counts = new Map<string, number>();
  return identities.flatMap((identity, index) => {
    const count = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, count);
    return count === 2 ? [index] : [];
  });
}
