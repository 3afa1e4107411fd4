/** The defaults of a structural schema. Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/algorithm.go. */
import { isJsonObject, type Json } from "../../core/json.js";
import { setOwn } from "../../core/own-members.js";
import { hasDefault, itemsOf, propertyOf, valuesOf, type JsonSchema } from "./json-schema.js";

/**
 * A function that sets defaults, also in place of a null if the field is not nullable. Undefined for a schema without
 * defaults.
 */
export type SetDefaults = (value: Json) => void;

/** Parts of the schema without defaults are not visited again. */
export function compileDefaults(schema: JsonSchema): SetDefaults | undefined {
  const properties = new Map<string, SetDefaults>();
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const set = compileDefaults(inner);
    if (set !== undefined) properties.set(name, set);
  }
  const defaults = Object.entries(schema.properties ?? {}).filter(([, inner]) => hasDefault(inner));
  const [values, items] = [valuesOf(schema), itemsOf(schema)];
  const ofValues = values && memberDefaults(values);
  const ofItems = items && memberDefaults(items);
  if (defaults.length === 0 && properties.size === 0 && ofValues === undefined && ofItems === undefined)
    return undefined;
  return (value) => {
    if (Array.isArray(value)) {
      if (ofItems === undefined) return;
      for (const [index, item] of value.entries()) value[index] = ofItems(item);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const [name, inner] of defaults) {
      const isThere = Object.hasOwn(value, name) && (value[name] !== null || inner.nullable === true);
      if (!isThere) setOwn(value, name, structuredClone(inner.default));
    }
    for (const [name, set] of properties) if (Object.hasOwn(value, name)) set(value[name] ?? null);
    if (ofValues === undefined) return;
    for (const name of Object.keys(value)) {
      if (propertyOf(schema, name) === undefined) setOwn(value, name, ofValues(value[name] ?? null));
    }
  };
}

/** Sets the defaults of map values and list items: a default replaces a null. */
function memberDefaults(schema: JsonSchema): ((value: Json) => Json) | undefined {
  const set = compileDefaults(schema);
  const replacesNull = hasDefault(schema) && schema.nullable !== true;
  if (set === undefined && !replacesNull) return undefined;
  return (value) => {
    const filled = value === null && replacesNull ? structuredClone(schema.default ?? null) : value;
    set?.(filled);
    return filled;
  };
}
