/**
 * Tags in the middle of a line. By the rules of JSDoc and of Go they are text there, but the user meant a tag, unless it is
 * quoted or has a backslash before it.
 */
import { documentationTags } from "./documentation-tags.js";
import { findTag } from "./registry.js";

export interface StrayTag {
  /** As in `@maxLength`. */
  readonly spelling: string;
  /** The position in the text. */
  readonly index: number;
}

/** The names of a project's macros. */
type Names = Pick<ReadonlySet<string>, "has">;

export function findStrayTags(text: string, macros?: Names): StrayTag[] {
  return matches(text, macros)
    .filter(({ backslashes }) => backslashes === "")
    .map(({ spelling, index }) => ({ spelling, index }));
}

/** Inserts a backslash before text that looks like a stray tag, or like an escaped one. */
export function escapeStrayTags(text: string): string {
  return edit(text, (backslashes) => `\\${backslashes}`);
}

/** Reverts {@link escapeStrayTags}. */
export function unescapeStrayTags(text: string): string {
  return edit(text, (backslashes) => backslashes.slice(1));
}

interface Match extends StrayTag {
  readonly backslashes: string;
}

function edit(text: string, change: (backslashes: string) => string): string {
  let edited = "";
  let end = 0;
  for (const { backslashes, index } of matches(text)) {
    edited += text.slice(end, index) + change(backslashes);
    end = index + backslashes.length;
  }
  return edited + text.slice(end);
}

function matches(text: string, macros?: Names): Match[] {
  if (!/\s\\*[@+]/.test(text)) return [];
  const unquoted = text.replaceAll(/`[^`]*`|"(?:[^"\\]|\\.)*"/g, (quoted) => "_".repeat(quoted.length));
  const first = unquoted.search(/\S/);
  const found = unquoted.matchAll(
    /(?<=\s)(\\*)(?:(@)([A-Za-z][\w.]*[A-Za-z0-9])(?![\w/@-])|(\+(?:kubebuilder|k8s):[\w:]+))/g,
  );
  return Array.from(found, ({ 1: backslashes = "", 3: name, 4: marker = "", index }) => ({
    spelling: name === undefined ? marker : `@${name}`,
    isOurs: name === undefined || isTag(name, macros),
    backslashes,
    index,
  })).filter(({ isOurs, index }) => isOurs && index > first);
}

function isTag(name: string, macros: Names | undefined): boolean {
  const last = name.split(".").at(-1) ?? "";
  return (findTag(last) !== undefined && !documentationTags.has(name)) || macros?.has(last) === true;
}
