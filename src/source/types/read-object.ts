/** Reads object types: interfaces, type literals, and their base types. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import type { Annotations } from "../../model/annotations.js";
import type { ObjectType, TypeUse } from "../../model/type-model.js";
import { fieldsOf, mergeFields, mergeObjects, objectOf } from "./fields.js";
import { readField } from "./read-field.js";
import { readMapOf } from "./read-map.js";
import { invalid, readType, refuse, reportAt, type Scope, textOf, use } from "./reader.js";

export function readObjectLiteral(scope: Scope, node: ts.TypeLiteralNode): TypeUse {
  return readMembers(scope, node, node.members, undefined);
}

/** Reads an interface: merges all of its declarations on top of the fields that it inherits. */
export function readInterface(scope: Scope, nodes: readonly ts.InterfaceDeclaration[]): TypeUse {
  const [first] = nodes;
  if (first === undefined) throw new Error("an interface has at least one declaration");
  const inherited = readBases(scope, nodes);
  const members = nodes.flatMap((node) => [...node.members]);
  const read = readMembers(scope, first, members, inherited.object);
  return { ...read, annotations: inherited.annotations };
}

export interface Inherited {
  readonly object: ObjectType | undefined;
  /** The comments of the bases, without their descriptions. */
  readonly annotations: readonly Annotations[];
}

/** Reads what an interface or a class inherits from its bases. */
export function readBases(scope: Scope, nodes: readonly (ts.InterfaceDeclaration | ts.ClassDeclaration)[]): Inherited {
  let object: ObjectType | undefined;
  const annotations: Annotations[] = [];
  for (const clause of nodes.flatMap((node) => node.heritageClauses ?? [])) {
    if (clause.token !== compiler.SyntaxKind.ExtendsKeyword) continue;
    for (const base of clause.types) {
      const read = readType(scope, base);
      const found = objectOf(read.type, read.at);
      if (found !== undefined) object = mergeObjects(object, found);
      else if (read.type.kind !== "invalid") {
        const hint = "An interface can extend interfaces and object types only.";
        reportAt(scope, base, "type/unsupported", `${textOf(scope, base)} has no fields to inherit`, hint);
      }
      annotations.push(...read.annotations.map((item) => ({ ...item, description: "" })));
    }
  }
  return { object, annotations: annotations.filter(({ tags }) => tags.length > 0) };
}

function readMembers(
  scope: Scope,
  node: ts.Node,
  members: readonly ts.TypeElement[],
  inherited: ObjectType | undefined,
): TypeUse {
  const index = members.find(compiler.isIndexSignatureDeclaration);
  const named = members.filter((member) => member !== index);
  const isOpen = index !== undefined && index.type.kind === compiler.SyntaxKind.UnknownKeyword;
  const hasFields = named.length > 0 || (fieldsOf(inherited ?? { kind: "any" }) ?? []).length > 0;
  if (index !== undefined && !(isOpen && hasFields)) {
    if (!hasFields) return readIndexSignature(scope, index);
    const hint = "Move the entries into a separate field, or write [key: string]: unknown to keep unknown fields.";
    return refuse(scope, index, "an object cannot have both fields and an index signature", hint);
  }
  const fields = named.map((member) => readField(scope, member)).filter((field) => field !== undefined);
  const own: ObjectType = { kind: "object", fields: mergeFields([], fields), ...(isOpen ? { isOpen } : {}) };
  return use(scope, node, mergeObjects(inherited, own));
}

function readIndexSignature(scope: Scope, node: ts.IndexSignatureDeclaration): TypeUse {
  const key = node.parameters[0]?.type;
  if (key === undefined) return invalid(scope, node);
  return readMapOf(scope, node, key, node.type);
}
