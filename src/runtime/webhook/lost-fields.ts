/** Finds the values that a conversion and its reverse lose, and restores them. */
import { canonicalJson } from "../../core/canonical-json.js";
import { readJson } from "../../core/json-fields.js";
import { isJsonObject, isList, isSameJson, type UnknownObject } from "../../core/json.js";
import { ownOf, setOwn } from "../../core/own-members.js";

/** The losses of a value, as JSON. */
export type Loss =
  /** The value, and what it becomes without restoration; an absent value has no key. */
  | { readonly is?: unknown; readonly was?: unknown }
  | { readonly in: Readonly<Record<string, Loss>> }
  /** The losses of the items of a list, in their order. */
  | { readonly items: readonly ItemLoss[] };

interface ItemLoss {
  /** What the item becomes without restoration, or only the fields that identify it. */
  readonly of: unknown;
  /** Absent if the item loses nothing, and another one becomes equal to it. */
  readonly loss?: Loss;
}

/** The fields that identify the items of a list, by the path of the list: `{ "spec.rules": ["host"] }`. */
export type ListKeys = Readonly<Record<string, readonly string[]>>;

/** The maximum depth of a stored loss: deeper ones are not objects of a CRD, but an attack on the stack. */
const deepest = 1000;

/** Returns the losses; undefined if there are none. */
export function lossBetween(before: unknown, after: unknown, keys: ListKeys, path = ""): Loss | undefined {
  if (isSameJson(before, after)) return undefined;
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    const inner = [...names].flatMap((name): [string, Loss][] => {
      const place = path === "" ? name : `${path}.${name}`;
      const loss = lossBetween(ownOf<unknown>(before, name), ownOf<unknown>(after, name), keys, place);
      return loss === undefined ? [] : [[name, loss]];
    });
    return { in: Object.fromEntries(inner) };
  }
  if (isList(before) && isList(after) && before.length === after.length) {
    const losses = after.map((item, index) => lossBetween(before[index], item, keys, `${path}[]`));
    return { items: itemLosses(after, losses, ownOf(keys, path)) };
  }
  return { ...(before === undefined ? {} : { is: before }), ...(after === undefined ? {} : { was: after }) };
}

function itemLosses(
  items: readonly unknown[],
  losses: readonly (Loss | undefined)[],
  keys: readonly string[] | undefined,
): ItemLoss[] {
  const texts = items.map((item) => canonicalJson(identityOf(item, keys)));
  const lossy = new Set(texts.filter((_, index) => losses[index] !== undefined));
  return items.flatMap((item, index): ItemLoss[] => {
    if (!lossy.has(texts[index] ?? "")) return [];
    const loss = losses[index];
    return [{ of: identityOf(item, keys), ...(loss === undefined ? {} : { loss }) }];
  });
}

function identityOf(item: unknown, keys: readonly string[] | undefined): unknown {
  if (keys === undefined || !isJsonObject(item)) return item;
  return Object.fromEntries(keys.map((key) => [key, ownOf<unknown>(item, key)]));
}

/** Reads a stored loss. Returns undefined for any other text: every client can write an annotation. */
export function readLoss(text: string): Loss | undefined {
  const value = readJson(text);
  return isJsonObject(value) && !isDeeperThan(value, deepest) ? value : undefined;
}

function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((each): unknown[] => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/**
 * Returns the value with what it lost, except where a client has changed it since: the change wins. Ignores parts of
 * the loss that fit no value.
 */
export function restore(value: unknown, loss: unknown, keys: ListKeys, path = ""): unknown {
  if (!isJsonObject(loss)) return value;
  const { in: fields, items } = loss;
  if (isJsonObject(fields)) return isJsonObject(value) ? restoreFields(value, fields, keys, path) : value;
  if (isList(items)) return isList(value) ? restoreItems(value, items, keys, path) : value;
  return isSameJson(value, ownOf<unknown>(loss, "was")) ? ownOf<unknown>(loss, "is") : value;
}

function restoreFields(value: UnknownObject, fields: UnknownObject, keys: ListKeys, path: string): UnknownObject {
  const restored: UnknownObject = { ...value };
  for (const [name, loss] of Object.entries(fields)) {
    const place = path === "" ? name : `${path}.${name}`;
    const field = restore(ownOf<unknown>(value, name), loss, keys, place);
    if (field !== undefined) setOwn<unknown>(restored, name, field);
    else Reflect.deleteProperty(restored, name);
  }
  return restored;
}

function restoreItems(
  value: readonly unknown[],
  items: readonly unknown[],
  keys: ListKeys,
  path: string,
): readonly unknown[] {
  const identity = ownOf(keys, path);
  const waiting = new Map<string, unknown[]>();
  // Reversed, so that each item takes the first of those that wait.
  for (const item of items.toReversed().filter((each) => isJsonObject(each))) {
    const text = canonicalJson(identityOf(item["of"], identity));
    const losses = waiting.get(text);
    if (losses === undefined) waiting.set(text, [item["loss"]]);
    else losses.push(item["loss"]);
  }
  return value.map((item) => {
    const loss = waiting.get(canonicalJson(identityOf(item, identity)))?.pop();
    return restore(item, loss, keys, `${path}[]`) ?? item;
  });
}
