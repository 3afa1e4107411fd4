/** What an operator's code does to which kinds: the permissions that it needs. */
import type ts from "typescript";
import type { SourceLocation } from "../../core/source-location.js";
import type { InferredPermission, UnresolvedCall } from "../../model/permissions.js";
import { type BuiltInResources, readBuiltInResources } from "../../schema/built-in-resources.js";
import { compiler } from "../compiler.js";
import { readComments } from "../comments/comment.js";
import { scanTags } from "../comments/scan-tags.js";
import type { OpenModule } from "../names.js";
import { locate, type ParsedFile } from "../parsed-file.js";
import { createProgram, isTsop } from "./program.js";
import { kindsOf, type KindName } from "./kinds-of.js";
import { type Action, findAction } from "./actions.js";

export interface Permissions {
  readonly inferred: readonly InferredPermission[];
  readonly unresolved: readonly UnresolvedCall[];
  /** The `@rbac` tags that speak for calls whose kind cannot be told. */
  readonly speaking: readonly SourceLocation[];
}

const called =
  /\b(?:get|getOrThrow|list|watch|create|update|patch|apply|delete|for|owns|watches|cacheFor|setControllerReference)\s*[<(]/;

/** Files that may call a client or build a controller; without any, the checker need not be asked. */
function mayAct({ ast, path }: ParsedFile): boolean {
  return !path.startsWith("api/") && /["']tsop["']/.test(ast.text) && called.test(ast.text);
}

export function readPermissions(
  files: readonly ParsedFile[],
  open: OpenModule,
  resources: BuiltInResources = readBuiltInResources(),
): Permissions {
  if (!files.some(mayAct)) return { inferred: [], unresolved: [], speaking: [] };
  const { program, locate: parsedOf } = createProgram(files, open, resources);
  const checker = program.getTypeChecker();
  const calls: Call[] = [];
  for (const source of program.getSourceFiles()) {
    const file = parsedOf(source);
    if (file !== undefined && mayAct(file))
      visit(source, (call) => calls.push(...readCall(checker, file, source, call)));
  }
  return conclude(calls);
}

interface Call {
  readonly action: Action;
  readonly kinds: readonly KindName[];
  /** Whether a kind among those that are possible is not known. */
  readonly isOpen: boolean;
  readonly why: string;
  readonly at: InferredPermission["at"];
  /** The tags above it that say what it needs. */
  readonly tags: readonly SourceLocation[];
}

function visit(node: ts.Node, onCall: (call: ts.CallExpression) => void): void {
  if (compiler.isCallExpression(node)) onCall(node);
  compiler.forEachChild(node, (child) => visit(child, onCall));
}

function readCall(checker: ts.TypeChecker, file: ParsedFile, source: ts.SourceFile, call: ts.CallExpression): Call[] {
  const name = compiler.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;
  if (!called.test(`${name.getText(source)}(`) && compiler.isPropertyAccessExpression(call.expression)) return [];
  const signature = checker.getResolvedSignature(call);
  const declaration = signature?.declaration;
  if (signature === undefined || declaration === undefined || !isTsop(declaration.getSourceFile())) return [];
  const action = findAction(declaration);
  const argument = call.arguments[action?.argument ?? 0];
  if (action === undefined || argument === undefined) return [];
  const parameter = signature.parameters[action.argument];
  const types = [
    checker.getTypeAtLocation(argument),
    ...(parameter === undefined ? [] : [checker.getTypeOfSymbolAtLocation(parameter, call)]),
  ];
  const found = types.map((type) => kindsOf(checker, type, argument)).find(({ kinds }) => kinds.length > 0);
  const why = `${call.expression.getText(source).replaceAll(/\s+/g, "")}(${found?.kinds.map(({ kind }) => kind).join(" | ") ?? "…"})`;
  const { kinds = [], isOpen = true } = found ?? {};
  return [{ action, kinds, isOpen, why, at: locate(file, name.getStart(source)), tags: rbacAbove(call, file, source) }];
}

/** The `@rbac` tags in comments above the call, its statement or its function. */
function rbacAbove(node: ts.Node, file: ParsedFile, source: ts.SourceFile): SourceLocation[] {
  const found: SourceLocation[] = [];
  for (let each = node; !compiler.isSourceFile(each); each = each.parent) {
    if (compiler.isClassDeclaration(each)) break;
    const comments = readComments(source.text, each.pos, each.getStart(source));
    const tags = comments.flatMap((comment) => scanTags(comment).tags);
    found.push(...tags.filter(({ name }) => isRbac(name)).map(({ offset }) => locate(file, offset)));
  }
  return found;
}

function isRbac(name: string): boolean {
  return /^(?:rbac|kubebuilder:rbac.*)$/i.test(name);
}

/** Reads of kinds that some controller watches are answered by the cache, which lists and watches. */
function conclude(calls: readonly Call[]): Permissions {
  const key = ({ apiVersion, kind }: KindName): string => `${apiVersion} ${kind}`;
  const cached = new Set(calls.filter(({ action }) => action.caches).flatMap(({ kinds }) => kinds.map(key)));
  const inferred = calls.flatMap(({ action, kinds, why, at }) =>
    kinds.map((kind): InferredPermission => ({
      ...kind,
      subresource: action.subresource,
      verbs: action.reads && cached.has(key(kind)) ? ["get", "list", "watch"] : action.verbs,
      why,
      at,
    })),
  );
  const open = calls.filter(({ isOpen }) => isOpen);
  const unresolved = open.filter(({ tags }) => tags.length === 0).map(({ why, at }) => ({ why, at }));
  return { inferred, unresolved, speaking: open.flatMap(({ tags }) => tags) };
}
