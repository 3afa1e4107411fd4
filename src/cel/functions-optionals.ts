import { isZero } from "./functions-operators.js";
import type { Implementation, Implementations } from "./implementation.js";
import { printValue } from "./print-value.js";
import { errorOf, is, listOf, none, some, type Value } from "./values.js";

/** `or` and `orValue` evaluate their argument only if needed, so they are not functions. */
export const optionals: Implementations = {
  hasValue: ([optional]) => (is(optional, "optional") ? optional.held !== undefined : undefined),
  "optional.none": () => none,
  "optional.of": ([value]) => (value === undefined ? undefined : some(value)),
  "optional.ofNonZeroValue": ([value]) => (value === undefined ? undefined : isZero(value) ? none : some(value)),
  "optional.unwrap": unwrapAll,
  unwrapOpt: unwrapAll,
  value: ([optional]) =>
    is(optional, "optional") ? (optional.held ?? errorOf("optional.none() dereference")) : undefined,
};

function unwrapAll([list]: Parameters<Implementation>[0]): Value | undefined {
  if (!is(list, "list")) return undefined;
  const held: Value[] = [];
  for (const item of list.items) {
    if (!is(item, "optional")) return errorOf(`value ${printValue(item)} is not optional`);
    if (item.held !== undefined) held.push(item.held);
  }
  return listOf(held);
}
