import type { ts } from "ts-morph";
import { isDeepStrictEqual } from "node:util";
import { compiler } from "../compiler.js";
import type { TypeUse } from "../../model/type-model.js";
import { invalid, readType, refuse, type Scope, textOf, use, within } from "./reader.js";

/** Reads `[T, T]` as a list of two, `[T, T?]` of one or two, `[T, ...T[]]` of at least one: all items have one schema. */
export function readTuple(scope: Scope, node: ts.TupleTypeNode): TypeUse {
  let least = 0;
  let isEndless = false;
  const items: TypeUse[] = [];
  for (const element of node.elements) {
    const part = readElement(element);
    if (part.presence === "required") least += 1;
    const item = readType(within(scope, "[]"), part.type);
    if (part.presence !== "rest") {
      items.push(item);
    } else if (item.type.kind === "list") {
      isEndless = true;
      items.push(item.type.items);
    } else {
      if (item.type.kind !== "invalid") refuseTuple(scope, node);
      return invalid(scope, node);
    }
  }
  if (items.some(({ type }) => type.kind === "invalid")) return invalid(scope, node);
  const [first, ...others] = items;
  if (first === undefined || !others.every((other) => isSame(first, other))) return refuseTuple(scope, node);
  const bounds = { ...(least > 0 ? { least } : {}), ...(isEndless ? {} : { most: items.length }) };
  return use(scope, node, { kind: "list", items: first, ...bounds });
}

interface Element {
  readonly type: ts.TypeNode;
  readonly presence: "required" | "optional" | "rest";
}

function readElement(node: ts.TypeNode | ts.NamedTupleMember): Element {
  if (compiler.isNamedTupleMember(node)) {
    const presence =
      node.dotDotDotToken !== undefined ? "rest" : node.questionToken !== undefined ? "optional" : "required";
    return { type: node.type, presence };
  }
  if (compiler.isRestTypeNode(node)) return { type: node.type, presence: "rest" };
  if (compiler.isOptionalTypeNode(node)) return { type: node.type, presence: "optional" };
  return { type: node, presence: "required" };
}

/** Returns whether two types are identical except for their locations. */
function isSame(one: TypeUse, other: TypeUse): boolean {
  return isDeepStrictEqual(withoutPlaces(one), withoutPlaces(other));
}

function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (typeof inner === "bigint") return `${inner}n`;
      return key === "at" ? undefined : inner;
    }),
  );
}

function refuseTuple(scope: Scope, node: ts.TupleTypeNode): TypeUse {
  const hint =
    "Write T[] with @minItems and @maxItems, or an interface with a field for each item: all items of a list have one schema.";
  return refuse(scope, node, `the tuple ${textOf(scope, node)} has no schema`, hint);
}
