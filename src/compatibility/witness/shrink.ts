/** Makes witnesses smaller. */
import { type ExactJsonObject, type ExactJsonValue, isJsonObject, isList } from "../../core/json.js";

/** Returns the object without one of its members or items each, the larger parts first. */
export function smaller(object: ExactJsonObject): ExactJsonObject[] {
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
