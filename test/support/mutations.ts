import type { JsonValue } from "../../src/core/json.js";
type Random = () => number;

type Path = readonly (string | number)[];

/** Returns a copy with one typical mistake: a missing field, one of another type, a misspelt one, or an extra one. */
export function mutate(random: Random, value: JsonValue): JsonValue {
  const copy = structuredClone(value);
  const places = pathsIn(copy);
  const place = places[Math.floor(random() * places.length)];
  if (place === undefined) return copy;
  const parent = place.slice(0, -1).reduce((each, step) => (each as Record<string, JsonValue>)[step]!, copy);
  change(random, parent as Record<string, JsonValue>, place.at(-1)!);
  return copy;
}

/** Values of every type, including edge cases of some. */
const values: readonly JsonValue[] = [
  ...["", "a", "Example-1", "x".repeat(70), "1", "é", "2024-01-02T03:04:05Z", "1.2.3.4", "10%", "a\nb"],
  ...[0, 1, -1, 1.5, 7, 100, 70_000],
  ...[true, false, null],
];
const wholes: readonly JsonValue[] = [[], {}, ["a"], ["a", "a"], [1, 2], [{}], { a: "b" }, { a: 1 }];

function change(random: Random, parent: Record<string, JsonValue>, key: string | number): void {
  const all = [...values, ...wholes];
  switch (Math.floor(random() * 5)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else Reflect.deleteProperty(parent, key);
      return;
    case 1:
      if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]));
      else parent["unknown"] = "x";
      return;
    default:
      parent[key] = structuredClone(all[Math.floor(random() * all.length)]!);
  }
}

function pathsIn(value: JsonValue, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return path.length === 0 ? [] : [path];
  const entries = Array.isArray(value) ? value.map((each, index) => [index, each] as const) : Object.entries(value);
  const inner = entries.flatMap(([key, each]) => pathsIn(each as JsonValue, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}
