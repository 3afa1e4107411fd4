/** Makes witnesses smaller. */
import { type ExactJsonObject, type ExactJsonValue, isJsonObject, isList } from "../../core/json.js";
import type { Writes } from "./witness.js";

/** Returns the requests without one field or item each, the larger parts first. */
export function smallerWrites(writes: Writes): Writes[] {
  const withObject = smaller(writes.object).map((object) => ({ ...writes, object }));
  if (writes.kind === "create") return withObject;
  const all: Writes[] = [...withObject, ...smaller(writes.second).map((second) => ({ ...writes, second }))];
  // Two clients that each set something show how the API server merges.
  return writes.kind === "apply"
    ? all.filter((each) => !hasEmpty(each.object) && !("second" in each && hasEmpty(each.second)))
    : all;
}

function hasEmpty(value: ExactJsonValue): boolean {
  if (!isList(value) && !isJsonObject(value)) return false;
  const inner = Object.values(value);
  return inner.length === 0 || inner.some((each) => hasEmpty(each ?? null));
}

function smaller(object: ExactJsonObject): ExactJsonObject[] {
  return smallerValues(object).filter(
    (each): each is ExactJsonObject => isJsonObject(each) && "apiVersion" in each && "kind" in each,
  );
}

function smallerValues(value: ExactJsonValue): ExactJsonValue[] {
  if (isList(value)) {
    return [
      ...value.map((_, index) => value.filter((__, at) => at !== index)),
      ...value.flatMap((item, index) => smallerValues(item).map((each) => value.with(index, each))),
    ];
  }
  if (!isJsonObject(value)) return [];
  const entries = Object.entries(value).filter((entry): entry is [string, ExactJsonValue] => entry[1] !== undefined);
  return [
    ...entries.map(([name]) => Object.fromEntries(entries.filter(([each]) => each !== name))),
    ...entries.flatMap(([name, inner]) =>
      smallerValues(inner).map((each) =>
        Object.fromEntries(entries.map(([key, old]) => [key, key === name ? each : old])),
      ),
    ),
  ];
}
