/** Resolves names of types: the project's own, tsop's, Kubernetes', TypeScript's. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import type { Literal, TypeUse } from "../../model/type-model.js";
import { nearest } from "../../core/suggest.js";
import { readAnnotations, readDescription } from "../comments/read-annotations.js";
import type { Declared, Meaning, TypeDeclaration } from "../names.js";
import { enumMembers, literalValue } from "../constants.js";
import { locateNode } from "../parsed-file.js";
import { readGlobalType } from "./global-types.js";
import { readClass } from "./read-class.js";
import { readImported } from "./read-imported.js";
import { readInterface } from "./read-object.js";
import { invalid, readType, refuse, reportAt, type Scope, textOf, use, type TypeArguments } from "./reader.js";

export function readReference(
  scope: Scope,
  node: ts.Node,
  name: ts.EntityName | ts.Expression,
  given: TypeArguments,
): TypeUse {
  const parameter = compiler.isIdentifier(name) ? scope.parameters.get(name.text) : undefined;
  if (parameter !== undefined) return parameter;
  const member = readEnumMember(scope, node, name);
  return member ?? readMeaning(scope, node, scope.reader.names.resolve(scope.file, name), given);
}

/** Reads `import("./shared.js").Part`. */
export function readImportType(scope: Scope, node: ts.ImportTypeNode): TypeUse {
  const { argument, qualifier, typeArguments = [] } = node;
  const module = compiler.isLiteralTypeNode(argument) ? literalValue(argument.literal, scope.file) : undefined;
  if (typeof module !== "string" || qualifier === undefined || !compiler.isIdentifier(qualifier) || node.isTypeOf) {
    return refuse(scope, node, `${textOf(scope, node)} names no type`, "Write an import at the top of the file.");
  }
  const meaning = scope.reader.names.resolveImport(scope.file, module, qualifier.text);
  return readMeaning(scope, node, meaning, [...typeArguments]);
}

function readMeaning(scope: Scope, node: ts.Node, meaning: Meaning, given: TypeArguments): TypeUse {
  switch (meaning.kind) {
    case "declared":
      return readDeclared(scope, node, meaning, given);
    case "imported":
      return readImported(scope, node, meaning, given);
    case "global":
      return readGlobalType(scope, node, meaning.name, given);
    case "missing":
      return refuse(scope, node, meaning.message, meaning.hint, "type/unresolved");
  }
}

function readDeclared(scope: Scope, node: ts.Node, { file, name, nodes }: Declared, given: TypeArguments): TypeUse {
  const [declaration] = nodes;
  if (declaration === undefined) throw new Error("a declared name has a declaration");
  if (reportsRecursion(scope, node, declaration, name)) return invalid(scope, node);
  const inner: Scope = {
    ...scope,
    file,
    parameters: bindParameters(scope, declaration, given),
    trail: [...scope.trail, { declaration, label: name }],
  };
  const annotations = nodes.map((each) => readAnnotations(file, each, "type", scope.reader));
  const read = readDeclaration(inner, nodes, declaration);
  const own = annotations.filter(({ description, tags }) => description !== "" || tags.length > 0);
  return {
    ...read,
    name: { kind: "declared", name, at: locateNode(file, declaration) },
    at: locateNode(scope.file, node),
    annotations: [...read.annotations, ...own],
  };
}

function reportsRecursion(scope: Scope, node: ts.Node, declaration: TypeDeclaration, name: string): boolean {
  const start = scope.trail.findLastIndex((enclosing) => enclosing.declaration === declaration);
  if (start === -1) return false;
  // A cycle through a field with a @recursionDepth ends.
  if (scope.trail.slice(start).some(({ bounded }) => bounded !== undefined)) return false;
  const cycle = [...scope.trail.slice(start).map(({ label }) => label), name].join(" -> ");
  const hint =
    "On the field that closes the cycle, put @recursionDepth 3 to repeat the type three times, or @preserveUnknownFields to allow any value.";
  reportAt(scope, node, "type/recursive", `${name} contains itself: ${cycle}`, hint);
  return true;
}

/** Reads the arguments of a generic type in their own scope; absent arguments get their defaults. */
function bindParameters(scope: Scope, declaration: TypeDeclaration, given: TypeArguments): Scope["parameters"] {
  const bound = new Map<string, TypeUse>();
  if (compiler.isEnumDeclaration(declaration)) return bound;
  for (const [index, parameter] of (declaration.typeParameters ?? []).entries()) {
    const argument = given[index];
    if (argument !== undefined) bound.set(parameter.name.text, readType(scope, argument));
    else if (parameter.default !== undefined) {
      bound.set(parameter.name.text, readType({ ...scope, parameters: bound }, parameter.default));
    }
  }
  return bound;
}

function readDeclaration(scope: Scope, nodes: readonly TypeDeclaration[], declaration: TypeDeclaration): TypeUse {
  const interfaces = nodes.filter(compiler.isInterfaceDeclaration);
  if (interfaces.length === nodes.length) return readInterface(scope, interfaces);
  if (compiler.isTypeAliasDeclaration(declaration)) return readType(scope, declaration.type);
  if (compiler.isEnumDeclaration(declaration)) return readEnum(scope, declaration, nodes);
  if (compiler.isClassDeclaration(declaration)) return readClass(scope, declaration);
  return invalid(scope, declaration);
}

/** Reads one member of an enum: `Phase.Ready`, or `shared.Phase.Ready`. Returns undefined if the name is not a member. */
function readEnumMember(scope: Scope, node: ts.Node, name: ts.EntityName | ts.Expression): TypeUse | undefined {
  if (!compiler.isQualifiedName(name)) return undefined;
  const meaning = scope.reader.names.resolve(scope.file, name.left);
  if (meaning.kind !== "declared" || !meaning.nodes.some(compiler.isEnumDeclaration)) return undefined;
  const members = enumMembers(meaning.file, meaning.nodes);
  const member = members.find((each) => each.name === name.right.text);
  if (member === undefined) {
    const names = members.map((each) => each.name);
    const near = nearest(name.right.text, names);
    const hint = near === undefined ? "Add the member, or correct its name." : `Did you mean ${meaning.name}.${near}?`;
    const message = `the enum ${meaning.name} has no member ${name.right.text}`;
    return refuse(scope, node, message, hint, "type/unresolved");
  }
  if (member.value !== undefined) return use(scope, node, { kind: "enum", values: [member.value] });
  refuseMember({ ...scope, file: meaning.file }, member.node);
  return invalid(scope, node);
}

function refuseMember(scope: Scope, member: ts.Node): void {
  const hint = "Give the member a string or a number.";
  reportAt(scope, member, "type/unsupported", `${textOf(scope, member)} has no constant value`, hint);
}

function readEnum(scope: Scope, node: ts.EnumDeclaration, nodes: readonly TypeDeclaration[]): TypeUse {
  const values = new Set<string | number | bigint>();
  const descriptions = new Map<Literal, string>();
  for (const { node: member, value } of enumMembers(scope.file, nodes)) {
    if (value === undefined) {
      refuseMember(scope, member);
      return invalid(scope, node);
    }
    values.add(value);
    const description = readDescription(scope.file, member, scope.reader);
    if (description !== "") descriptions.set(value, description);
  }
  const kinds = new Set([...values].map((value) => (typeof value === "string" ? "text" : "number")));
  if (kinds.size === 1) return use(scope, node, { kind: "enum", values: [...values], descriptions });
  const hint = "Give it members that are all strings, or all numbers.";
  return refuse(scope, node, `the enum ${node.name.text} has no schema`, hint);
}
