import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../core/json.js";

/** The maximum number of fields that a description names. */
const mostFields = 3;

/**
 * Describes the fields that differ between two values, at their full depth: `spec.replicas`,
 * `spec.containers[0].image`, `status.conditions[Ready]`. If many differ, names the first ones and the number of the
 * others. Names only, because values may be secret.
 */
export function changedFields(name: string, before: unknown, after: unknown): string {
  const found = [...differences(name, before, after)];
  const rest = found.length - mostFields;
  return rest > 0 ? `${found.slice(0, mostFields).join(", ")} and ${rest} more` : found.join(", ");
}

function* differences(path: string, before: unknown, after: unknown): Generator<string> {
  if (isDeepStrictEqual(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    const field = ["type", "name"].find((each) => isKey(each, before) && isKey(each, after));
    yield* inEntries((key) => `${path}[${key}]`, itemsOf(before, field), itemsOf(after, field));
  } else if (isJsonObject(before) && isJsonObject(after)) {
    yield* inEntries((key) => `${path}.${key}`, new Map(Object.entries(before)), new Map(Object.entries(after)));
  } else yield path;
}

function* inEntries(
  pathOf: (key: string) => string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): Generator<string> {
  for (const key of new Set([...after.keys(), ...before.keys()])) {
    yield* differences(pathOf(key), before.get(key), after.get(key));
  }
}

/** Returns whether the field has a different text in each item: Kubernetes merges most lists by such a key. */
function isKey(field: string, items: readonly unknown[]): boolean {
  const keys = items.map((item) => textIn(item, field));
  return !keys.includes(undefined) && new Set(keys).size === keys.length;
}

function itemsOf(items: readonly unknown[], field: string | undefined): Map<string, unknown> {
  return new Map(
    items.map((item, index) => [(field === undefined ? undefined : textIn(item, field)) ?? String(index), item]),
  );
}

function textIn(item: unknown, field: string): string | undefined {
  const value = isJsonObject(item) ? (item as Readonly<Record<string, unknown>>)[field] : undefined;
  return typeof value === "string" ? value : undefined;
}
