import type ts from "typescript";
import { compiler } from "../compiler.js";
import type { Field, TypeUse } from "../../model/type-model.js";
import { mergeFields } from "./read-object.js";
import { readType, use } from "./read-type.js";
import { invalid, reportAt, type Scope, textOf, type TypeReader } from "./reader.js";

/** Literals make an enum, `null` makes the rest nullable, `string | number` is an IntOrString; no other union has a schema. */
export function readUnion(reader: TypeReader, scope: Scope, node: ts.UnionTypeNode): TypeUse {
  const present = node.types.filter(
    (member) => !isNull(member) && member.kind !== compiler.SyntaxKind.UndefinedKeyword,
  );
  const nullable = node.types.some(isNull);
  const members = present.map((member) => readType(reader, scope, member));
  const [only] = members;
  if (only !== undefined && members.length === 1) return { ...only, nullable: nullable || only.nullable };
  if (members.some(({ type }) => type.kind === "invalid")) return invalid(scope, node);
  const isNullable = nullable || members.some((member) => member.nullable);
  return { ...joinMembers(reader, scope, node, members), nullable: isNullable };
}

function joinMembers(reader: TypeReader, scope: Scope, node: ts.UnionTypeNode, members: readonly TypeUse[]): TypeUse {
  const literals = members.flatMap(({ type }) => (type.kind === "enum" ? type.values : []));
  if (members.length > 0 && members.every(({ type }) => type.kind === "enum")) {
    const unique = [...new Set(literals)];
    if (unique.length === 2 && unique.includes(true) && unique.includes(false))
      return use(scope, node, { kind: "boolean" });
    if (new Set(unique.map((value) => typeof value)).size === 1)
      return use(scope, node, { kind: "enum", values: unique });
    return refuse(reader, scope, node, "Use literals of one type: all strings, or all numbers.");
  }
  const kinds = new Set(members.map(({ type }) => (type.kind === "known" ? type.name : type.kind)));
  const isNumeric = kinds.has("number") || kinds.has("Int32") || kinds.has("Int64") || kinds.has("Integer");
  if (kinds.size === 2 && kinds.has("string") && isNumeric) {
    return use(scope, node, { kind: "known", name: "IntOrString" });
  }
  return refuse(
    reader,
    scope,
    node,
    kinds.has("object")
      ? "Write one interface with all the fields optional, and @exactlyOneOf a;b (or @atMostOneOf) above it."
      : "Use literals of one type, T | null, or IntOrString; or put @preserveUnknownFields on the field.",
  );
}

function refuse(reader: TypeReader, scope: Scope, node: ts.UnionTypeNode, hint: string): TypeUse {
  reportAt(reader, scope, node, "type/unsupported", `the union ${textOf(scope, node)} has no schema`, hint);
  return invalid(scope, node);
}

function isNull(node: ts.TypeNode): boolean {
  return compiler.isLiteralTypeNode(node) && node.literal.kind === compiler.SyntaxKind.NullKeyword;
}

/** Objects are merged, field by field. */
export function readIntersection(reader: TypeReader, scope: Scope, node: ts.IntersectionTypeNode): TypeUse {
  const members = node.types.map((member) => readType(reader, scope, member));
  if (members.some(({ type }) => type.kind === "invalid")) return invalid(scope, node);
  let fields: readonly Field[] = [];
  for (const { type } of members) {
    if (type.kind !== "object") {
      const hint = "Only interfaces and object types can be joined with &.";
      reportAt(reader, scope, node, "type/unsupported", `${textOf(scope, node)} has no schema`, hint);
      return invalid(scope, node);
    }
    fields = mergeFields(fields, type.fields);
  }
  const annotations = members.flatMap((member) => member.annotations);
  return {
    ...use(scope, node, { kind: "object", fields }),
    annotations: annotations.map((item) => ({ ...item, description: "" })),
  };
}
