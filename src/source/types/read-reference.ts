/** Names of types: the project's own, tsop's, TypeScript's. */
import type ts from "typescript";
import { compiler } from "../compiler.js";
import { noAnnotations } from "../../model/annotations.js";
import type { KnownTypeName, TypeUse } from "../../model/type-model.js";
import { readAnnotations } from "../comments/read-annotations.js";
import type { Meaning, TypeDeclaration } from "../names.js";
import { locateNode } from "../parsed-file.js";
import { readGlobalType } from "./global-types.js";
import { readInterface } from "./read-object.js";
import { literalValue, readType, use } from "./read-type.js";
import { invalid, reportAt, type Scope, textOf, type TypeReader } from "./reader.js";

const knownTypes: ReadonlySet<string> = new Set<KnownTypeName>([
  ...(["Int32", "Int64", "Double", "Integer", "Base64", "Quantity", "IntOrString"] as const),
  ...(["Time", "MicroTime", "Duration", "Condition", "ObjectMeta"] as const),
]);

function isKnown(name: string): name is KnownTypeName {
  return knownTypes.has(name);
}

export function readReference(
  reader: TypeReader,
  scope: Scope,
  node: ts.Node,
  name: ts.EntityName | ts.Expression,
  typeArguments: readonly ts.TypeNode[],
): TypeUse {
  const parameter = compiler.isIdentifier(name) ? scope.parameters.get(name.text) : undefined;
  if (parameter !== undefined) return parameter;
  const meaning = reader.names.resolve(scope.file, name);
  switch (meaning.kind) {
    case "declared":
      return readDeclared(reader, scope, node, meaning, typeArguments);
    case "imported":
      return readImported(reader, scope, node, meaning);
    case "global":
      return readGlobalType(reader, scope, node, meaning.name, typeArguments);
    case "missing":
      reportAt(reader, scope, node, "type/unresolved", meaning.message, meaning.hint);
      return invalid(scope, node);
  }
}

function readImported(
  reader: TypeReader,
  scope: Scope,
  node: ts.Node,
  { module, name }: Meaning & { kind: "imported" },
): TypeUse {
  if (module === "tsop" && isKnown(name)) return use(scope, node, { kind: "known", name });
  if (module === "tsop" && name === "CustomResource" && compiler.isExpressionWithTypeArguments(node))
    return anyObject(scope, node);
  const waysOut =
    "Put @preserveUnknownFields on the field (the API server then keeps whatever is in it), or write an interface with the fields that you need.";
  const message = module.startsWith("tsop/k8s/")
    ? `the schema of ${name} from ${module} cannot be embedded yet`
    : `the schema of ${name} is not known: it comes from the package ${module}`;
  reportAt(reader, scope, node, "type/unsupported", message, waysOut);
  return invalid(scope, node);
}

/** What every kind inherits. Its apiVersion and kind are read where the kind is. */
function anyObject(scope: Scope, node: ts.Node): TypeUse {
  const metadata = use(scope, node, { kind: "known", name: "ObjectMeta" });
  const field = { name: "metadata", optional: true, use: metadata, annotations: noAnnotations, at: metadata.at };
  return use(scope, node, { kind: "object", fields: [field] });
}

function readDeclared(
  reader: TypeReader,
  scope: Scope,
  node: ts.Node,
  { file, name, nodes }: Meaning & { kind: "declared" },
  typeArguments: readonly ts.TypeNode[],
): TypeUse {
  const [declaration] = nodes;
  if (declaration === undefined) throw new Error("a declared name has a declaration");
  if (reportsRecursion(reader, scope, node, declaration, name)) return invalid(scope, node);
  const inner: Scope = {
    file,
    parameters: bindParameters(reader, scope, declaration, typeArguments),
    trail: [...scope.trail, { declaration, label: name }],
  };
  const annotations = nodes.map((each) => readAnnotations(file, each, "type", reader));
  const read = readDeclaration(reader, inner, nodes, declaration);
  const own = annotations.filter(({ description, tags }) => description !== "" || tags.length > 0);
  return { ...read, at: locateNode(scope.file, node), annotations: [...read.annotations, ...own] };
}

function reportsRecursion(
  reader: TypeReader,
  scope: Scope,
  node: ts.Node,
  declaration: TypeDeclaration,
  name: string,
): boolean {
  const start = scope.trail.findIndex((enclosing) => enclosing.declaration === declaration);
  if (start === -1) return false;
  const cycle = [...scope.trail.slice(start).map(({ label }) => label), name].join(" -> ");
  reportAt(
    reader,
    scope,
    node,
    "type/recursive",
    `${name} contains itself: ${cycle}`,
    "A CRD cannot express a type within itself. Put @preserveUnknownFields on the field that closes the circle, or write as many levels out as you need.",
  );
  return true;
}

/** The arguments of a generic type, read where they stand; absent ones take their defaults. */
function bindParameters(
  reader: TypeReader,
  scope: Scope,
  declaration: TypeDeclaration,
  typeArguments: readonly ts.TypeNode[],
): ReadonlyMap<string, TypeUse> {
  const bound = new Map<string, TypeUse>();
  if (compiler.isEnumDeclaration(declaration)) return bound;
  for (const [index, parameter] of (declaration.typeParameters ?? []).entries()) {
    const argument = typeArguments[index];
    if (argument !== undefined) bound.set(parameter.name.text, readType(reader, scope, argument));
    else if (parameter.default !== undefined) {
      bound.set(parameter.name.text, readType(reader, { ...scope, parameters: bound }, parameter.default));
    }
  }
  return bound;
}

function readDeclaration(
  reader: TypeReader,
  scope: Scope,
  nodes: readonly TypeDeclaration[],
  declaration: TypeDeclaration,
): TypeUse {
  const interfaces = nodes.filter(compiler.isInterfaceDeclaration);
  if (interfaces.length === nodes.length) return readInterface(reader, scope, interfaces);
  if (compiler.isTypeAliasDeclaration(declaration)) return readType(reader, scope, declaration.type);
  if (compiler.isEnumDeclaration(declaration)) return readEnum(reader, scope, declaration);
  const hint = "Declare it as an interface: objects of the API are plain data.";
  reportAt(reader, scope, declaration, "type/unsupported", `a class has no schema`, hint);
  return invalid(scope, declaration);
}

function readEnum(reader: TypeReader, scope: Scope, node: ts.EnumDeclaration): TypeUse {
  const values: (string | number)[] = [];
  let next: number | undefined = 0;
  for (const member of node.members) {
    const value: string | number | boolean | undefined =
      member.initializer === undefined ? next : literalValue(member.initializer);
    if (typeof value !== "string" && typeof value !== "number") {
      const hint = "Give the member a string or a number.";
      reportAt(reader, scope, member, "type/unsupported", `${textOf(scope, member)} has no constant value`, hint);
      return invalid(scope, node);
    }
    next = typeof value === "number" ? value + 1 : undefined;
    values.push(value);
  }
  if (values.length > 0 && new Set(values.map((value) => typeof value)).size === 1) {
    return use(scope, node, { kind: "enum", values: [...new Set(values)] });
  }
  const hint = "Give it members that are all strings, or all numbers.";
  reportAt(reader, scope, node, "type/unsupported", `the enum ${node.name.text} has no schema`, hint);
  return invalid(scope, node);
}
