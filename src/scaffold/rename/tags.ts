/** Changes the tags in comments that name a group or a plural. */
import type { RenamedKind } from "./renamed-kind.js";

const rbac = /^(?:@rbac|\+kubebuilder:rbac)\b/i;
const groupName = /^(?:@groupName[ \t]+|\+groupName=)(\S+)$/;
const resource = /^(?:@resource|\+kubebuilder:resource)\b/;

/** Returns the new text of a line of a comment; the line itself if it names none of the kinds. */
export function tagChanges(kinds: readonly RenamedKind[]): (line: string) => string {
  const groups = new Map(kinds.map(({ before, after }) => [before.group, after.group]));
  return (line) => {
    const group = groupName.exec(line)?.[1];
    if (group !== undefined) return line.slice(0, line.length - group.length) + (groups.get(group) ?? group);
    if (rbac.test(line)) return withPermission(line, kinds, groups);
    return resource.test(line) ? withPlural(line, kinds) : line;
  };
}

function withPermission(line: string, kinds: readonly RenamedKind[], groups: ReadonlyMap<string, string>): string {
  const named = /\bgroups=([^\s,]+)/.exec(line)?.[1] ?? "";
  const words = named.replaceAll('"', "").split(";");
  const plurals = new Map(
    kinds
      .filter(({ before }) => words.includes(before.group))
      .map(({ before, after }) => [before.plural, after.plural]),
  );
  return line
    .replace(/\bgroups=([^\s,]+)/, (_, list: string) => `groups=${eachWord(list, (word) => groups.get(word) ?? word)}`)
    .replace(
      /\bresources=([^\s,]+)/,
      (_, list: string) => `resources=${eachWord(list, (word) => pluralIn(word, plurals))}`,
    );
}

/** Changes the plural in `bars/status`. */
export function pluralIn(word: string, plurals: ReadonlyMap<string, string>): string {
  const [plural = "", ...subresource] = word.split("/");
  return [plurals.get(plural) ?? plural, ...subresource].join("/");
}

function eachWord(list: string, change: (word: string) => string): string {
  return list
    .split(";")
    .map((word) => word.replace(/[^"]+/, change))
    .join(";");
}

function withPlural(line: string, kinds: readonly RenamedKind[]): string {
  const found = kinds.find(({ before }) => new RegExp(String.raw`\b(?:path|plural)=${before.plural}\b`).test(line));
  if (found === undefined) return line;
  const { before, after } = found;
  return line
    .replace(/\b(path|plural)=([\w-]+)/, (all, key: string, word: string) =>
      word === before.plural ? `${key}=${after.plural}` : all,
    )
    .replace(/\bsingular=([\w-]+)/, (all, word: string) =>
      word === before.kindLower ? `singular=${after.kindLower}` : all,
    );
}
