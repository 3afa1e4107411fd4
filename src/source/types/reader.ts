/** What all the readers of types share. */
import type ts from "typescript";
import type { ErrorCode } from "../../core/error-codes.js";
import type { Diagnostic } from "../../core/diagnostic.js";
import type { TypeUse } from "../../model/type-model.js";
import type { AnnotationsReader } from "../comments/read-annotations.js";
import type { NameResolver } from "../names.js";
import { locateNode, type ParsedFile } from "../parsed-file.js";

export interface TypeReader extends AnnotationsReader {
  readonly names: NameResolver;
  readonly report: (diagnostic: Diagnostic) => void;
}

/** Where a type stands: its file, what its type parameters are there, and the types that it is inside of. */
export interface Scope {
  readonly file: ParsedFile;
  readonly parameters: ReadonlyMap<string, TypeUse>;
  readonly trail: readonly Enclosing[];
}

/** A declaration that is being read, and how the path from it to here is called. */
export interface Enclosing {
  readonly declaration: ts.Node;
  readonly label: string;
}

export function within(scope: Scope, label: string): Scope {
  const last = scope.trail.at(-1);
  if (last === undefined) return scope;
  return { ...scope, trail: [...scope.trail.slice(0, -1), { ...last, label: `${last.label}${label}` }] };
}

export function reportAt(
  reader: TypeReader,
  scope: Scope,
  node: ts.Node,
  code: ErrorCode,
  message: string,
  hint: string,
): void {
  reader.report({ code, severity: "error", message, at: locateNode(scope.file, node), hint });
}

export function invalid(scope: Scope, node: ts.Node): TypeUse {
  return { type: { kind: "invalid" }, nullable: false, at: locateNode(scope.file, node), annotations: [] };
}

/** The source text of a node, short enough for a message. */
export function textOf(scope: Scope, node: ts.Node): string {
  const text = node.getText(scope.file.ast).replaceAll(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
