/** Elements of lists that are told apart by some of their fields. Source: kyaml/yaml/fns.go, ElementSetter and ElementMatcher. */
import { TsopError } from "../core/errors.js";
import { fieldOf, isEmpty, isMissing, isNull, type Node } from "./node.js";

/** The first element with these values; a single empty key means that the elements are the values. */
export function findElement(
  list: Node | undefined,
  keys: readonly string[],
  values: readonly string[],
): Node | undefined {
  if (list?.kind !== "list") return undefined;
  if (keys[0] === "") return list.items.find((item) => item.value === values[0]);
  return list.items.find(
    (item) =>
      item.kind === "map" && !isNull(item) && keys.every((key, index) => fieldOf(item, key)?.value === values[index]),
  );
}

/**
 * Puts an element in the place of those with the same values, or at the end; undefined removes them. Elements that are
 * empty go, too. An empty value fits any, and after the last value nothing is compared any more.
 */
export function setElement(
  list: Node,
  element: Node | undefined,
  keys: readonly string[],
  values: readonly string[],
): void {
  const isMapping = keys[0] !== "" && (values[0] ?? "") !== "";
  let isFound = false;
  const items: Node[] = [];
  for (const item of list.items) {
    if (isMissing(item) || (item.kind === "map" && isEmpty(item))) continue;
    if (isMapping && item.kind !== "map") items.push(item);
    else if (!fits(item, keys, values)) {
      if (values.length > 0) items.push(item);
    } else {
      isFound = true;
      if (element !== undefined) items.push(element);
    }
  }
  list.items = items;
  if (!isFound && element !== undefined && !isNull(element)) items.push(element);
}

function fits(item: Node, keys: readonly string[], values: readonly string[]): boolean {
  let found: Node | undefined;
  return keys.every((key, index) => {
    const value = values[index];
    if (value !== undefined) found = match(item, key, value);
    return found !== undefined;
  });
}

function match(item: Node, key: string, value: string): Node | undefined {
  if (key === "") return item.value === value ? item : undefined;
  if (item.kind !== "map") {
    throw new TsopError("render/invalid", `an element of a list that is merged by ${key} is no map`, {
      hint: `Write a map with the field ${key}.`,
    });
  }
  const field = fieldOf(item, key);
  return field === undefined || (value !== "" && field.value !== value) ? undefined : field;
}
