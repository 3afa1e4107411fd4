/** All tags, and the lookup of tags by their spelling. */
import { nearest } from "../../core/suggest.js";
import type { SourceLocation } from "../../core/source-location.js";
import type { Tag, TagArgument } from "../annotations.js";
import type { TagRecord } from "../tag-record.js";
import { csvTags } from "./csv-tags.js";
import { foreignTags } from "./foreign-tags.js";
import { fileTags } from "./file-tags.js";
import { kindTags } from "./kind-tags.js";
import { schemaTags } from "./schema-tags.js";
import { validationTags } from "./validation-tags.js";
import { webhookTags } from "./webhook-tags.js";

const ownTags: readonly TagRecord[] = [
  ...validationTags,
  ...schemaTags,
  ...kindTags,
  ...fileTags,
  ...webhookTags,
  ...csvTags,
];

export const tagRecords: readonly TagRecord[] = [...ownTags, ...foreignTags];

const byName: ReadonlyMap<string, TagRecord> = new Map(
  ownTags.flatMap((record) => [record.name, ...(record.aliases ?? [])].map((name) => [name, record] as const)),
);

const byMarker: ReadonlyMap<string, { readonly record: TagRecord; readonly value?: string }> = new Map(
  tagRecords.flatMap((record) =>
    record.markers.map((marker) =>
      typeof marker === "string"
        ? ([marker, { record }] as const)
        : ([marker.name, { record, value: marker.value }] as const),
    ),
  ),
);

/** Returns the tag for `@name`. */
export function findTag(name: string): TagRecord | undefined {
  return byName.get(name);
}

/** Returns the tag for `+name`, and the argument that the marker itself implies. */
export function findMarker(name: string): { readonly record: TagRecord; readonly value?: string } | undefined {
  return byMarker.get(name);
}

/** Creates a tag that a type implies: a default by a value, the kind of a list by its name. */
export function impliedTag(name: string, argument: TagArgument, at: SourceLocation): Tag {
  const record = byName.get(name);
  if (record === undefined) throw new Error(`there is a tag @${name}`);
  return { record, spelling: `@${name}`, path: [], argument, at };
}

/** Returns the most likely intended name after `@`; `others` are names besides those of the registry. */
export function suggestTag(name: string, others: Iterable<string> = []): string | undefined {
  // A user who writes a keyword in another case or with kubebuilder's name means exactly that tag.
  const marker = [...byMarker].find(([spelling]) => spelling.split(":").at(-1)?.toLowerCase() === name.toLowerCase());
  const start = [...byName.keys()].find((each) => name.length > 3 && each.toLowerCase().startsWith(name.toLowerCase()));
  return nearest(name, [...byName.keys(), ...others]) ?? marker?.[1].record.name ?? start;
}

/** Returns the names that begin with a word, such as `min`. */
export function tagsStartingWith(word: string): string[] {
  return [...byName.keys()].filter((name) => name.toLowerCase().startsWith(word.toLowerCase()));
}

/** Returns the most likely intended name after `+`. Also compares the last part, for a wrong or missing prefix. */
export function suggestMarker(name: string): string | undefined {
  const lastOf = (marker: string): string => marker.split(":").at(-1)?.toLowerCase() ?? "";
  const sameEnd = [...byMarker.keys()].find((marker) => lastOf(marker) === lastOf(name));
  if (sameEnd !== undefined) return sameEnd;
  // Prefixes are long: a common prefix does not make two names similar. The first argument may be part of the name.
  for (const spelling of [name, name.replace(/:[^:]*$/, "")]) {
    const near = nearest(spelling, byMarker.keys());
    if (near !== undefined && nearest(lastOf(spelling), [lastOf(near)]) !== undefined) return near;
  }
  return undefined;
}
