/** Finds what an operator's code does to which kinds: the permissions that it needs. */
import type { ts } from "ts-morph";
import type { SourceLocation } from "../../core/source-location.js";
import type { InferredPermission, UnresolvedCall } from "../../model/model.js";
import { compiler } from "../compiler.js";
import { readComments } from "../comments/comment.js";
import { scanTags } from "../comments/scan-tags.js";
import { locate, type ParsedFile } from "../parsed-file.js";
import { watching, withActions } from "./actions.js";
import { type ActionUse, findActionUses } from "./find-action-uses.js";
import type { KindName } from "./type-kinds.js";
import type { Code } from "./values-of.js";

export interface Permissions {
  readonly inferred: readonly InferredPermission[];
  readonly unresolved: readonly UnresolvedCall[];
  /** The `@rbac` tags for calls whose kind is unknown. */
  readonly speaking: readonly SourceLocation[];
}

const importsTsop = /["']tsop(?:\/migrate)?["']/;

/** @param open - returns the code of at least the files that may contain actions */
export function readPermissions(files: readonly ParsedFile[], open: () => Code): Permissions {
  const acting = withActions(files);
  // Most projects start with types only; then the checker is not necessary.
  if (acting.length === 0 || !files.some(({ ast }) => importsTsop.test(ast.text)))
    return { inferred: [], unresolved: [], speaking: [] };
  const code = open();
  const calls = acting.flatMap((file) =>
    findActionUses(code, file.ast).map((use): Call => {
      const at = locate(file, use.name.getStart(file.ast));
      return { ...use, at, why: explain(use, file.ast), tags: rbacAbove(use.node, file) };
    }),
  );
  return conclude(calls);
}

interface Call extends ActionUse {
  readonly why: string;
  readonly at: SourceLocation;
  /** The tags above it that declare its permissions. */
  readonly tags: readonly SourceLocation[];
}

/** Returns `client.get(Deployment)`, for messages. */
export function explain({ node, kinds }: Pick<ActionUse, "node" | "kinds">, source: ts.SourceFile): string {
  const callee = compiler.isCallExpression(node) ? node.expression : node;
  const names = new Set(kinds.map(({ kind }) => kind));
  const argument = names.size === 0 ? "…" : [...names].join(" | ");
  // The last call names a chain of calls: the position identifies it.
  return `${callee
    .getText(source)
    .replaceAll(/\s+/g, "")
    .replace(/^.*\)(?=\.)/, "…")}(${argument})`;
}

/** Returns the `@rbac` tags in comments above the call, its statement or its function. */
function rbacAbove(node: ts.Node, file: ParsedFile): SourceLocation[] {
  const source = file.ast;
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

/**
 * Computes the permissions. The cache serves reads of kinds that a controller watches; the cache itself lists and watches.
 */
function conclude(calls: readonly Call[]): Permissions {
  const key = ({ apiVersion, kind }: KindName): string => `${apiVersion} ${kind}`;
  const cached = new Set(calls.filter(({ action }) => action?.caches === true).flatMap(({ kinds }) => kinds.map(key)));
  const inferred: InferredPermission[] = [];
  const unresolved: UnresolvedCall[] = [];
  const speaking: SourceLocation[] = [];
  for (const { action, kinds, unknown, tags, why, at } of calls) {
    for (const kind of kinds) {
      if (action === undefined) continue;
      const { subresource, reads, verbs } = action;
      const isAnsweredByCache = reads === true && cached.has(key(kind));
      const needed = isAnsweredByCache ? [...new Set([...watching, ...verbs])] : verbs;
      inferred.push({ ...kind, subresource, verbs: needed, why, at });
    }
    for (const { about, subresource, verbs } of action?.also ?? []) {
      inferred.push({ ...about, subresource, verbs, why, at });
    }
    speaking.push(...(unknown === undefined ? [] : tags));
    if (unknown !== undefined && tags.length === 0) unresolved.push({ unknown, why, at });
  }
  return { inferred, unresolved, speaking };
}
