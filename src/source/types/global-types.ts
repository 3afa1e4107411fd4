/** The types that TypeScript itself provides: lists, maps, and types that transform other types. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { nearest } from "../../core/suggest.js";
import type { Field, TypeUse, Literal } from "../../model/type-model.js";
import { literalValue } from "../constants.js";
import { objectOf } from "./fields.js";
import { readMapOf } from "./read-map.js";
import { locateNode } from "../parsed-file.js";
import { tsopTypes } from "./read-imported.js";
import { invalid, readType, refuse, type Scope, textOf, use, within, type TypeArguments } from "./reader.js";

export function readGlobalType(scope: Scope, node: ts.Node, name: string, [first, second]: TypeArguments): TypeUse {
  if (first !== undefined) {
    if (name === "Array" || name === "ReadonlyArray") {
      return use(scope, node, { kind: "list", items: readType(within(scope, "[]"), first) });
    }
    if (name === "Record" && second !== undefined) return readMapOf(scope, node, first, second);
    if (name === "NonNullable") return { ...readType(scope, first), nullable: false };
    if (name === "Extract" || name === "Exclude") return readChoice(scope, node, name, first, second);
    const spell = Object.hasOwn(spellings, name) ? spellings[name] : undefined;
    if (spell !== undefined) return changeLiterals(scope, node, first, (values) => values.map(spell));
    const change = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (change !== undefined) {
      const target = readType(scope, first);
      if (second !== undefined) warnOfKeys(scope, target, second);
      return changeFields(scope, node, target, (fields) => change(fields, keysOf(scope, second)));
    }
  }
  return refuseUnknown(scope, node, name);
}

const changes: Readonly<Record<string, (fields: readonly Field[], keys: ReadonlySet<unknown>) => Field[]>> = {
  Readonly: (fields) => [...fields],
  Partial: (fields) => fields.map((field) => ({ ...field, optional: true })),
  Required: (fields) => fields.map((field) => ({ ...field, optional: false })),
  Pick: (fields, keys) => fields.filter(({ name }) => keys.has(name)),
  Omit: (fields, keys) => fields.filter(({ name }) => !keys.has(name)),
};

const spellings: Readonly<Record<string, (text: Literal) => string>> = {
  Uppercase: (text) => String(text).toUpperCase(),
  Lowercase: (text) => String(text).toLowerCase(),
  Capitalize: (text) => String(text).charAt(0).toUpperCase() + String(text).slice(1),
  Uncapitalize: (text) => String(text).charAt(0).toLowerCase() + String(text).slice(1),
};

function readChoice(
  scope: Scope,
  node: ts.Node,
  name: "Extract" | "Exclude",
  argument: ts.TypeNode,
  choice: ts.TypeNode | undefined,
): TypeUse {
  const chosen = keysOf(scope, choice);
  return changeLiterals(scope, node, argument, (values) =>
    values.filter((value) => chosen.has(value) === (name === "Extract")),
  );
}

function changeLiterals(
  scope: Scope,
  node: ts.Node,
  argument: ts.TypeNode,
  change: (values: readonly Literal[]) => readonly Literal[],
): TypeUse {
  const target = readType(scope, argument);
  if (target.type.kind === "invalid") return invalid(scope, node);
  if (target.type.kind === "enum") {
    const changed = use(scope, node, { kind: "enum", values: change(target.type.values) });
    return { ...target, type: changed.type, at: changed.at };
  }
  const hint = "Pass a union of literals, or write the literals out.";
  return refuse(scope, node, `${textOf(scope, node)} has no literals to change`, hint);
}

function changeFields(
  scope: Scope,
  node: ts.Node,
  target: TypeUse,
  change: (fields: readonly Field[]) => Field[],
): TypeUse {
  if (target.type.kind === "invalid") return invalid(scope, node);
  if (target.type.kind === "union") {
    const members = target.type.members.map((member) => ({ ...member, fields: change(member.fields) }));
    return { ...target, type: { kind: "union", members } };
  }
  const object = objectOf(target.type, target.at);
  if (object !== undefined) return { ...target, type: { ...object, fields: change(object.fields) } };
  const hint = "Pass an interface or an object type.";
  return refuse(scope, node, `${textOf(scope, node)} has no fields to change`, hint);
}

/** Warns about unknown keys: the compiler lets `Omit` name any key, and with a typo, the field would remain. */
function warnOfKeys(scope: Scope, { type, at }: TypeUse, keys: ts.TypeNode): void {
  const objects = type.kind === "union" ? type.members : [objectOf(type, at)];
  const fields = objects.flatMap((object) => object?.fields.map(({ name }) => name) ?? []);
  for (const node of compiler.isUnionTypeNode(keys) ? keys.types : [keys]) {
    const key = compiler.isLiteralTypeNode(node) ? literalValue(node.literal, scope.file) : undefined;
    if (typeof key !== "string" || fields.includes(key)) continue;
    const near = nearest(key, fields);
    // A name unlike all fields may be intentional, for a field that is ignored.
    if (near === undefined) continue;
    scope.reader.report({
      code: "type/unresolved",
      severity: "warning",
      message: `there is no field ${key} to omit or to pick`,
      at: locateNode(scope.file, node),
      hint: `Did you mean "${near}"?`,
    });
  }
}

function keysOf(scope: Scope, node: ts.TypeNode | undefined): ReadonlySet<unknown> {
  if (node === undefined) return new Set();
  const literal = compiler.isLiteralTypeNode(node) ? literalValue(node.literal, scope.file) : undefined;
  if (literal !== undefined) return new Set([literal]);
  const { type } = readType(scope, node);
  return new Set(type.kind === "enum" ? type.values : []);
}

const replacements: Readonly<Record<string, string>> = {
  Date: "Write Time: dates are strings in JSON.",
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

function refuseUnknown(scope: Scope, node: ts.Node, name: string): TypeUse {
  const replacement = Object.hasOwn(replacements, name) ? replacements[name] : undefined;
  if (replacement !== undefined) return refuse(scope, node, `${textOf(scope, node)} has no schema`, replacement);
  const { types, imports } = scope.reader.names.namesOf(scope.file);
  const near = nearest(name, [...types.keys(), ...imports.keys(), ...Object.keys(changes), "Array", "Record"]);
  const hint = tsopTypes.has(name)
    ? `Import it: import type { ${name} } from "tsop";`
    : near !== undefined
      ? `Did you mean ${near}?`
      : "Declare the type, or import it.";
  return refuse(scope, node, `${name} is neither declared nor imported here`, hint, "type/unresolved");
}
