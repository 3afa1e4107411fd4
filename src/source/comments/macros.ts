/** Project-defined names for sets of tags: `@macro dnsLabel` in a comment, with the tags below it. */
import { errorAt, type Report } from "../../core/diagnostic.js";
import type { Tag } from "../../model/annotations.js";
import { documentationTags } from "../../model/tags/documentation-tags.js";
import { findTag } from "../../model/tags/registry.js";
import { locate, type ParsedFile } from "../parsed-file.js";
import type { Comment } from "./comment.js";
import { resolveTag } from "./resolve-tag.js";
import { type RawTag, scanTags } from "./scan-tags.js";

/** The tags of each macro, by its name. */
export type Macros = ReadonlyMap<string, readonly Tag[]>;

interface Definition {
  readonly file: ParsedFile;
  readonly name: string;
  readonly opening: RawTag;
  readonly tags: readonly RawTag[];
}

/** Returns whether a comment defines a macro, and therefore describes nothing. */
export function definesMacro(comment: Comment): boolean {
  return scanTags(comment).tags.some(({ sign, name }) => sign === "@" && name === "macro");
}

/** Returns all macros of a project. */
export function readMacros(
  comments: Iterable<{ readonly file: ParsedFile; readonly comment: Comment }>,
  report: Report,
): Macros {
  const definitions = new Map<string, Definition>();
  for (const { file, comment } of comments) {
    if (!definesMacro(comment)) continue;
    const definition = readDefinition(file, comment, report);
    if (definition === undefined) continue;
    const { name, opening } = definition;
    const fault = faultOfName(name, definitions.has(name));
    if (fault === undefined) definitions.set(name, definition);
    else reportAt(report, "tag/conflict", file, opening, ...fault);
  }
  return expandAll(definitions, report);
}

function readDefinition(file: ParsedFile, comment: Comment, report: Report): Definition | undefined {
  const [opening, ...tags] = scanTags(comment).tags;
  if (opening?.name !== "macro") {
    const misplaced = scanTags(comment).tags.find(({ name }) => name === "macro");
    if (misplaced !== undefined) {
      reportAt(report, "tag/misplaced", file, misplaced, "@macro must be the first tag of its comment", "Move it up.");
    }
    return undefined;
  }
  const tag = resolveTag(opening, file, report);
  if (tag?.argument.kind !== "text") return undefined;
  if (tags.length > 0) return { file, name: tag.argument.value, opening, tags };
  const hint = "Write its tags on the lines below.";
  reportAt(report, "tag/invalid-argument", file, opening, "the macro defines no tags", hint);
  return undefined;
}

function faultOfName(name: string, isTaken: boolean): [message: string, hint: string] | undefined {
  if (isTaken) return [`the macro @${name} is defined twice`, "Rename one of them."];
  if (findTag(name) !== undefined) return [`@${name} is already a tag`, "Rename the macro."];
  if (documentationTags.has(name)) return [`@${name} is a tag of TSDoc`, "Rename the macro."];
  if (/^[A-Za-z]\w*$/.test(name)) return undefined;
  return [`${JSON.stringify(name)} cannot be the name of a macro`, "Write letters and digits: dnsLabel"];
}

/** Expands macros in macros. A macro can use other macros, but not itself. */
function expandAll(definitions: ReadonlyMap<string, Definition>, report: Report): Macros {
  const expanded = new Map<string, readonly Tag[]>();
  const expand = (definition: Definition, trail: readonly string[]): readonly Tag[] => {
    const { file, name, tags } = definition;
    const known = expanded.get(name);
    if (known !== undefined) return known;
    const result = tags.flatMap((raw): readonly Tag[] => {
      const inner = definitions.get(raw.name.split(".").at(-1) ?? "");
      if (inner === undefined || raw.sign !== "@")
        return checked(file, raw, resolveTag(raw, file, report, definitions.keys()), report);
      if ([...trail, name].includes(inner.name)) {
        const cycle = [...trail, name, inner.name].map((each) => `@${each}`).join(" -> ");
        reportAt(report, "tag/conflict", file, raw, `the macro contains itself: ${cycle}`, "Remove one of them.");
        return [];
      }
      return useMacro(raw, file, expand(inner, [...trail, name]));
    });
    expanded.set(name, result);
    return result;
  };
  for (const definition of definitions.values()) expand(definition, []);
  return expanded;
}

function checked(file: ParsedFile, raw: RawTag, tag: Tag | undefined, report: Report): readonly Tag[] {
  if (tag?.record.places.includes("anywhere") !== true) return tag === undefined ? [] : [tag];
  const message = `${tag.spelling} cannot be part of a macro`;
  reportAt(report, "tag/misplaced", file, raw, message, "Write it at each field or type that needs it.");
  return [];
}

/** Returns the tags of a macro where it is used: `@items.dnsLabel` applies them to the items. */
export function useMacro(raw: RawTag, file: ParsedFile, tags: readonly Tag[]): readonly Tag[] {
  const path = raw.name
    .split(".")
    .slice(0, -1)
    .filter((step) => step === "items" || step === "values" || step === "keys");
  const at = locate(file, raw.offset);
  return tags.map((tag) => ({ ...tag, path: [...path, ...tag.path], at, spelling: `@${raw.name} (${tag.spelling})` }));
}

function reportAt(
  report: Report,
  code: "tag/conflict" | "tag/misplaced" | "tag/invalid-argument",
  file: ParsedFile,
  raw: RawTag,
  message: string,
  hint: string,
): void {
  report(errorAt(code, locate(file, raw.offset), message, hint));
}
