import type ts from "typescript";
import { compiler } from "../compiler.js";
import type { Annotations } from "../../model/annotations.js";
import type { Field, TypeUse } from "../../model/type-model.js";
import { readAnnotations } from "../comments/read-annotations.js";
import { locateNode } from "../parsed-file.js";
import { readReference } from "./read-reference.js";
import { readType, use } from "./read-type.js";
import { invalid, reportAt, type Scope, textOf, type TypeReader, within } from "./reader.js";

export function readObjectLiteral(reader: TypeReader, scope: Scope, node: ts.TypeLiteralNode): TypeUse {
  return readMembers(reader, scope, node, node.members, []);
}

/** An interface, all of its declarations joined, over the fields of what it extends. */
export function readInterface(reader: TypeReader, scope: Scope, nodes: readonly ts.InterfaceDeclaration[]): TypeUse {
  const [first] = nodes;
  if (first === undefined) throw new Error("an interface has at least one declaration");
  let inherited: readonly Field[] = [];
  for (const clause of nodes.flatMap((node) => node.heritageClauses ?? [])) {
    for (const base of clause.types) {
      const { type } = readReference(reader, scope, base, base.expression, base.typeArguments ?? []);
      if (type.kind === "object") {
        inherited = mergeFields(inherited, type.fields);
      } else if (type.kind !== "invalid") {
        const hint = "An interface can extend interfaces and object types only.";
        reportAt(reader, scope, base, "type/unsupported", `${textOf(scope, base)} has no fields to inherit`, hint);
      }
    }
  }
  return readMembers(
    reader,
    scope,
    first,
    nodes.flatMap((node) => [...node.members]),
    inherited,
  );
}

/** Later fields replace earlier ones of the same name, in their place. */
export function mergeFields(earlier: readonly Field[], later: readonly Field[]): readonly Field[] {
  const fields = new Map(earlier.map((field) => [field.name, field]));
  for (const field of later) fields.set(field.name, field);
  return [...fields.values()];
}

function readMembers(
  reader: TypeReader,
  scope: Scope,
  node: ts.Node,
  members: readonly ts.TypeElement[],
  inherited: readonly Field[],
): TypeUse {
  const index = members.find(compiler.isIndexSignatureDeclaration);
  if (index !== undefined) {
    if (members.length === 1 && inherited.length === 0) return readMap(reader, scope, index);
    const hint =
      "A schema has fields or entries of any name, not both. Move the entries into a field of their own, or put @preserveUnknownFields on the type.";
    reportAt(reader, scope, index, "type/unsupported", "fields and an index signature cannot stand together", hint);
    return invalid(scope, node);
  }
  const fields = members.map((member) => readField(reader, scope, member)).filter((field) => field !== undefined);
  return use(scope, node, { kind: "object", fields: mergeFields(inherited, fields) });
}

function readMap(reader: TypeReader, scope: Scope, node: ts.IndexSignatureDeclaration): TypeUse {
  const key = node.parameters[0]?.type;
  if (key?.kind !== compiler.SyntaxKind.StringKeyword) {
    const hint = "The keys of a map are strings: { [key: string]: T }.";
    reportAt(reader, scope, node, "type/unsupported", `${textOf(scope, node)} has keys that are no strings`, hint);
    return invalid(scope, node);
  }
  return use(scope, node, { kind: "map", values: readType(reader, within(scope, "{}"), node.type) });
}

function readField(reader: TypeReader, scope: Scope, node: ts.TypeElement): Field | undefined {
  const name = node.name && fieldName(node.name);
  const annotations = readAnnotations(scope.file, node, "field", reader);
  const effects = new Set(
    annotations.tags.filter(({ path }) => path.length === 0).map(({ record }) => record.effect.kind),
  );
  if (effects.has("omit")) return undefined;
  const at = locateNode(scope.file, node);
  if (name === undefined || !compiler.isPropertySignature(node)) {
    const hint = "An object of Kubernetes is data: fields with plain names. Remove it, or put @ignore on it.";
    reportAt(reader, scope, node, "type/unsupported", `${textOf(scope, node)} is no field`, hint);
    return undefined;
  }
  const inner = within(scope, `.${name}`);
  const optional = node.questionToken !== undefined || includesUndefined(node.type);
  return { name, optional, use: readFieldType(reader, inner, node, annotations), annotations, at };
}

function readFieldType(reader: TypeReader, scope: Scope, node: ts.PropertySignature, { tags }: Annotations): TypeUse {
  const has = (kind: string): boolean =>
    tags.some(({ record, path }) => path.length === 0 && record.effect.kind === kind);
  if (node.type === undefined) {
    const hint = "Write its type behind a colon.";
    reportAt(reader, scope, node, "type/unsupported", `${textOf(scope, node)} has no type`, hint);
    return invalid(scope, node);
  }
  if (has("schemaless")) return use(scope, node.type, { kind: "any" });
  if (!has("preserveUnknownFields")) return readType(reader, scope, node.type);
  // Where anything is allowed, a type that has no schema is no fault: it only helps the program.
  const faults: string[] = [];
  const quiet: TypeReader = {
    ...reader,
    report: (diagnostic) => {
      if (diagnostic.code.startsWith("type/")) faults.push(diagnostic.message);
      else reader.report(diagnostic);
    },
  };
  const type = readType(quiet, scope, node.type);
  if (faults.length === 0) return type;
  const isAnything = !compiler.isTypeReferenceNode(node.type);
  return use(scope, node.type, isAnything ? { kind: "any" } : { kind: "object", fields: [] });
}

function fieldName(node: ts.PropertyName): string | undefined {
  return compiler.isIdentifier(node) || compiler.isStringLiteral(node) || compiler.isNumericLiteral(node)
    ? node.text
    : undefined;
}

function includesUndefined(node: ts.TypeNode | undefined): boolean {
  return node !== undefined && compiler.isUnionTypeNode(node)
    ? node.types.some(({ kind }) => kind === compiler.SyntaxKind.UndefinedKeyword)
    : false;
}
