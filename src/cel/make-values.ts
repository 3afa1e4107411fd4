/** Creates the values of literals, lists and maps in expressions. */
import type { Expression, ListExpression, Literal, MapExpression, MessageExpression } from "./expression.js";
import { type Entry, keyOf, mapOf } from "./functions-lists.js";
import { printValue } from "./print-value.js";
import { errorOf, is, isError, listOf, uintOf, type Value } from "./values.js";

export function literalValue(literal: Literal): Value {
  if (literal.type === "null") return null;
  return literal.type === "uint" ? uintOf(literal.value) : literal.value;
}

export function makeList(elements: ListExpression["elements"], evaluate: (node: Expression) => Value): Value {
  const items: Value[] = [];
  for (const { value: element, isOptional } of elements) {
    const value = evaluate(element);
    if (isError(value)) return value;
    if (!isOptional) items.push(value);
    else if (!is(value, "optional"))
      return errorOf(`cannot initialize optional list element from non-optional value ${printValue(value)}`);
    else if (value.held !== undefined) items.push(value.held);
  }
  return listOf(items);
}

export function makeMap(entries: MapExpression["entries"], evaluate: (node: Expression) => Value): Value {
  const held: Entry[] = [];
  for (const entry of entries) {
    const key = evaluate(entry.key);
    if (isError(key)) return key;
    const value = evaluate(entry.value);
    if (isError(value)) return value;
    if (!entry.isOptional) held.push([key, value]);
    else if (!is(value, "optional")) {
      return errorOf(
        `cannot initialize optional entry '${printValue(key)}' from non-optional value ${printValue(value)}`,
      );
    } else if (value.held !== undefined) held.push([key, value.held]);
  }
  // The last entry wins, in the position of the first.
  const last = new Map(held.map((entry) => [keyOf(entry[0]), entry]));
  return mapOf([...last.values()]);
}

export function makeRecord({ type, fields }: MessageExpression, evaluate: (node: Expression) => Value): Value {
  const given = new Map<string, Value>();
  for (const { name, value: node, isOptional } of fields) {
    const value = evaluate(node);
    if (isError(value)) return value;
    if (!isOptional) given.set(name, value);
    else if (!is(value, "optional")) {
      return errorOf(`cannot initialize optional entry '${name}' from non-optional value ${printValue(value)}`);
    } else if (value.held !== undefined) given.set(name, value.held);
  }
  return { kind: "record", type: type.replace(/^\./, ""), fields: given };
}
