/** Finds the fields that a conversion did not set. */
import { isJsonObject, isList, type JsonValue } from "../../core/json.js";
import { ownOf } from "../../core/own-members.js";
import { fieldOf, type Schema } from "../../schema/schema.js";

/** An object before its conversion. */
export interface Original {
  readonly value: JsonValue | undefined;
  readonly schema: Schema | undefined;
}

/** Returns the paths in a converted object that are missing, although the original object does not lack them. */
export function missingFields(converted: JsonValue, paths: readonly string[], original: Original): string[] {
  return paths.flatMap((path) => missingAt(converted, path.replaceAll("[]", ".[]").split("."), original, ""));
}

function missingAt(
  converted: JsonValue | undefined,
  [step, ...rest]: readonly string[],
  { value, schema }: Original,
  path: string,
): string[] {
  if (step === undefined) return converted === undefined ? [path] : [];
  if (step === "[]") {
    if (!isList(converted)) return [];
    const items = isList(value) ? value : [];
    return converted.flatMap((item, index) =>
      missingAt(item, rest, { value: items[index], schema: schema?.items }, `${path}[${index}]`),
    );
  }
  if (!isJsonObject(converted)) return [];
  const original = isJsonObject(value) ? value : {};
  const inner = (name: string): Original => ({
    value: ownOf(original, name),
    schema: fieldOf(schema, name) ?? schema?.additionalProperties,
  });
  const at = (name: string): string => (path === "" ? name : `${path}.${name}`);
  if (step === "*") {
    return Object.entries(converted).flatMap(([name, each]) => missingAt(each, rest, inner(name), at(name)));
  }
  const origin = inner(step);
  if (rest.length === 0 && origin.schema !== undefined && origin.value === undefined) return [];
  const field = ownOf(converted, step);
  return rest.length > 0 && field === undefined ? [] : missingAt(field, rest, origin, at(step));
}
