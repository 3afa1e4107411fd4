/**
 * Finds constant keys of a type that no list and no map has, such as `object.data[[1]]`. Such a key passes the check of types if
 * the type of the object is unknown, and the API server rejects it when it prepares the expression.
 * Source: newQualifier in github.com/google/cel-go/interpreter/attributes.go.
 */
import type { Checked } from "./checked.js";
import { fold } from "./constants.js";
import type { Expression, ExpressionFault } from "./expression.js";
import { goTypeOfKind } from "./go-value.js";
import { showType, type CelType } from "./types.js";
import { walk } from "./walk.js";

export function checkKeys(checked: Checked): readonly ExpressionFault[] {
  let found: { readonly node: Expression; readonly fault: ExpressionFault } | undefined;
  walk(checked.expression, (node, around) => {
    if (node.kind !== "call" || (node.name !== "_[_]" && node.name !== "_[?_]")) return;
    const fault = keyFault(node.args[1], checked);
    // The API server prepares the parts of an expression first.
    if (fault !== undefined && (found === undefined || around.includes(found.node))) found = { node, fault };
  });
  return found === undefined ? [] : [found.fault];
}

function keyFault(key: Expression | undefined, checked: Checked): ExpressionFault | undefined {
  const folded = key === undefined ? undefined : fold(key, checked);
  if (key === undefined || folded === undefined || "fault" in folded) return undefined;
  const type = typeOf(key, checked);
  if (type === undefined || !noKeys.has(type.kind)) return undefined;
  return {
    at: key.at,
    message: `a value of type ${showType(type)} cannot be a key or an index`,
    instantiation: `invalid qualifier type: ${goTypeOfKind(type.kind)}`,
  };
}

/** Returns the type of a constant, also inside of `dyn(…)`. */
function typeOf(node: Expression, checked: Checked): CelType | undefined {
  const [argument] = node.kind === "call" && node.name === "dyn" ? node.args : [];
  return argument === undefined ? checked.types.get(node) : typeOf(argument, checked);
}

/** The types whose constants are no keys. */
const noKeys: ReadonlySet<string> = new Set(["list", "map", "null", "bytes", "duration", "timestamp", "type"]);
