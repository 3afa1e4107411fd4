/** List elements that some of their fields identify. Source: kyaml/yaml/fns.go, ElementSetter and ElementMatcher. */
import { TsopError } from "../core/errors.js";
import { fieldOf, isEmpty, isMissing, isNull, type Node } from "./node.js";

/** Returns the first element with these values. A single empty key means that the elements themselves are the values. */
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
 * Replaces the elements with the same values by an element, or appends it. Undefined removes these elements. Also
 * removes empty elements. An empty value matches any, and nothing is compared after the last value.
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
    throw new TsopError("render/invalid", `an element of a list that is merged by ${key} is not a map`, {
      hint: `Write a map with the field ${key}.`,
    });
  }
  const field = fieldOf(item, key);
  return field === undefined || (value !== "" && field.value !== value) ? undefined : field;
}
