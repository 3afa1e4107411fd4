/** Changes the names of modules after files have moved. */
import path from "node:path";
import type { Diagnostic } from "../core/diagnostic.js";
import type { SourceLocation } from "../core/source-location.js";
import { type CodeFile, type CodeFiles, isCode, parseCode } from "./code-file.js";
import { moduleResolver, type ResolveModule, targetOf, withoutQuery } from "./module-resolver.js";
import { findSpecifiers, type Specifier } from "./specifiers.js";
import { applyChanges, type Change } from "./text-changes.js";

/** The new path of each file that moves, by its previous path. */
export type Moves = ReadonlyMap<string, string>;

/** A text that still names a previous path, and that tsop does not change. */
export interface LeftPlace {
  /** The location after the change. */
  readonly at: SourceLocation;
  readonly text: string;
}

export interface FollowedMoves {
  /** The new text of each file whose text changes, by its previous path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly left: readonly LeftPlace[];
  /** The syntax errors of files that would have to change. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the changes that keep all imports valid: those of moved files, and those in them.
 *
 * @param paths - all files of the project
 */
export function followMoves(files: CodeFiles, paths: readonly string[], moves: Moves): FollowedMoves {
  const origins = new Map([...moves].map(([from, to]) => [to, from]));
  const after: CodeFiles = {
    read: (file) => {
      const origin = origins.get(file);
      if (origin !== undefined) return files.read(origin);
      return moves.has(file) ? undefined : files.read(file);
    },
  };
  const scene: Scene = { moves, before: moduleResolver(files), after: moduleResolver(after) };
  const stems = [...moves.keys()].map((file) => path.posix.basename(file).split(".", 1)[0] ?? "");
  const folders = [...moves.keys()].map((file) => path.posix.basename(path.posix.dirname(file)));
  const texts = new Map<string, string>();
  const left: LeftPlace[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of paths.filter(isCode)) {
    const text = files.read(file) ?? "";
    // Parse only files that can name a moved file.
    if (!moves.has(file) && ![...stems, ...folders].some((name) => text.includes(name))) continue;
    const code = parseCode(file, text);
    const found = findSpecifiers(code);
    const changes = changesOf(scene, code, found);
    if (code.syntaxErrors.length > 0 && (moves.has(file) || changes.length > 0)) {
      diagnostics.push(...code.syntaxErrors);
      continue;
    }
    if (changes.length > 0) texts.set(file, applyChanges(text, changes));
    left.push(...leftIn(scene, code, found));
  }
  return { texts, left, diagnostics };
}

interface Scene {
  readonly moves: Moves;
  readonly before: ResolveModule;
  readonly after: ResolveModule;
}

function changesOf(scene: Scene, { path: file }: CodeFile, specifiers: readonly Specifier[]): Change[] {
  return specifiers
    .filter(({ kind }) => kind === "import")
    .flatMap(({ module, start, end }) => {
      const text = newModule(scene, file, module);
      return text === module ? [] : [{ start, end, text }];
    });
}

function newModule({ moves, before, after }: Scene, from: string, module: string): string {
  const target = before(from, module);
  const newFrom = moves.get(from) ?? from;
  const isRelative = /^\.\.?(?:\/|$)/.test(module);
  if (target === undefined) {
    // The file does not exist, for example because another program generates it: keep its path.
    return isRelative && newFrom !== from ? relativeModule(newFrom, targetOf(from, module), queryOf(module)) : module;
  }
  const newTarget = moves.get(target) ?? target;
  if (after(newFrom, module) === newTarget) return module;
  if (isRelative) return relativeModule(newFrom, written(from, module, target, newTarget), queryOf(module));
  const alias = aliasOf(module, target, newTarget).find((each) => after(newFrom, each) === newTarget);
  return alias ?? relativeModule(newFrom, newTarget.replace(/\.([cm]?)tsx?$/, ".$1js"), "");
}

/** Returns the path of the new target as the module wrote the previous one: with its extension, without it, or as a folder. */
function written(from: string, module: string, target: string, newTarget: string): string {
  const before = targetOf(from, module);
  if (before === target) return newTarget;
  const stem = commonStart(before, target);
  const [writtenEnd, realEnd] = [before.slice(stem.length), target.slice(stem.length)];
  return newTarget.endsWith(realEnd) ? newTarget.slice(0, newTarget.length - realEnd.length) + writtenEnd : newTarget;
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}

function relativeModule(from: string, target: string, query: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), target);
  return (relative === "" ? "." : relative.startsWith(".") ? relative : `./${relative}`) + query;
}

function queryOf(module: string): string {
  return module.slice(withoutQuery(module).length);
}

/**
 * Returns the names that an alias such as `@/api/v1/bar_types.js` can have for the new target, the likeliest first: the
 * alias without its last parts, and the new path without the folder of the alias.
 */
function aliasOf(module: string, target: string, newTarget: string): string[] {
  const bare = module.replace(/\.[cm]?[jt]sx?$/, "");
  const extension = module.slice(bare.length);
  const stem = (file: string): string => file.replace(/\.[cm]?[jt]sx?$/, "");
  const [alias, old] = [bare.split("/"), stem(target).split("/")];
  const names: string[] = [];
  for (let same = 0; same < alias.length && same < old.length && alias.at(-1 - same) === old.at(-1 - same);) {
    same += 1;
    const folder = old.slice(0, old.length - same).join("/");
    const start = alias.slice(0, alias.length - same).join("/");
    const rest = folder === "" ? stem(newTarget) : stem(newTarget).slice(folder.length + 1);
    if (start !== "" && (folder === "" || newTarget.startsWith(`${folder}/`)))
      names.push(`${start}/${rest}${extension}`);
  }
  return names;
}

/** Returns the paths in calls that no longer lead to their file. */
function leftIn(
  { moves, before, after }: Scene,
  { path: file, ast }: CodeFile,
  found: readonly Specifier[],
): LeftPlace[] {
  const newFile = moves.get(file) ?? file;
  return found
    .filter(({ kind }) => kind === "text")
    .filter(({ module }) => {
      const target = before(file, module);
      return target !== undefined && after(newFile, module) !== (moves.get(target) ?? target);
    })
    .map(({ module, start }) => ({
      at: { file: newFile, line: ast.getLineAndCharacterOfPosition(start).line + 1 },
      text: module,
    }));
}
