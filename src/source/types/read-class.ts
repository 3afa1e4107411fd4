/** Reads the data in classes. */
import type { ts } from "ts-morph";
import type { ExactJsonValue } from "../../core/json.js";
import { compiler } from "../compiler.js";
import type { Annotations } from "../../model/annotations.js";
import type { Field, TypeModel, TypeUse } from "../../model/type-model.js";
import { impliedTag } from "../../model/tags/registry.js";
import { constantValue, membersAround } from "../constants.js";
import { locateNode } from "../parsed-file.js";
import { mergeFields, mergeObjects } from "./fields.js";
import { readField } from "./read-field.js";
import { readBases } from "./read-object.js";
import { readType, type Scope, use } from "./reader.js";

/**
 * Reads the public properties of a class, including those of its constructor. Methods, accessors, and static, private or
 * protected members belong to the program. A class that declares its JSON form (`toJSON(): string`) has that type.
 */
export function readClass(scope: Scope, node: ts.ClassDeclaration): TypeUse {
  const toJson = node.members.find(
    (member): member is ts.MethodDeclaration =>
      compiler.isMethodDeclaration(member) && member.name.getText(scope.file.ast) === "toJSON",
  );
  if (toJson?.type !== undefined) return readType(scope, toJson.type);
  const inherited = readBases(scope, [node]);
  const members = node.members.flatMap((member): (ts.ClassElement | ts.ParameterDeclaration)[] =>
    compiler.isConstructorDeclaration(member) ? [...member.parameters] : [member],
  );
  const fields = members
    .filter(isField)
    .map((member) => readClassField(scope, member))
    .filter((field) => field !== undefined);
  const own = { kind: "object", fields: mergeFields([], fields) } as const;
  return { ...use(scope, node, mergeObjects(inherited.object, own)), annotations: inherited.annotations };
}

function isField(
  member: ts.ClassElement | ts.ParameterDeclaration,
): member is ts.PropertyDeclaration | ts.ParameterDeclaration {
  if (!compiler.isPropertyDeclaration(member) && !compiler.isParameter(member)) return false;
  const modifiers = new Set<ts.SyntaxKind>(member.modifiers?.map(({ kind }) => kind));
  const hidden = [
    compiler.SyntaxKind.PrivateKeyword,
    compiler.SyntaxKind.ProtectedKeyword,
    compiler.SyntaxKind.StaticKeyword,
  ];
  if (hidden.some((kind) => modifiers.has(kind)) || compiler.isPrivateIdentifier(member.name)) return false;
  // A function in a property is another form of method.
  if (member.initializer !== undefined && compiler.isFunctionLike(member.initializer)) return false;
  // Constructor parameters with a modifier are properties.
  return compiler.isPropertyDeclaration(member) || modifiers.size > 0;
}

/** Reads a property. Its initial value is its default, and its type if no type is written. */
function readClassField(scope: Scope, node: ts.PropertyDeclaration | ts.ParameterDeclaration): Field | undefined {
  const { initializer } = node;
  const value = initializer === undefined ? undefined : constantValue(scope.reader.names, scope.file, initializer);
  if (initializer === undefined || value === undefined) return readField(scope, node);
  const field = readField(scope, node, inferredType(scope, initializer, value));
  if (field === undefined) return undefined;
  const hasDefault = field.annotations.tags.some(({ record }) => record.effect.kind === "default");
  const tag = impliedTag("default", { kind: "value", value }, locateNode(scope.file, initializer));
  const annotations: Annotations = hasDefault
    ? field.annotations
    : { ...field.annotations, tags: [...field.annotations.tags, tag] };
  return { ...field, annotations, optional: true };
}

/** Returns the type that the compiler would infer for a property without a type. */
function inferredType(scope: Scope, initializer: ts.Expression, value: ExactJsonValue): TypeModel | undefined {
  const members = membersAround(scope.reader.names, scope.file, initializer).map((member) => member.value);
  if (members.length > 0 && members.every((member) => member !== undefined)) return { kind: "enum", values: members };
  const type = typeof value === "bigint" ? "number" : typeof value;
  return type === "string" || type === "boolean" || type === "number" ? { kind: type } : undefined;
}
