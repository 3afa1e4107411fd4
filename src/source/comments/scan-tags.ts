/** Separates the tags of a comment from its prose, line by line. Knows only the tags that are pure documentation. */
import { documentationTags } from "../../model/tags/documentation-tags.js";
import { findMarker, findTag } from "../../model/tags/registry.js";
import { findStrayTags, unescapeStrayTags } from "../../model/tags/stray-tags.js";
import type { Comment, CommentLine } from "./comment.js";

/** A tag as written, which may not exist. */
export interface RawTag {
  readonly sign: "@" | "+";
  readonly name: string;
  /** The text after the name. */
  readonly text: string;
  readonly offset: number;
}

export interface ScannedComment {
  readonly description: string;
  readonly tags: readonly RawTag[];
  /** Text in the middle of a line that looks like a tag. */
  readonly stray: readonly { readonly spelling: string; readonly offset: number }[];
}

/** Scans a comment. `macros`: the names of the project's macros, which can also be in the wrong position. */
export function scanTags(comment: Comment, macros?: Pick<ReadonlySet<string>, "has">): ScannedComment {
  const stray: { spelling: string; offset: number }[] = [];
  const prose: string[] = [];
  const tags: RawTag[] = [];
  let isFenced = false;
  // Inside a block of TSDoc (@remarks and so on), which extends to the next tag.
  let isSwallowing = false;
  let isAtEnd = false;
  for (let index = 0; index < comment.lines.length; index += 1) {
    const line = comment.lines[index];
    if (line === undefined) break;
    const isFence = /^\s*(?:```|~~~)/.test(line.text);
    if (!isFenced && !isFence && comment.kind === "doc") {
      for (const { spelling, index: at } of findStrayTags(line.text, macros)) {
        stray.push({ spelling, offset: line.offset + at });
      }
    }
    const tag = isFenced || isFence ? undefined : readTag(line, comment.kind);
    if (tag !== undefined) {
      const joined = joinLines(tag, comment.lines, index);
      index = joined.lastIndex;
      isSwallowing = isDocumentation(joined.tag);
      if (!isSwallowing) tags.push(joined.tag);
    } else if (!isSwallowing && !isAtEnd && comment.kind === "doc") {
      // As in Go, a line of dashes ends the text, and a reminder is for the author only.
      if (!isFenced && line.text.startsWith("---")) isAtEnd = true;
      else if (isFenced) prose.push(line.text);
      else if (!line.text.startsWith("TODO")) prose.push(unescapeStrayTags(line.text.replace(escapedStart, "$1")));
    }
    if (isFence) isFenced = !isFenced;
  }
  return { description: toPlainText(prose), tags, stray };
}

/** A backslash before a tag, the end of the text, a reminder or a fence: the line is prose. */
const escapedStart = /^(\s*)\\(?=\\*(?:@[A-Za-z]|\+\s*[A-Za-z]|---|TODO|```|~~~))/;

const tagStart = /^(\s*)(?:(@)([A-Za-z][\w.]*)(?![\w/])|(\+)(\s*[A-Za-z][\w.:-]*))/;

function readTag(line: CommentLine, kind: Comment["kind"]): RawTag | undefined {
  const [start = "", blanks = "", at, name = "", plus, marker = ""] = tagStart.exec(line.text) ?? [];
  const rest = line.text.slice(start.length);
  const offset = line.offset + blanks.length;
  // A directive such as @ts-ignore is not documentation, and in a line comment only tsop's JSDoc tags count.
  if (at !== undefined) {
    const isOurs = kind === "doc" || findTag(name.split(".").at(-1) ?? "") !== undefined;
    return isOurs && !name.startsWith("ts-")
      ? { sign: "@", name, text: rest.trim().replace(/^[:=]\s+/, ""), offset }
      : undefined;
  }
  return plus === undefined ? undefined : readMarker(marker, rest, offset);
}

function readMarker(marker: string, rest: string, offset: number): RawTag | undefined {
  const trimmed = marker.trim();
  const isGlued = marker === trimmed && (rest === "" || /^\s*:?=/.test(rest));
  const isMarkerLike = isGlued || /^k(?:ubebuilder|8s):/i.test(trimmed);
  // `+1 for this` and `+plus some prose` are prose.
  if (!isMarkerLike && findMarker(trimmed) === undefined) return undefined;
  // In a marker with named arguments, the first name follows its own name directly: +kubebuilder:printcolumn:name="Age",…
  const equals = /^\s*:?=\s*/.exec(rest)?.[0];
  const value = equals === undefined ? undefined : rest.slice(equals.length);
  for (let end = trimmed.length; end > 0; end = trimmed.lastIndexOf(":", end - 1)) {
    const name = trimmed.slice(0, end).replace(/:$/, "");
    if (findMarker(withoutItems(name)) === undefined) continue;
    const argument = trimmed.slice(name.length + 1);
    if (argument === "") return { sign: "+", name, text: value ?? rest.trim(), offset };
    return { sign: "+", name, text: `${argument}${value === undefined ? ` ${rest}` : `=${value}`}`.trim(), offset };
  }
  return { sign: "+", name: trimmed.replace(/(?<!:):+$/, ""), text: value ?? rest.trim(), offset };
}

/** Converts `kubebuilder:validation:items:MinLength` → `kubebuilder:validation:MinLength`. */
export function withoutItems(marker: string): string {
  return marker.replace(/^(kubebuilder:validation:)(?:items:)+/, "$1");
}

/** Joins the lines of a value with open brackets, which continues in the next lines. */
function joinLines(tag: RawTag, lines: readonly CommentLine[], index: number): { tag: RawTag; lastIndex: number } {
  if (!/^\s*[{[]|[({[`]\s*$/.test(tag.text)) return { tag, lastIndex: index };
  let text = tag.text;
  for (let next = index; next < lines.length && next < index + 200; next += 1) {
    if (next > index) text += `\n${lines[next]?.text ?? ""}`;
    if (isBalanced(text)) return { tag: { ...tag, text }, lastIndex: next };
  }
  return { tag, lastIndex: index };
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const token of text.match(/"(?:[^"\\]|\\.)*"|`[^`]*`|[[\](){}`]/gs) ?? []) {
    if (token === "`") return false;
    if (/^[[({]$/.test(token)) depth += 1;
    else if (/^[\])}]$/.test(token)) depth -= 1;
  }
  return depth <= 0;
}

function isDocumentation({ sign, name, text }: RawTag): boolean {
  if (sign !== "@" || !documentationTags.has(name)) return false;
  // Some words are also tsop's tags; an example without a value on its line belongs to TSDoc.
  return findTag(name) === undefined || (name === "example" && /^(?:```.*|~~~.*|<caption>.*)?$/s.test(text));
}

function toPlainText(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/(?<!\\)\{@link(?:code|plain)?\s([^{}]*)\}/g, (link, content: string) => {
      const target = /^[^|\s]+/.exec(content.trim())?.[0];
      if (target === undefined) return link;
      const label = content
        .trim()
        .slice(target.length)
        .replace(/^\s*\|?\s*/, "");
      return label === "" ? target : label;
    })
    .replaceAll(/(?<!\\)\\(\\*\{@link)/g, "$1")
    .trim();
}
