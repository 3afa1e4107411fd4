/** What all the readers of types share. */
import type { ts } from "ts-morph";
import type { ErrorCode } from "../../core/error-codes.js";
import { errorAt } from "../../core/diagnostic.js";
import type { TypeModel, TypeUse } from "../../model/type-model.js";
import type { Schema } from "../../schema/schema.js";
import type { AnnotationsReader } from "../comments/read-annotations.js";
import { locateNode, type ParsedFile } from "../parsed-file.js";

/** The schemas of the types that Kubernetes itself has. */
export interface KubernetesTypes {
  /** By module (`core/v1`) and name; undefined where there is no such type. */
  find(module: string, name: string): KubernetesType | undefined;
  /** By the name that client-node gives it: `V1PodSpec`. */
  findModel(name: string): KubernetesType | undefined;
  /** The names that a module has; none where there is no such module. */
  names(module: string): readonly string[];
}

export interface KubernetesType {
  /** A new schema at each call. @throws RecursiveTypeFault for a type that contains itself */
  schema(): Schema;
}

export interface TypeReader extends AnnotationsReader {
  readonly kubernetes: KubernetesTypes;
  /** Tells what form a type has, and calls the reader of that form, which reads the types inside with {@link readType}. */
  readonly readNode: (scope: Scope, node: ts.TypeNode) => TypeUse;
}

export function readType(scope: Scope, node: ts.TypeNode): TypeUse {
  return scope.reader.readNode(scope, node);
}

/** What a generic type is given in angle brackets. */
export type TypeArguments = readonly ts.TypeNode[];

/** Where a type stands: who reads it, its file, what its type parameters are there, and the types that it is inside of. */
export interface Scope {
  readonly reader: TypeReader;
  readonly file: ParsedFile;
  readonly parameters: ReadonlyMap<string, TypeUse>;
  readonly trail: readonly Enclosing[];
}

/** A declaration that is being read, and how the path from it to here is called. */
export interface Enclosing {
  readonly declaration: ts.Node;
  readonly label: string;
  /** The fields with a `@recursionDepth` between the declaration and here: a circle through one of them ends. */
  readonly bounded?: readonly ts.Node[];
}

export function within(scope: Scope, label: string): Scope {
  return changeLast(scope, (last) => ({ ...last, label: `${last.label}${label}` }));
}

/** Inside a field that may repeat its own type so many times. */
export function withinBounded(scope: Scope, field: ts.Node): Scope {
  return changeLast(scope, (last) => ({ ...last, bounded: [...(last.bounded ?? []), field] }));
}

/** How often one is inside of the bounded field already. */
export function depthOf({ trail }: Scope, field: ts.Node): number {
  return trail.flatMap(({ bounded }) => bounded ?? []).filter((each) => each === field).length;
}

function changeLast(scope: Scope, change: (last: Enclosing) => Enclosing): Scope {
  const last = scope.trail.at(-1);
  return last === undefined ? scope : { ...scope, trail: [...scope.trail.slice(0, -1), change(last)] };
}

export function reportAt(scope: Scope, node: ts.Node, code: ErrorCode, message: string, hint: string): void {
  scope.reader.report(errorAt(code, locateNode(scope.file, node), message, hint));
}

/** Says why a type cannot be read. */
export function refuse(
  scope: Scope,
  node: ts.Node,
  message: string,
  hint: string,
  code: ErrorCode = "type/unsupported",
): TypeUse {
  reportAt(scope, node, code, message, hint);
  return invalid(scope, node);
}

export function invalid(scope: Scope, node: ts.Node): TypeUse {
  return use(scope, node, { kind: "invalid" });
}

export function use(scope: Scope, node: ts.Node, type: TypeModel): TypeUse {
  return { type, nullable: false, at: locateNode(scope.file, node), annotations: [] };
}

/** No value at all: what a choice or a condition may leave. A schema cannot say it. */
export const never: TypeModel = { kind: "enum", values: [] };

/** The source text of a node, short enough for a message. */
export function textOf(scope: Scope, node: ts.Node): string {
  const text = node.getText(scope.file.ast).replaceAll(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
