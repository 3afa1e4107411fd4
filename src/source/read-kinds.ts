/** Finds the kinds that a file declares: `interface Bar extends CustomResource<"group/version", "Bar">`. */
import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import { parseApiVersion } from "../core/gvk.js";
import type { KindModel } from "../model/model.js";
import { readAnnotations } from "./comments/read-annotations.js";
import { locateNode, type ParsedFile } from "./parsed-file.js";
import { readInterface } from "./types/read-object.js";
import { literalValue } from "./constants.js";
import { reportAt, type Scope, type TypeReader } from "./types/reader.js";

/** A kind, and the name of the interface that declares it. */
export interface DeclaredKind {
  readonly file: ParsedFile;
  readonly name: string;
  readonly model: Omit<KindModel, "hasController">;
}

export function readKinds(reader: TypeReader, file: ParsedFile): DeclaredKind[] {
  const names = reader.names.namesOf(file);
  const kinds: DeclaredKind[] = [];
  for (const [name, nodes] of names.types) {
    const interfaces = nodes.filter(compiler.isInterfaceDeclaration);
    const base = interfaces.map((node) => findBase(reader, file, node)).find((found) => found !== undefined);
    if (base === undefined) continue;
    const model = readKind(reader, file, name, interfaces, base);
    if (model !== undefined) kinds.push({ file, name, model });
  }
  checkValues(reader, file, kinds);
  return kinds;
}

function findBase(
  reader: TypeReader,
  file: ParsedFile,
  node: ts.InterfaceDeclaration,
): ts.ExpressionWithTypeArguments | undefined {
  return node.heritageClauses
    ?.flatMap((clause) => [...clause.types])
    .find((base) => isFromTsop(reader, file, base.expression, "CustomResource"));
}

function isFromTsop(reader: TypeReader, file: ParsedFile, expression: ts.Expression, name: string): boolean {
  const meaning = reader.names.resolve(file, expression);
  return meaning.kind === "imported" && meaning.module === "tsop" && meaning.name === name;
}

function readKind(
  reader: TypeReader,
  file: ParsedFile,
  name: string,
  nodes: readonly ts.InterfaceDeclaration[],
  base: ts.ExpressionWithTypeArguments,
): DeclaredKind["model"] | undefined {
  const [first] = nodes;
  if (first === undefined) return undefined;
  const scope: Scope = { reader, file, parameters: new Map(), trail: [{ declaration: first, label: name }] };
  const identity = (base.typeArguments ?? []).map((node) =>
    compiler.isLiteralTypeNode(node) ? literalValue(node.literal, file) : undefined,
  );
  const [apiVersion, kind] = identity;
  const example = `Write: extends CustomResource<"example.com/v1", "${name}">`;
  if (typeof apiVersion !== "string" || typeof kind !== "string") {
    reportAt(scope, base, "kind/invalid", "the apiVersion and the kind must be string literals", example);
    return undefined;
  }
  if (!/^[^/]+\/[^/]+$/.test(apiVersion)) {
    reportAt(scope, base, "kind/invalid", `${JSON.stringify(apiVersion)} is not "group/version"`, example);
    return undefined;
  }
  const described = nodes.map((node) => readAnnotations(file, node, "kind", reader));
  return {
    ...parseApiVersion(apiVersion),
    kind,
    annotations: {
      description: described.map(({ description }) => description).find((text) => text !== "") ?? "",
      tags: described.flatMap(({ tags }) => tags),
    },
    type: readInterface(scope, nodes),
    at: locateNode(file, first.name),
    identityAt: locateNode(file, base),
  };
}

/**
 * Checks that the type and value of a kind belong together: one import provides both, and clients and controllers use the
 * value.
 */
function checkValues(reader: TypeReader, file: ParsedFile, kinds: readonly DeclaredKind[]): void {
  const scope: Scope = { reader, file, parameters: new Map(), trail: [] };
  const { types, values } = reader.names.namesOf(file);
  for (const { name, model } of kinds) {
    const expected = `export const ${name} = defineKind<${name}>("${model.group}/${model.version}", "${model.kind}");`;
    const value = values.get(name);
    const call = value?.initializer;
    if (value === undefined || call === undefined || !isDefineKind(reader, file, call)) {
      const hint = `Add below the interface: ${expected}`;
      const node = types.get(name)?.[0]?.name ?? file.ast;
      reportAt(scope, node, "kind/invalid", `there is no constant for the kind ${name}`, hint);
      continue;
    }
    const found = call.arguments.map((argument) => literalValue(argument, file));
    const [argument] = call.typeArguments ?? [];
    const isSame =
      argument?.getText(file.ast) === name && found[0] === `${model.group}/${model.version}` && found[1] === model.kind;
    if (!isSame)
      reportAt(scope, call, "kind/invalid", `the constant ${name} does not match its type`, `Write: ${expected}`);
  }
  for (const [name, { initializer }] of values) {
    if (initializer === undefined || !isDefineKind(reader, file, initializer)) continue;
    const isDeclared = types.get(name)?.some((node) => findsBase(reader, file, node)) === true;
    if (isDeclared || kinds.some((kind) => kind.name === name)) continue;
    const hint = `Declare it: export interface ${name} extends CustomResource<"group/version", "${name}"> { … }`;
    reportAt(
      scope,
      initializer,
      "kind/invalid",
      `this file has no interface ${name} that extends CustomResource`,
      hint,
    );
  }
}

function findsBase(reader: TypeReader, file: ParsedFile, node: ts.Node): boolean {
  return compiler.isInterfaceDeclaration(node) && findBase(reader, file, node) !== undefined;
}

function isDefineKind(reader: TypeReader, file: ParsedFile, node: ts.Expression): node is ts.CallExpression {
  return compiler.isCallExpression(node) && isFromTsop(reader, file, node.expression, "defineKind");
}
