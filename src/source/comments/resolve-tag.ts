import { errorAt, type Report } from "../../core/diagnostic.js";
import type { Tag, TagStep } from "../../model/annotations.js";
import { findMarker, findTag, suggestMarker, suggestTag, tagsStartingWith } from "../../model/tags/registry.js";
import { locate, type ParsedFile } from "../parsed-file.js";
import { ArgumentFault } from "./literal.js";
import { parseArgument } from "./parse-argument.js";
import { type RawTag, withoutItems } from "./scan-tags.js";

/** Finds the tag in the registry and reads its argument. Reports faults at the tag itself. */
export function resolveTag(
  raw: RawTag,
  file: ParsedFile,
  report: Report,
  macros: Iterable<string> = [],
): Tag | undefined {
  const at = locate(file, raw.offset);
  const spelling = `${raw.sign}${raw.name}`;
  const found = find(raw);
  if (found === undefined) {
    report(errorAt("tag/unknown", at, `unknown tag ${spelling}`, hintFor(raw, macros)));
    return undefined;
  }
  const { record, path, preset } = found;
  // An unsupported tag that is turned off has no effect.
  if (record.effect.kind === "refused" && record.argument.kind === "flag" && raw.text.trim() === "false") {
    return undefined;
  }
  if (record.effect.kind === "refused") {
    report(errorAt("tag/unsupported", at, `${spelling} cannot be used here`, record.effect.hint));
    return undefined;
  }
  if (path.length > 0 && !record.places.includes("type")) {
    const message = `@${record.name} does not apply to items or values`;
    report(errorAt("tag/misplaced", at, message, `Write @${record.name} on the field itself.`));
    return undefined;
  }
  try {
    const argument = parseArgument(preset ?? raw.text, record.argument, raw.sign === "+");
    return { record, spelling, path, argument, at };
  } catch (fault) {
    if (!(fault instanceof ArgumentFault)) throw fault;
    const hint = [fault.hint, `For example: ${record.example}`].filter((part) => part !== undefined).join("\n");
    report(errorAt("tag/invalid-argument", at, `${spelling}: ${fault.message}`, hint));
    return undefined;
  }
}

function find({ sign, name }: RawTag): (Pick<Tag, "record" | "path"> & { preset: string | undefined }) | undefined {
  if (sign === "@") {
    const parts = name.split(".");
    const path = parts.slice(0, -1).filter(isStep);
    const record = path.length === parts.length - 1 ? findTag(parts.at(-1) ?? "") : undefined;
    return record && { record, path, preset: undefined };
  }
  const plain = withoutItems(name);
  const marker = findMarker(plain);
  const depth = (name.length - plain.length) / "items:".length;
  const path = Array.from({ length: depth }, () => "items" as const);
  return marker && { record: marker.record, path, preset: marker.value };
}

function isStep(part: string): part is TagStep {
  return part === "items" || part === "values" || part === "keys";
}

function hintFor({ sign, name }: RawTag, macros: Iterable<string>): string {
  const suggestion = sign === "@" ? suggestTag(name.split(".").at(-1) ?? name, macros) : suggestMarker(name);
  const steps = sign === "@" ? name.split(".").slice(0, -1).filter(isStep) : [];
  const prefix = steps.map((part) => `${part}.`).join("");
  if (suggestion !== undefined) return `Did you mean ${sign}${prefix}${suggestion}?`;
  const starting = sign === "@" ? tagsStartingWith(name.slice(prefix.length)) : [];
  if (starting.length > 0) return `Did you mean one of ${starting.map((each) => `@${prefix}${each}`).join(", ")}?`;
  return sign === "@"
    ? "If it is text, do not start the line with @."
    : "Remove it: tsop knows no tag with a similar name.";
}
