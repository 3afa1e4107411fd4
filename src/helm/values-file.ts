/** `values.yaml` and Chart.yaml: files of their owner, to which new keys are added, and in which untouched ones follow the sources. */
import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, type Node, type Pair, type YAMLMap } from "yaml";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../core/json.js";
import { parseYamlDocuments, printYaml } from "../core/yaml.js";
import type { ValueGroup, ValueNode } from "./values.js";

/** Each value behind its explanation. */
export function printValues(values: ValueGroup): string {
  const lines: string[] = [
    "# What can be said when the chart is installed. Edit freely: what you change stays when the chart is made again.",
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
  /** What the file holds. */
  readonly text: string;
  readonly file: string;
  /** What was generated last; undefined where nobody knows, and then all of the file counts as its owner's. */
  readonly base: string | undefined;
  readonly next: string;
  /** Whether what is at a path is merged key by key; a value is its owner's or not as a whole. */
  readonly isGroup: (path: readonly string[]) => boolean;
  /** Whether what is wanted at a path counts more than what its owner has written. */
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

/** Nobody has touched it, and the sources say something else now. */
function isOutdated(own: Pair, previous: ExactJsonValue | undefined, wanted: Pair): boolean {
  return previous !== undefined && isSame(own, previous) && !isSame(wanted, previous);
}

function isSame(pair: Pair, value: unknown): boolean {
  return isDeepStrictEqual(plainOf(pair), value);
}

function plainOf({ value }: Pair): unknown {
  // A value that was parsed is a node, or null where there is none.
  return (value as Node | null)?.toJSON() ?? null;
}

/** The comment behind a value stays. */
function replaceValue(own: Pair, wanted: Pair): void {
  const comment = (own.value as Node | null)?.comment;
  own.value = wanted.value;
  if (comment != null && isScalar(own.value)) own.value.comment = comment;
}

/** After the nearest of the keys that stand before it, or at the end. */
function insertAfter(map: YAMLMap, before: readonly string[], pair: Pair): void {
  const keys = map.items.map(keyOf);
  const place = Math.max(-1, ...before.map((key) => keys.indexOf(key)));
  map.items.splice(place === -1 ? map.items.length : place + 1, 0, pair);
}

/** The plain values of a file, to the schema's eyes. */
export function plainValues(text: string, file: string): ExactJsonObject {
  const value: unknown = parseYamlDocuments(text, file)[0]?.toJS();
  // What YAML holds is JSON here: helm reads it as such.
  return isJsonObject(value as ExactJsonValue) ? (value as ExactJsonObject) : {};
}
