/** Declarations that all the readers of types share. */
import type { ts } from "ts-morph";
import type { ErrorCode } from "../../core/error-codes.js";
import { errorAt } from "../../core/diagnostic.js";
import type { TypeModel, TypeUse } from "../../model/type-model.js";
import type { Schema } from "../../schema/schema.js";
import type { AnnotationsReader } from "../comments/read-annotations.js";
import { locateNode, type ParsedFile } from "../parsed-file.js";

/** The schemas of Kubernetes' own types. */
export interface KubernetesTypes {
  /** Finds a type by module (`core/v1`) and name; returns undefined if it does not exist. */
  find(module: string, name: string): KubernetesType | undefined;
  /** Finds a type by its name in client-node: `V1PodSpec`. */
  findModel(name: string): KubernetesType | undefined;
  /** Returns the names in a module; none if the module does not exist. */
  names(module: string): readonly string[];
}

export interface KubernetesType {
  /** `core/v1` */
  readonly module: string;
  readonly name: string;
  /** Returns a new schema on each call. @throws RecursiveTypeFault for a type that contains itself */
  schema(): Schema;
}

export interface TypeReader extends AnnotationsReader {
  readonly kubernetes: KubernetesTypes;
  /** Determines the form of a type, and calls the reader of that form, which reads nested types with {@link readType}. */
  readonly readNode: (scope: Scope, node: ts.TypeNode) => TypeUse;
}

export function readType(scope: Scope, node: ts.TypeNode): TypeUse {
  return scope.reader.readNode(scope, node);
}

/** The arguments of a generic type in angle brackets. */
export type TypeArguments = readonly ts.TypeNode[];

/** The context of a type: its reader, its file, the values of its type parameters, and the enclosing types. */
export interface Scope {
  readonly reader: TypeReader;
  readonly file: ParsedFile;
  readonly parameters: ReadonlyMap<string, TypeUse>;
  readonly trail: readonly Enclosing[];
}

/** A declaration that is being read, and the label of the path from it to here. */
export interface Enclosing {
  readonly declaration: ts.Node;
  readonly label: string;
  /** The fields with a `@recursionDepth` between the declaration and here: a cycle through one of them ends. */
  readonly bounded?: readonly ts.Node[];
}

export function within(scope: Scope, label: string): Scope {
  return changeLast(scope, (last) => ({ ...last, label: `${last.label}${label}` }));
}

/** Returns the scope inside a field that can repeat its own type a limited number of times. */
export function withinBounded(scope: Scope, field: ts.Node): Scope {
  return changeLast(scope, (last) => ({ ...last, bounded: [...(last.bounded ?? []), field] }));
}

/** Returns how many levels of the bounded field enclose the scope. */
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

/** Reports why a type cannot be read. */
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

/** The type without values, which a choice or a condition can leave. A schema cannot express it. */
export const never: TypeModel = { kind: "enum", values: [] };

/** Returns the source text of a node, short enough for a message. */
export function textOf(scope: Scope, node: ts.Node): string {
  const text = node.getText(scope.file.ast).replaceAll(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
