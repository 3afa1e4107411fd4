/** Reads the comments above a declaration: its description, and its tags from the registry. */
import { isDeepStrictEqual } from "node:util";
import type { ts } from "ts-morph";
import { errorAt, type Diagnostic, type Report } from "../../core/diagnostic.js";
import type { SourceLocation } from "../../core/source-location.js";
import type { Annotations, Tag } from "../../model/annotations.js";
import type { TagPlace } from "../../model/tag-record.js";
import { documentationTags } from "../../model/tags/documentation-tags.js";
import type { NameResolver } from "../names.js";
import { isForeign, isMarker, locate, type ParsedFile } from "../parsed-file.js";
import { type Comment, readComments } from "./comment.js";
import { definesMacro, type Macros, useMacro } from "./macros.js";
import { resolveReference } from "./resolve-reference.js";
import { resolveTag } from "./resolve-tag.js";
import { type RawTag, scanTags } from "./scan-tags.js";

export interface AnnotationsReader {
  /** The comments that belong to a declaration, by file and offset; any remaining tags are misplaced. */
  readonly claimed: Set<string>;
  readonly macros: Macros;
  readonly names: NameResolver;
  readonly report: Report;
}

export function readAnnotations(
  file: ParsedFile,
  node: ts.Node,
  place: TagPlace,
  reader: AnnotationsReader,
): Annotations {
  const comments = leadingComments(file, node).filter((each) => !definesMacro(each));
  let description = describedByLines(file, comments, node);
  const tags: Tag[] = [];
  for (const comment of comments) {
    const scanned = scanTags(comment, reader.macros);
    // A type with several uses is read several times, but reported once. Tags in packages outside of the project belong to
    // other tools.
    const key = claimKey(file, comment);
    const isSaid = reader.claimed.has(key) || isForeign(file);
    const report = isSaid ? () => undefined : reader.report;
    reader.claimed.add(key);
    if (comment.kind === "doc") description = scanned.description;
    for (const { spelling, offset } of scanned.stray) report(strayTag(spelling, locate(file, offset)));
    for (const raw of scanned.tags) {
      for (const read of tagsOf(raw, file, reader.macros, report)) {
        const tag = isReference(raw) ? resolveReference(read, file, reader.names, report) : read;
        if (tag !== undefined && checkPlace(tag, raw, place, report)) tags.push(tag);
      }
    }
  }
  return { description, tags: dropRepeated(tags, reader.report) };
}

/** Returns the description of a declaration that cannot have tags. A tag in its comment stays misplaced. */
export function readDescription(file: ParsedFile, node: ts.Node, { macros }: AnnotationsReader): string {
  const doc = leadingComments(file, node).findLast(({ kind }) => kind === "doc");
  return doc === undefined ? "" : scanTags(doc, macros).description;
}

/**
 * Returns descriptions in Go style: `//` lines directly above a declaration, in a file with markers in such comments. In
 * other files, as is usual in TypeScript, such lines are notes of programmers.
 */
function describedByLines(file: ParsedFile, comments: readonly Comment[], node: ts.Node): string {
  const lines = comments.filter(({ kind }) => kind === "line");
  const hasMarker = lines.some((comment) => comment.lines.some(({ text }) => isMarker(text)));
  const above = hasMarker ? lines : file.hasMarkers ? directlyAbove(file, lines, node.getStart(file.ast)) : [];
  const [first] = above;
  if (first === undefined) return "";
  const prose = above.flatMap((comment) => comment.lines).filter(({ text }) => !directive.test(text));
  if (!hasMarker && prose.some(({ text }) => code.test(text))) return "";
  return scanTags({ kind: "doc", start: first.start, end: first.start, lines: prose }).description;
}

/** Returns the comments without an empty line between or below them. */
function directlyAbove({ ast }: ParsedFile, comments: readonly Comment[], start: number): Comment[] {
  const found: Comment[] = [];
  let below = start;
  for (const comment of comments.toReversed()) {
    if (ast.text.slice(comment.end, below).split("\n").length > 2) break;
    found.unshift(comment);
    below = comment.start;
  }
  return found;
}

/** Notes to tools and among programmers. */
const directive =
  /^\s*(?:eslint-|prettier-|@ts-|nolint|biome-|v8 |c8 |istanbul |#(?:end)?region\b|\/|(?:FIXME|XXX|HACK)\b)/;

/** A line of code in a comment. */
const code = /[;{}]\s*$|=>|^\s*(?:\w+\?:|@\w|import\s+[{*"']|export\s|(?:const|let|var)\s+\w+\s*[=:])/;

/** Returns whether the value is a reference; a quoted value is ordinary text. */
function isReference({ text }: RawTag): boolean {
  return text.trim().startsWith("ref(");
}

function tagsOf(raw: RawTag, file: ParsedFile, macros: Macros, report: Report): readonly Tag[] {
  const macro = raw.sign === "@" ? macros.get(raw.name.split(".").at(-1) ?? "") : undefined;
  if (macro !== undefined) {
    if (raw.text.trim() !== "") report(needlessArgument(raw, file));
    return useMacro(raw, file, macro);
  }
  const tag = resolveTag(raw, file, report, macros.keys());
  return tag === undefined ? [] : [tag];
}

function strayTag(spelling: string, at: SourceLocation): Diagnostic {
  const message = `${spelling} is in the middle of a line, where tsop reads it as text`;
  const hint = `Put it on a separate line. If it is text, write \\${spelling}.`;
  return errorAt("tag/misplaced", at, message, hint);
}

function needlessArgument(raw: RawTag, file: ParsedFile): Diagnostic {
  const message = `@${raw.name}: a macro takes no argument, found ${JSON.stringify(raw.text.trim())}`;
  const hint = "Put the text on a separate line above the tag.";
  return errorAt("tag/invalid-argument", locate(file, raw.offset), message, hint);
}

function claimKey(file: ParsedFile, comment: Comment): string {
  return `${file.path}:${comment.start}`;
}

/** Returns the comments above a node, except a comment that trails the code before it on the line. */
function leadingComments(file: ParsedFile, node: ts.Node): Comment[] {
  const { text } = file.ast;
  const start = node.getStart(file.ast);
  return readComments(text, node.pos, start).filter((comment) => {
    const before = text.slice(node.pos, comment.start);
    const isOnLineOfPrevious = node.pos > 0 && !before.includes("\n");
    return !isOnLineOfPrevious || !text.slice(comment.end, start).includes("\n");
  });
}

function checkPlace(tag: Tag, raw: RawTag, place: TagPlace, report: Report): boolean {
  const { record } = tag;
  // Tags that can stand anywhere do not describe the thing below; handlers find their own tags and report unused ones.
  if (record.places.some((each) => each === "anywhere" || each === "handler")) return false;
  if (record.places.includes(place)) return true;
  // Words such as @deprecated are tsop's tags on a kind, and documentation elsewhere.
  if (raw.sign === "@" && documentationTags.has(raw.name)) return false;
  const hint = `Put it on ${record.places.map((name) => placeNames[name]).join(" or ")}.`;
  report(errorAt("tag/misplaced", tag.at, `${tag.spelling} has no meaning on ${placeNames[place]}`, hint));
  return false;
}

const placeNames: Readonly<Record<TagPlace, string>> = {
  kind: "the interface of a kind",
  type: "a named type",
  field: "a field",
  handler: "the handler of a webhook",
  anywhere: "anything",
};

function dropRepeated(tags: readonly Tag[], report: Report): Tag[] {
  const seen = new Map<string, Tag>();
  return tags.filter((tag) => {
    if (tag.record.repeatable === true) return true;
    const key = [...tag.path, tag.record.name].join(".");
    const first = seen.get(key);
    seen.set(key, first ?? tag);
    const isRepeated = first !== undefined;
    // Go's generators read different spellings, so users write the same tag in two of them.
    const isSame = isRepeated && first.spelling !== tag.spelling && isDeepStrictEqual(first.argument, tag.argument);
    if (isRepeated && !isSame) {
      report(errorAt("tag/conflict", tag.at, `${tag.spelling} is given twice`, "Keep one of them."));
    }
    return !isRepeated;
  });
}

/** Checks comments that belong to no declaration: a tag in one of them would be silently ignored. */
export function checkUnclaimed(file: ParsedFile, comments: readonly Comment[], reader: AnnotationsReader): void {
  for (const comment of comments.filter((each) => !reader.claimed.has(claimKey(file, each)) && !definesMacro(each))) {
    for (const raw of scanTags(comment).tags) {
      // In other comments, do not interpret words that other tools use too, nor report mistakes.
      const isSurelyOurs = raw.sign === "+" ? /^(?:kubebuilder|k8s):/i.test(raw.name) : !isCommonWord(raw.name);
      if (!isSurelyOurs) continue;
      const tag = resolveTag(raw, file, raw.sign === "+" ? reader.report : () => undefined);
      // The code that reads handlers checks their tags.
      if (tag === undefined || tag.record.places.some((place) => place === "anywhere" || place === "handler")) continue;
      const hint =
        tag.record.effect.kind === "presence"
          ? "A tag cannot apply to all fields of a package. Write `field?: T` for each optional field."
          : `Move it into a comment directly above ${tag.record.places.map((name) => placeNames[name]).join(" or ")}.`;
      const message = `${tag.spelling} describes nothing: no field, type or kind follows`;
      reader.report(errorAt("tag/misplaced", locate(file, raw.offset), message, hint));
    }
  }
}

function isCommonWord(name: string): boolean {
  return (
    documentationTags.has(name) || /^(?:default|defaultValue|title|ignore|optional|required|resource|scope)$/.test(name)
  );
}
