/** The rules of `.helmignore`, with the meaning that helm gives them (helm.sh/docs/chart_template_guide/helm_ignore_file). */
import type { Diagnostic } from "../../core/diagnostic.js";
import { Patterns } from "../../schema/patterns.js";

/** Returns whether helm leaves a file or folder out of the package. The path is relative to the chart. */
export type IsIgnored = (path: string, isFolder: boolean) => boolean;

interface Rule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  readonly matches: (path: string) => boolean;
}

export interface HelmIgnore {
  readonly isIgnored: IsIgnored;
  readonly problems: readonly Diagnostic[];
}

/** helm always leaves out the hidden files of `templates`. */
const always = "templates/.?*";

/** @param file - the name of the file, for messages */
export function readHelmIgnore(text: string, file: string): HelmIgnore {
  const patterns = new Patterns();
  const problems: Diagnostic[] = [];
  const lines = [...text.replace(/^\uFEFF/, "").split("\n"), always];
  const rules = lines.flatMap((line, index): Rule[] => {
    const rule = line.trim();
    if (rule === "" || rule.startsWith("#")) return [];
    const read = rule.includes("**") ? undefined : readRule(rule, patterns);
    if (read === undefined) problems.push(invalidRule(rule, { file, line: index + 1 }));
    return read === undefined ? [] : [read];
  });
  return { isIgnored: (path, isFolder) => isIgnoredBy(rules, path, isFolder), problems };
}

/** The first rule that decides counts. A negated rule excludes everything that it does not match. */
function isIgnoredBy(rules: readonly Rule[], path: string, isFolder: boolean): boolean {
  return rules.some(({ isNegated, isForFolders, matches }) => {
    if (isNegated) return (isForFolders && !isFolder) || !matches(path);
    return (!isForFolders || isFolder) && matches(path);
  });
}

function readRule(rule: string, patterns: Patterns): Rule | undefined {
  const isNegated = rule.startsWith("!");
  const isForFolders = rule.endsWith("/");
  const glob = rule.slice(isNegated ? 1 : 0, isForFolders ? -1 : undefined);
  const pattern = toPattern(glob.replace(/^\//, ""));
  const matches = pattern === undefined ? undefined : patterns.compile(pattern);
  if (typeof matches !== "function") return undefined;
  const isForName = !glob.includes("/");
  return {
    isNegated,
    isForFolders,
    matches: (path) => matches(isForName ? path.slice(path.lastIndexOf("/") + 1) : path),
  };
}

/** Translates a pattern of Go's `filepath.Match` to RE2. Returns undefined for an invalid pattern. */
function toPattern(glob: string): string | undefined {
  const parts: string[] = [];
  const characters = Array.from(glob);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    if (character === "*") parts.push("[^/]*");
    else if (character === "?") parts.push("[^/]");
    else if (character === "\\") {
      at += 1;
      if (at === characters.length) return undefined;
      parts.push(quote(characters[at] ?? ""));
    } else if (character === "[") {
      const group = readGroup(characters, at + 1);
      if (group === undefined) return undefined;
      parts.push(group.pattern);
      at = group.end;
    } else parts.push(quote(character));
  }
  return `^(?s:${parts.join("")})$`;
}

/** Reads `a-z]` or `^a-z]`. */
function readGroup(
  characters: readonly string[],
  start: number,
): { readonly pattern: string; readonly end: number } | undefined {
  let at = start;
  const isNegated = characters[at] === "^";
  if (isNegated) at += 1;
  const next = (): string | undefined => {
    if (characters[at] === "\\") at += 1;
    else if (characters[at] === "-" || characters[at] === "]") return undefined;
    const character = characters[at];
    at += 1;
    return character;
  };
  let ranges = "";
  while (ranges === "" || characters[at] !== "]") {
    const low = next();
    if (low === undefined) return undefined;
    ranges += quote(low);
    if (characters[at] !== "-") continue;
    at += 1;
    const high = next();
    if (high === undefined || high < low) return undefined;
    ranges += `-${quote(high)}`;
  }
  return { pattern: `[${isNegated ? "^" : ""}${ranges}]`, end: at };
}

function quote(character: string): string {
  return /[A-Za-z0-9_]/.test(character) ? character : `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function invalidRule(rule: string, at: { readonly file: string; readonly line: number }): Diagnostic {
  return {
    ...({ code: "helm/invalid-chart", severity: "error", at } as const),
    message: `helm does not support the pattern ${rule}`,
    hint: 'Use "*", "?" and "[a-z]" only. "**" is not supported.',
  };
}
