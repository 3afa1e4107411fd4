import type { ts } from "ts-morph";
import type { ObjectType, TypeUse } from "../../model/type-model.js";
import { mergeObjects, objectOf } from "./fields.js";
import { invalid, readType, refuse, type Scope, textOf, use } from "./reader.js";

/** Objects are merged, field by field. A brand on a scalar (`string & { readonly brand: "Name" }`) leaves the scalar. */
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
  const hint = "Only interfaces and object types can be joined with &, and one union of them.";
  return refuse(scope, node, `${textOf(scope, node)} has no schema`, hint);
}
