/**
 * Makes small changes to the text of a YAML file: adds and removes whole lines; everything else remains, byte for byte. Each
 * function returns undefined if the format at the position does not allow adding or removing a line (`[a, b]`, `{a: b}`, …).
 */
import { isCollection, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { printScalar } from "./yaml-scalar.js";

export interface ListItem {
  /** The identity of the item: a text, or the `path` or `name` of a map. */
  readonly id: string;
  /** The text after the dash; further lines are indented as in a list at the margin. */
  readonly text: string;
}

/** The order of new items and keys; names that are not in it go to the end. */
export interface Order {
  readonly items?: readonly string[];
  readonly keys?: readonly string[];
}

export function textItem(id: string): ListItem {
  return { id, text: printScalar(id, 0, "", { key: true }).join("") };
}

/** Normalizes `./a` and `a/` to `a`. */
export function idOf(item: unknown): string | undefined {
  const value: unknown = isMap(item) ? (item.get("path") ?? item.get("name")) : isScalar(item) ? item.value : undefined;
  return typeof value === "string" ? value.replace(/^\.\//, "").replace(/(?<=.)\/$/, "") : undefined;
}

/** Adds an item to the list under a key, and creates the list if necessary. An existing item remains unchanged. */
export function addItem(
  text: string,
  map: YAMLMap,
  key: string,
  item: ListItem,
  order: Order = {},
): string | undefined {
  const list = map.get(key, true);
  if (isSeq(list)) {
    if (list.items.some((node) => idOf(node) === item.id)) return text;
    return insertItem(text, list, item, placeIn(list.items.map(idOf), item.id, order.items));
  }
  return map.has(key) ? undefined : insertEntry(text, map, key, [`${key}:`, ...itemLines("- ", item)], order.keys);
}

/** Removes an item from the list under a key, and the key with the last item. */
export function takeItem(text: string, map: YAMLMap, key: string, id: string): string | undefined {
  const list = map.get(key, true);
  if (!isSeq(list)) return text;
  const item = list.items.find((node) => idOf(node) === id);
  if (item === undefined) return text;
  const start = nodeStart(item);
  if (list.flow === true || start === undefined || dashBefore(text, start) === undefined) return undefined;
  const rest = text.slice(lineEnd(text, endOf(item)));
  if (list.items.length > 1) return text.slice(0, lineStart(text, start)) + rest;
  const head = withoutKeyLine(text, map, key);
  return head === undefined
    ? undefined
    : text.slice(0, head.start) + head.comment + text.slice(head.end, lineStart(text, start)) + rest;
}

/** Adds `key: value` after the last entry of a map. */
export function addEntry(text: string, map: YAMLMap, key: string, value: string): string | undefined {
  return insertEntry(text, map, key, [`${key}: ${printScalar(value, 0, "", { key: true }).join("")}`], undefined);
}

/** Removes a one-line entry from a map that has other entries. */
export function takeEntry(text: string, map: YAMLMap, key: string): string | undefined {
  if (!map.has(key)) return text;
  const head = map.items.length > 1 ? withoutKeyLine(text, map, key) : undefined;
  const value = map.get(key, true);
  if (head === undefined || !isScalar(value) || lineEnd(text, endOf(value)) !== head.end) return undefined;
  return text.slice(0, head.start) + head.comment + text.slice(head.end);
}

/** Replaces a plain word with another. */
export function replaceWord(text: string, node: unknown, word: string): string | undefined {
  if (!isScalar(node) || node.range == null) return undefined;
  const [start, end] = node.range;
  return text.slice(0, start) + word + text.slice(end);
}

function insertItem(text: string, list: YAMLSeq, item: ListItem, index: number): string | undefined {
  const neighbour = list.items[index === 0 ? 0 : index - 1];
  const start = nodeStart(neighbour);
  const dash = start === undefined ? undefined : dashBefore(text, start);
  if (list.flow === true || start === undefined || dash === undefined) return undefined;
  const place = index === 0 ? lineStart(text, start) : lineEnd(text, endOf(neighbour));
  return withLines(text, place, itemLines(dash, item));
}

function insertEntry(
  text: string,
  map: YAMLMap,
  key: string,
  lines: readonly string[],
  order: readonly string[] | undefined,
): string | undefined {
  const pairs: readonly Pair[] = map.items;
  const first = nodeStart(pairs[0]?.key);
  if (map.flow === true || first === undefined) return undefined;
  const margin = " ".repeat(first - lineStart(text, first));
  const names = pairs.map((pair) => (isScalar(pair.key) ? String(pair.key.value) : undefined));
  // An entry goes after another entry: above the first one, there is a comment or a dash.
  const before = pairs[Math.max(placeIn(names, key, order), 1) - 1];
  const end = endOf(before?.value ?? before?.key);
  return withLines(
    text,
    lineEnd(text, end),
    lines.map((line) => margin + line),
  );
}

/** Returns the position after the nearest predecessor in the order, else before the nearest successor, else last. */
function placeIn(present: readonly (string | undefined)[], name: string, order: readonly string[] = []): number {
  const rank = order.indexOf(name);
  const before = order.slice(0, Math.max(rank, 0)).findLast((other) => present.includes(other));
  if (before !== undefined) return present.lastIndexOf(before) + 1;
  const behind = rank === -1 ? undefined : order.slice(rank + 1).find((other) => present.includes(other));
  return behind === undefined ? present.length : present.indexOf(behind);
}

function itemLines(dash: string, { text }: ListItem): string[] {
  return text.split("\n").map((line, index) => (index === 0 ? dash : " ".repeat(dash.length)) + line);
}

function withLines(text: string, place: number, lines: readonly string[]): string {
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const start = place > 0 && text[place - 1] !== "\n" ? lineBreak : "";
  return text.slice(0, place) + start + lines.map((line) => line + lineBreak).join("") + text.slice(place);
}

/** Returns the line of a key, if nothing precedes the key on it, and its trailing comment as a separate line. */
function withoutKeyLine(
  text: string,
  map: YAMLMap,
  key: string,
): { readonly start: number; readonly end: number; readonly comment: string } | undefined {
  const pair = map.items.find(({ key: node }) => isScalar(node) && node.value === key);
  const at = nodeStart(pair?.key);
  if (map.flow === true || at === undefined) return undefined;
  const [start, end] = [lineStart(text, at), lineEnd(text, at + 1)];
  const margin = text.slice(start, at);
  if (margin.trim() !== "") return undefined;
  const comment = /\s(#.*(?:\n|$))/.exec(text.slice(at, end))?.[1];
  return { start, end, comment: comment === undefined ? "" : margin + comment };
}

function nodeStart(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** Returns the end of the last part of a node: a block node itself may include following comments and empty lines. */
function endOf(node: unknown): number {
  if (isCollection(node) && node.flow !== true) {
    const last: unknown = node.items.at(-1);
    const pair = isMap(node) ? node.items.at(-1) : undefined;
    if (last !== undefined) return endOf(pair === undefined ? last : hasText(pair.value) ? pair.value : pair.key);
  }
  return isNode(node) ? (node.range?.[1] ?? 0) : 0;
}

function hasText(value: unknown): boolean {
  return isNode(value) && !(isScalar(value) && value.source === "");
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "range" in value;
}

/** Returns the indentation and the dash before an item, if nothing else precedes it. */
function dashBefore(text: string, start: number): string | undefined {
  return /^[ \t]*-[ \t]+$/.exec(text.slice(lineStart(text, start), start))?.[0];
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Returns the start of the line after the last character before `offset`. */
function lineEnd(text: string, offset: number): number {
  const found = text.indexOf("\n", Math.max(offset - 1, 0));
  return found === -1 ? text.length : found + 1;
}
