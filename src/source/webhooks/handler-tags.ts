/**
 * Tags about webhooks: above the class, the object or the function that handles requests, or above the call that registers
 * it. A tag without a handler would be silently ignored, therefore it is an error.
 */
import type { ts } from "ts-morph";
import { errorAt, type Report } from "../../core/diagnostic.js";
import { nearest } from "../../core/suggest.js";
import type { Tag } from "../../model/annotations.js";
import { webhookTags } from "../../model/tags/webhook-tags.js";
import { allComments } from "../all-comments.js";
import { compiler } from "../compiler.js";
import { type Comment, readComments } from "../comments/comment.js";
import { resolveTag } from "../comments/resolve-tag.js";
import { type RawTag, scanTags } from "../comments/scan-tags.js";
import { isForeign, locate, type ParsedFile } from "../parsed-file.js";

const tagNames = webhookTags.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]);
const markers = webhookTags.flatMap((record) =>
  record.markers.map((marker) => (typeof marker === "string" ? marker : marker.name)),
);
const ours: ReadonlySet<string> = new Set([...tagNames, ...markers]);

/** Matches possible webhook tags: only kubebuilder uses its spelling, in any comment. */
const maybeOurs = new RegExp(`@(?:${tagNames.join("|")})\\b|\\+kubebuilder:webh`, "i");

export class HandlerTags {
  readonly #report: Report;
  /** By file and offset. */
  readonly #known = new Map<string, { readonly tag: Tag; isClaimed: boolean }>();

  constructor(files: readonly ParsedFile[], report: Report) {
    this.#report = report;
    for (const file of files.filter(({ ast }) => maybeOurs.test(ast.text))) {
      for (const raw of allComments(file).flatMap((comment) => scanTags(comment).tags)) {
        if (ours.has(raw.name) || /^kubebuilder:webh/i.test(raw.name)) this.#resolve(file, raw);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  get configurations(): Tag[] {
    return [...this.#known.values()]
      .map(({ tag }) => tag)
      .filter(({ record }) => record.effect.kind === "webhookConfiguration");
  }

  /** Returns the tags of a handler: those above some nodes. Reports names that are almost a webhook tag. */
  of(file: ParsedFile, nodes: readonly ts.Node[], fileOf: (source: ts.SourceFile) => ParsedFile | undefined): Tag[] {
    const found = new Set<Tag>();
    for (const node of nodes) {
      const home = fileOf(node.getSourceFile()) ?? file;
      if (isForeign(home)) continue;
      // A word that is almost a tag is meant as a tag, even in a line comment.
      const comments = commentsAbove(home, node).map((comment): Comment => ({ ...comment, kind: "doc" }));
      for (const raw of comments.flatMap((comment) => scanTags(comment).tags)) {
        const known = this.#known.get(keyOf(home, raw));
        if (known === undefined) this.#suggest(home, raw);
        else if (known.tag.record.effect.kind !== "webhookConfiguration") {
          known.isClaimed = true;
          found.add(known.tag);
        }
      }
    }
    return [...found];
  }

  checkUnclaimed(): void {
    for (const { tag, isClaimed } of this.#known.values()) {
      if (isClaimed || tag.record.effect.kind === "webhookConfiguration") continue;
      const hint =
        "Move it above the handler (a class, an object or a function), or above the call that registers it: manager.webhook(Bar).withValidator(…).complete()";
      this.#report(errorAt("tag/misplaced", tag.at, `${tag.spelling} is not above a webhook handler`, hint));
    }
  }

  #resolve(file: ParsedFile, raw: RawTag): void {
    const tag = resolveTag(raw, file, this.#report);
    if (tag !== undefined) this.#known.set(keyOf(file, raw), { tag, isClaimed: false });
  }

  #suggest(file: ParsedFile, raw: RawTag): void {
    if (raw.sign === "+" || ours.has(raw.name)) return;
    const near = nearest(raw.name, tagNames);
    if (near === undefined) return;
    this.#report(
      errorAt("tag/unknown", locate(file, raw.offset), `unknown tag @${raw.name}`, `Did you mean @${near}?`),
    );
  }
}

function keyOf(file: ParsedFile, { offset }: RawTag): string {
  return `${file.path}:${offset}`;
}

/** Returns the comments above a node itself; for a call in a chain, above its own line and above the statement. */
function commentsAbove(file: ParsedFile, node: ts.Node): Comment[] {
  const { text } = file.ast;
  const above = (each: ts.Node): Comment[] => readComments(text, each.pos, each.getStart(file.ast));
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return above(node);
  const { expression, name } = node.expression;
  return [...readComments(text, expression.end, name.getStart(file.ast)), ...above(statementAround(node))];
}

function statementAround(node: ts.Node): ts.Node {
  let each = node;
  while (!compiler.isSourceFile(each.parent) && !compiler.isBlock(each.parent)) each = each.parent;
  return each;
}
