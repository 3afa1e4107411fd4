/**
 * Merges `values.yaml` and Chart.yaml, which belong to the user: adds new keys, and updates keys that the user has not
 * changed.
 */
import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, type Node, type Pair, type YAMLMap } from "yaml";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../core/json.js";
import { parseYamlDocuments, printYaml } from "../core/yaml.js";
import type { ValueGroup, ValueNode } from "./values.js";

/** Prints each value after its explanation. */
export function printValues(values: ValueGroup): string {
  const lines: string[] = [
    "# The values of the chart. You can edit this file: tsop keeps your changes when it regenerates the chart.",
  ];
  for (const [name, node] of Object.entries(values.fields)) {
    lines.push("", ...printValue(name, node, ""));
  }
  return `${lines.join("\n")}\n`;
}

function printValue(name: string, node: ValueNode, margin: string): string[] {
  const comment = node.comment === "" ? [] : [`${margin}# ${node.comment}`];
  if (node.kind === "leaf") return [...comment, ...indented(printYaml({ [name]: node.value }), margin)];
  const fields = Object.entries(node.fields).flatMap(([field, inner]) => printValue(field, inner, `${margin}  `));
  return [...comment, ...(fields.length === 0 ? [`${margin}${name}: {}`] : [`${margin}${name}:`, ...fields])];
}

function indented(text: string, margin: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : margin + line));
}

export interface MergeInput {
  /** The content of the file. */
  readonly text: string;
  readonly file: string;
  /** The last generated text. If undefined, it is unknown, and the whole file counts as edited by the user. */
  readonly base: string | undefined;
  readonly next: string;
  /** Whether the map at a path is merged key by key. Any other value is kept or replaced as a whole. */
  readonly isGroup: (path: readonly string[]) => boolean;
  /** Whether the generated value at a path overrides the user's value. */
  readonly isForced: (path: readonly string[]) => boolean;
}

/** @throws TsopError `yaml/invalid` */
export function mergeValues({ text, file, base, next, isGroup, isForced }: MergeInput): string {
  const [document] = parseYamlDocuments(text, file);
  const [wanted] = parseYamlDocuments(next, file);
  if (document === undefined || !isMap(document.contents)) return next;
  if (wanted === undefined || !isMap(wanted.contents)) return text;
  const last = base === undefined ? undefined : plainValues(base, file);
  const change = { isChanged: false };
  mergeMaps(document.contents, wanted.contents, last, []);
  if (!change.isChanged) return text;
  return document.toString({
    lineWidth: 0,
    indentSeq: /^( *)[^\s#-][^\n]*:\n\1 +- /m.test(text),
    flowCollectionPadding: true,
  });

  function mergeMaps(
    mine: YAMLMap,
    theirs: YAMLMap,
    before: ExactJsonValue | undefined,
    path: readonly string[],
  ): void {
    theirs.items.forEach((pair, index) => {
      const key = keyOf(pair);
      const own = mine.items.find((each) => keyOf(each) === key);
      const previous = isJsonObject(before) && Object.hasOwn(before, key) ? before[key] : undefined;
      if (own === undefined) {
        insertAfter(mine, theirs.items.slice(0, index).map(keyOf), pair);
        change.isChanged = true;
      } else if (isMap(own.value) && isMap(pair.value) && isGroup([...path, key])) {
        mergeMaps(own.value, pair.value, previous, [...path, key]);
      } else if (isForced([...path, key]) ? !isSame(own, plainOf(pair)) : isOutdated(own, previous, pair)) {
        replaceValue(own, pair);
        change.isChanged = true;
      }
    });
    const wantedKeys = new Set(theirs.items.map(keyOf));
    for (const [key, previous] of Object.entries(isJsonObject(before) ? before : {})) {
      const own = mine.items.find((each) => keyOf(each) === key);
      if (wantedKeys.has(key) || own === undefined || previous === undefined || !isSame(own, previous)) continue;
      mine.items.splice(mine.items.indexOf(own), 1);
      change.isChanged = true;
    }
  }
}

function keyOf({ key }: Pair): string {
  return String(isScalar(key) ? key.value : key);
}

/** Returns whether the user has not changed the value and the sources now require another value. */
function isOutdated(own: Pair, previous: ExactJsonValue | undefined, wanted: Pair): boolean {
  return previous !== undefined && isSame(own, previous) && !isSame(wanted, previous);
}

function isSame(pair: Pair, value: unknown): boolean {
  return isDeepStrictEqual(plainOf(pair), value);
}

function plainOf({ value }: Pair): unknown {
  // A parsed value is a node, or null if there is none.
  return (value as Node | null)?.toJSON() ?? null;
}

/** Replaces a value and keeps the comment after it. */
function replaceValue(own: Pair, wanted: Pair): void {
  const comment = (own.value as Node | null)?.comment;
  own.value = wanted.value;
  if (comment != null && isScalar(own.value)) own.value.comment = comment;
}

/** Inserts a pair after the nearest preceding key that exists, or at the end. */
function insertAfter(map: YAMLMap, before: readonly string[], pair: Pair): void {
  const keys = map.items.map(keyOf);
  const place = Math.max(-1, ...before.map((key) => keys.indexOf(key)));
  map.items.splice(place === -1 ? map.items.length : place + 1, 0, pair);
}

/** Returns the plain values of a file, for the schema. */
export function plainValues(text: string, file: string): ExactJsonObject {
  const value: unknown = parseYamlDocuments(text, file)[0]?.toJS();
  // The YAML contains only JSON values, because helm reads it as JSON.
  return isJsonObject(value as ExactJsonValue) ? (value as ExactJsonObject) : {};
}
