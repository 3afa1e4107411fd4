/** The types that TypeScript itself provides: lists, maps, and those that change the fields of another type. */
import type ts from "typescript";
import { compiler } from "../compiler.js";
import { nearest } from "../../core/suggest.js";
import { noAnnotations } from "../../model/annotations.js";
import type { Field, TypeUse } from "../../model/type-model.js";
import { list, literalValue, readType, use } from "./read-type.js";
import { invalid, reportAt, type Scope, textOf, type TypeReader, within } from "./reader.js";

export function readGlobalType(
  reader: TypeReader,
  scope: Scope,
  node: ts.Node,
  name: string,
  typeArguments: readonly ts.TypeNode[],
): TypeUse {
  const [first, second] = typeArguments;
  if (first !== undefined) {
    if (name === "Array" || name === "ReadonlyArray")
      return list(scope, node, readType(reader, within(scope, "[]"), first));
    if (name === "Record" && second !== undefined) return readRecord(reader, scope, node, first, second);
    const change = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (change !== undefined)
      return changeFields(reader, scope, node, first, (fields) => change(fields, keysOf(reader, scope, second)));
  }
  reportUnknown(reader, scope, node, name);
  return invalid(scope, node);
}

const changes: Readonly<Record<string, (fields: readonly Field[], keys: ReadonlySet<unknown>) => Field[]>> = {
  Readonly: (fields) => [...fields],
  Partial: (fields) => fields.map((field) => ({ ...field, optional: true })),
  Required: (fields) => fields.map((field) => ({ ...field, optional: false })),
  Pick: (fields, keys) => fields.filter(({ name }) => keys.has(name)),
  Omit: (fields, keys) => fields.filter(({ name }) => !keys.has(name)),
};

function readRecord(reader: TypeReader, scope: Scope, node: ts.Node, key: ts.TypeNode, value: ts.TypeNode): TypeUse {
  const values = readType(reader, within(scope, "{}"), value);
  if (key.kind === compiler.SyntaxKind.StringKeyword) return use(scope, node, { kind: "map", values });
  const keys = readType(reader, scope, key).type;
  if (keys.kind === "string") return use(scope, node, { kind: "map", values });
  if (keys.kind === "enum") {
    const fields = keys.values.map((name): Field => ({
      name: String(name),
      optional: false,
      use: values,
      annotations: noAnnotations,
      at: values.at,
    }));
    return use(scope, node, { kind: "object", fields });
  }
  if (keys.kind !== "invalid") {
    const hint = "The keys of a map are strings: Record<string, T>.";
    reportAt(reader, scope, key, "type/unsupported", `${textOf(scope, key)} cannot be the key of a map`, hint);
  }
  return invalid(scope, node);
}

function changeFields(
  reader: TypeReader,
  scope: Scope,
  node: ts.Node,
  argument: ts.TypeNode,
  change: (fields: readonly Field[]) => Field[],
): TypeUse {
  const target = readType(reader, scope, argument);
  if (target.type.kind === "object") {
    return { ...target, type: { kind: "object", fields: change(target.type.fields) } };
  }
  if (target.type.kind !== "invalid") {
    const hint = "It changes the fields of an interface or an object type; name one.";
    reportAt(reader, scope, node, "type/unsupported", `${textOf(scope, node)} has no fields to change`, hint);
  }
  return invalid(scope, node);
}

function keysOf(reader: TypeReader, scope: Scope, node: ts.TypeNode | undefined): ReadonlySet<unknown> {
  if (node === undefined) return new Set();
  const literal = compiler.isLiteralTypeNode(node) ? literalValue(node.literal) : undefined;
  if (literal !== undefined) return new Set([literal]);
  const { type } = readType(reader, scope, node);
  return new Set(type.kind === "enum" ? type.values : []);
}

const replacements: Readonly<Record<string, string>> = {
  Date: "Dates are strings on the wire. Write Time.",
  Map: "Write Record<string, T>.",
  Set: "Write T[], with @listType set on the field.",
  Buffer: "Write Base64.",
  Uint8Array: "Write Base64.",
  BigInt: "Write Int64.",
  Number: "Write Int32, Int64 or Double.",
  String: "Write string.",
  Boolean: "Write boolean.",
  Object: "Write an interface, or unknown with @preserveUnknownFields.",
};

const importable = ["Int32", "Int64", "Double", "Integer", "Base64", "Quantity", "IntOrString", "Time", "MicroTime"];

function reportUnknown(reader: TypeReader, scope: Scope, node: ts.Node, name: string): void {
  const replacement = Object.hasOwn(replacements, name) ? replacements[name] : undefined;
  if (replacement !== undefined) {
    reportAt(reader, scope, node, "type/unsupported", `${textOf(scope, node)} has no schema`, replacement);
    return;
  }
  const tsopName = [...importable, "Duration", "Condition", "ObjectMeta"].find((each) => each === name);
  const declared = [
    ...reader.names.namesOf(scope.file).types.keys(),
    ...reader.names.namesOf(scope.file).imports.keys(),
  ];
  const near = nearest(name, [...declared, ...Object.keys(changes), "Array", "Record"]);
  const hint =
    tsopName !== undefined
      ? `Import it: import type { ${tsopName} } from "tsop";`
      : near !== undefined
        ? `Did you mean ${near}?`
        : "Declare the type, or import it.";
  reportAt(reader, scope, node, "type/unresolved", `${name} is neither declared nor imported here`, hint);
}
