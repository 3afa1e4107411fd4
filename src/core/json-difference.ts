/** Computes JSON patches (RFC 6902) that transform one value into another, in linear time. */
import { ownOf } from "./own-members.js";
import { isJsonObject, isSameJson, type Json, type JsonObject } from "./json.js";

export type JsonOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string };

/**
 * The maximum number of edits of a list that has grown or shrunk; beyond it, the list is replaced as a whole. Each insertion
 * and removal makes the program that applies the patch move all following items.
 */
const mostListEdits = 100;

/** The fields that can identify the items of a list of objects. The first field with a unique value in all items counts. */
const identities = ["name", "type", "key", "id", "uid", "ip", "containerPort", "port", "mountPath", "devicePath"];

/**
 * Returns the operations that transform `before` into `after`. Lists of the same length are compared index by index, others
 * by the identity of their items, or by their common beginning and end. A list with too many differences is replaced as a
 * whole.
 */
export function jsonDifference(before: Json, after: Json): JsonOperation[] {
  const operations: JsonOperation[] = [];
  compare(before, after, "", operations);
  return operations;
}

function compare(before: Json, after: Json, path: string, operations: JsonOperation[]): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) compareLists(before, after, path, operations);
  else if (isJsonObject(before) && isJsonObject(after)) compareObjects(before, after, path, operations);
  else operations.push({ op: "replace", path, value: after });
}

function compareObjects(before: JsonObject, after: JsonObject, path: string, operations: JsonOperation[]): void {
  for (const key of Object.keys(before)) {
    const [was, is] = [before[key], ownOf(after, key)];
    if (was === is || was === undefined) continue;
    if (is === undefined) operations.push({ op: "remove", path: below(path, key) });
    else compare(was, is, below(path, key), operations);
  }
  for (const key of Object.keys(after)) {
    const is = after[key];
    if (is !== undefined && ownOf(before, key) === undefined) {
      operations.push({ op: "add", path: below(path, key), value: is });
    }
  }
}

function below(path: string, key: string): string {
  return `${path}/${/[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key}`;
}

function compareLists(before: readonly Json[], after: Json[], path: string, operations: JsonOperation[]): void {
  if (before.length === after.length) {
    after.forEach((is, index) => compare(before[index] ?? null, is, `${path}/${index}`, operations));
    return;
  }
  const edits = editsOf(before, after);
  if (edits === undefined) {
    operations.push({ op: "replace", path, value: after });
    return;
  }
  const { removed, added } = edits;
  // From the end, so that no removal shifts the index of the next one.
  for (const index of removed.toReversed()) operations.push({ op: "remove", path: `${path}/${index}` });
  for (const index of added) operations.push({ op: "add", path: `${path}/${index}`, value: after[index] ?? null });
  const [isRemoved, isAdded] = [new Set(removed), new Set(added)];
  const kept = before.filter((_, index) => !isRemoved.has(index)).values();
  after.forEach((is, index) => {
    if (!isAdded.has(index)) compare(kept.next().value ?? null, is, `${path}/${index}`, operations);
  });
}

/** The indices in the old list and in the new list, in ascending order. */
interface ListEdits {
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** Returns undefined if replacing the list is better. */
function editsOf(before: readonly Json[], after: readonly Json[]): ListEdits | undefined {
  const edits = editsByIdentity(before, after) ?? editsBetweenEnds(before, after);
  return edits.removed.length + edits.added.length > Math.min(mostListEdits, after.length) ? undefined : edits;
}

/** Returns undefined if the items have no identity, or if the remaining items changed their order. */
function editsByIdentity(before: readonly Json[], after: readonly Json[]): ListEdits | undefined {
  for (const field of identities) {
    const [was, is] = [indexBy(before, field), indexBy(after, field)];
    if (was === undefined || is === undefined) continue;
    const kept = [...was.keys()].filter((id) => is.has(id));
    const keptAfter = [...is.keys()].filter((id) => was.has(id));
    if (kept.some((id, index) => id !== keptAfter[index])) return undefined;
    return { removed: indicesWithout(was, is), added: indicesWithout(is, was) };
  }
  return undefined;
}

type Index = ReadonlyMap<string | number, number>;

function indicesWithout(some: Index, others: Index): number[] {
  return [...some].filter(([id]) => !others.has(id)).map(([, index]) => index);
}

function indexBy(items: readonly Json[], field: string): Index | undefined {
  const index = new Map<string | number, number>();
  for (const [at, item] of items.entries()) {
    const id = isJsonObject(item) ? ownOf(item, field) : undefined;
    if ((typeof id !== "string" && typeof id !== "number") || index.has(id)) return undefined;
    index.set(id, at);
  }
  return index;
}

/** Returns the edits between the common beginning and the common end of both lists. */
function editsBetweenEnds(before: readonly Json[], after: readonly Json[]): ListEdits {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSameJson(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSameJson(before.at(-1 - end), after.at(-1 - end))) end += 1;
  return { removed: range(start, before.length - end), added: range(start, after.length - end) };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
