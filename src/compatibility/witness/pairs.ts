/** Creates pairs of values: a change of a value that a rule may reject, and what two clients apply. */
import { isDeepStrictEqual } from "node:util";
import { type ExactJsonValue, isJsonObject, isList } from "../../core/json.js";
import type { Schema } from "../../schema/schema.js";
import type { ChangeDetail } from "../change.js";
import { isTransition } from "../judge-rule-change.js";
import type { Ground } from "./ground.js";
import type { ValueMaker } from "./values.js";

export interface Pair {
  readonly kind: "update" | "apply";
  readonly value: ExactJsonValue;
  readonly second: ExactJsonValue;
}

/** The most pairs to try for one change, and the most values that they consist of. */
const most = 12;
const mostValues = 24;

/** Returns the pairs at the place of a change, the most promising first. Most changes need none. */
export function pairs(
  maker: ValueMaker,
  ground: Ground,
  detail: ChangeDetail,
  given: readonly ExactJsonValue[],
): Pair[] {
  const kind = kindOf(detail);
  if (kind === undefined) return [];
  const rank = (value: ExactJsonValue, second: ExactJsonValue): number =>
    kind === "update" ? rankUpdate(maker, ground, value, second) : rankApply(ground, value, second);
  const values = given.slice(0, mostValues);
  return values
    .flatMap((value) => values.map((each) => ({ kind, value, second: withKeysOf(value, each, ground.parent) })))
    .filter(({ value, second }) => !isDeepStrictEqual(value, second))
    .map((pair) => ({ pair, at: rank(pair.value, pair.second) }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ pair }) => pair);
}

function kindOf(detail: ChangeDetail): Pair["kind"] | undefined {
  switch (detail.kind) {
    case "rule-added":
    case "rule-changed":
      return isTransition(detail.after) ? "update" : undefined;
    case "rule-removed":
      return isTransition(detail.before) ? "update" : undefined;
    case "list-type-changed":
    case "list-keys-changed":
    case "map-type-changed":
      return "apply";
    default:
      return undefined;
  }
}

/** The API server compares an item with the old item that has the same keys. */
function withKeysOf(value: ExactJsonValue, second: ExactJsonValue, list: Schema | undefined): ExactJsonValue {
  const keys = list?.["x-kubernetes-list-map-keys"];
  if (keys === undefined || !isJsonObject(value) || !isJsonObject(second)) return second;
  return { ...second, ...Object.fromEntries(keys.flatMap((key) => (key in value ? [[key, value[key]]] : []))) };
}

/** Puts the updates first that only the other schema rejects. */
function rankUpdate(
  maker: ValueMaker,
  { before, after }: Ground,
  value: ExactJsonValue,
  second: ExactJsonValue,
): number {
  const [isAccepted, isRejected] = [
    maker.allowsUpdate(before, second, value),
    !maker.allowsUpdate(after, second, value),
  ];
  return isAccepted ? (isRejected ? 0 : 1) : 2;
}

/** Puts the shortest lists first, and maps with different keys; items with the same keys under one schema only. */
function rankApply({ before, after }: Ground, value: ExactJsonValue, second: ExactJsonValue): number {
  if (!isList(value) || !isList(second)) {
    const [one = [], other = []] = [value, second].map((each) => Object.keys(isJsonObject(each) ? each : {}));
    const isShared = (key: string): boolean => other.includes(key);
    return one.every(isShared) ? 2 : other.some((key) => !one.includes(key)) ? 0 : 1;
  }
  const [left, right] = [value[0], second[0]];
  if (left === undefined || right === undefined) return Infinity;
  const keysOf = (schema: Schema, item: ExactJsonValue): ExactJsonValue =>
    isJsonObject(item) ? (schema["x-kubernetes-list-map-keys"] ?? []).map((key) => item[key] ?? null) : item;
  const isSame = (schema: Schema): boolean => isDeepStrictEqual(keysOf(schema, left), keysOf(schema, right));
  return value.length + second.length + (isSame(before) === isSame(after) ? 0.5 : 0);
}
