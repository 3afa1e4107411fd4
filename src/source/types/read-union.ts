/** Reads unions, `A | B`, and intersections, `A & B`. */
import { errorAt } from "../../core/diagnostic.js";
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import type { ObjectType, TypeModel, TypeUse } from "../../model/type-model.js";
import { objectOf, mergeObjects } from "./fields.js";
import { invalid, never, readType, refuse, type Scope, textOf, type TypeReader, use } from "./reader.js";

/**
 * Literals become an enum, objects an object of several forms, `null` makes the rest nullable, and `string | number` becomes
 * an IntOrString. Other unions have no schema.
 */
export function readUnion(scope: Scope, node: ts.UnionTypeNode): TypeUse {
  const present = node.types.filter(
    (member) => !isNull(member) && member.kind !== compiler.SyntaxKind.UndefinedKeyword,
  );
  const nullable = node.types.some(isNull);
  const members = present.map((member) => readType(scope, member));
  const joined = joinTypes(scope, node, members);
  return { ...joined, nullable: nullable || joined.nullable };
}

/** Joins several types into one, and ignores `never`. */
export function joinTypes(scope: Scope, node: ts.Node, all: readonly TypeUse[]): TypeUse {
  const members = all.filter(({ type }) => type.kind !== "enum" || type.values.length > 0);
  const [only = use(scope, node, never)] = members;
  if (members.length <= 1) return only;
  if (members.some(({ type }) => type.kind === "invalid")) return invalid(scope, node);
  const type = joinScalars(members) ?? joinObjects(members);
  if (type === undefined) {
    return refuse(scope, node, `the union ${textOf(scope, node)} has no schema`, hint);
  }
  if (type.kind === "union") refuseTags(scope.reader, members);
  return { ...use(scope, node, type), nullable: members.some((member) => member.nullable) };
}

const hint =
  "Use literals of one type, objects, T | null, or IntOrString; or put @preserveUnknownFields on the field to allow any value.";

function joinScalars(members: readonly TypeUse[]): TypeModel | undefined {
  const literals = new Set(members.flatMap(({ type }) => (type.kind === "enum" ? type.values : [])));
  const types = new Set([...literals].map((value) => (typeof value === "bigint" ? "number" : typeof value)));
  if (members.length > 0 && members.every(({ type }) => type.kind === "enum")) {
    if (types.size !== 1) return undefined;
    return literals.size === 2 && types.has("boolean") ? { kind: "boolean" } : { kind: "enum", values: [...literals] };
  }
  const kinds = new Set<string>(members.map(({ type }) => (type.kind === "known" ? type.name : type.kind)));
  const isNumeric = ["number", "Int32", "Int64", "Integer"].some((kind) => kinds.has(kind));
  if (kinds.size === 2 && kinds.has("string") && isNumeric) return { kind: "known", name: "IntOrString" };
  // `"a" | "b" | string` lists the usual values for editors, but allows all.
  const isOpenEnum = kinds.size === 2 && kinds.has("string") && types.size === 1 && types.has("string");
  return isOpenEnum ? { kind: "string" } : undefined;
}

function joinObjects(members: readonly TypeUse[]): TypeModel | undefined {
  const forms: ObjectType[] = [];
  for (const { type, at } of members) {
    if (type.kind === "union") forms.push(...type.members);
    else {
      const object = objectOf(type, at);
      if (object === undefined) return undefined;
      forms.push(object);
    }
  }
  return { kind: "union", members: forms };
}

/** Reports tags on a form of a union, which does not have its own schema that a tag could change. */
function refuseTags(reader: TypeReader, members: readonly TypeUse[]): void {
  for (const tag of members.flatMap(({ annotations }) => annotations).flatMap(({ tags }) => tags)) {
    const message = `${tag.spelling} is above one member of a union`;
    reader.report(errorAt("tag/misplaced", tag.at, message, "Put it on the union, or on a field."));
  }
}

function isNull(node: ts.TypeNode): boolean {
  return compiler.isLiteralTypeNode(node) && node.literal.kind === compiler.SyntaxKind.NullKeyword;
}

/** Merges objects, field by field. A brand on a scalar (`string & { readonly brand: "Name" }`) leaves the scalar. */
export function readIntersection(scope: Scope, node: ts.IntersectionTypeNode): TypeUse {
  const members = node.types.map((member) => readType(scope, member));
  if (members.some(({ type }) => type.kind === "invalid")) return invalid(scope, node);
  const annotations = members.flatMap((member) => member.annotations).map((item) => ({ ...item, description: "" }));
  const scalars = members.filter(({ type }) => isScalar(type));
  const [scalar] = scalars;
  if (scalar !== undefined && scalars.length === 1) return { ...scalar, annotations };
  const unions = members.flatMap(({ type }) => (type.kind === "union" ? [type] : []));
  let merged: ObjectType | undefined;
  for (const { type, at } of members) {
    if (type.kind === "union") continue;
    const object = objectOf(type, at);
    if (object === undefined) return refuseIntersection(scope, node);
    merged = mergeObjects(merged, object);
  }
  const common = merged ?? { kind: "object", fields: [] };
  const [union] = unions;
  if (union === undefined) return { ...use(scope, node, common), annotations };
  if (unions.length > 1) return refuseIntersection(scope, node);
  const forms = union.members.map((member) => mergeObjects(common, member));
  return { ...use(scope, node, { kind: "union", members: forms }), annotations };
}

function isScalar(type: TypeUse["type"]): boolean {
  if (type.kind === "known")
    return type.name !== "ObjectMeta" && type.name !== "RawExtension" && type.name !== "Condition";
  if (type.kind === "schema") return type.schema.type !== "object" && type.schema.type !== "array";
  return ["string", "number", "boolean", "text", "enum"].includes(type.kind);
}

function refuseIntersection(scope: Scope, node: ts.IntersectionTypeNode): TypeUse {
  const how = "Join only interfaces and object types with &, and at most one union of them.";
  return refuse(scope, node, `${textOf(scope, node)} has no schema`, how);
}
