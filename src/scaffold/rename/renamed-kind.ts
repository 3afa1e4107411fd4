/** A kind with its names before and after a rename. */
import { controllersOf, type Project, type Resource } from "../../project/project.js";
import type { NewNames } from "../../refactor/rename/renames.js";
import { extensionNamesOf } from "../extension/extension-names.js";
import { type Names, namesOf } from "../naming.js";
import { conversionFileOf } from "../webhook/conversion-file.js";

/** One version of a kind. */
export interface RenamedKind {
  readonly from: Resource;
  readonly to: Resource;
  readonly before: Names;
  readonly after: Names;
}

/** Computes the names. Types in the folder of their group follow its name; types in another folder stay there. */
export function renamedKind(from: Resource, changed: Omit<Resource, "path">, project: Project): RenamedKind {
  const before = namesOf(from, project);
  const isUsual = from.path === namesOf({ ...from, path: undefined }, project).typesPath;
  const path = isUsual ? namesOf({ ...changed, path: undefined }, project).typesPath : from.path;
  const to: Resource = { ...changed, path };
  return { from, to, before, after: namesOf(to, project) };
}

/** Returns the names of a kind's controllers before and after: a controller that has the name of its kind follows the kind. */
export function controllerPairs({ from, before, after }: RenamedKind): (readonly [string, string])[] {
  const names = new Set([before.kindLower, ...controllersOf(from)]);
  return [...names].map((name) => [name, name === before.kindLower ? after.kindLower : name] as const);
}

/** Returns the possible TypeScript files of a kind, with their new paths. */
export function kindFiles(kind: RenamedKind, project: Project): (readonly [string, string])[] {
  const { from, to, before, after } = kind;
  const controllers = controllerPairs(kind).map(([old, name]) => {
    const [one, other] = [namesOf(from, project, old), namesOf(to, project, name)];
    const files = [one, other].map((each) => `${each.controllerPath}/${each.controllerFile}.ts`);
    return [files[0] ?? "", files[1] ?? ""] as const;
  });
  const files: (readonly [string, string])[] = [
    [before.typesFile, after.typesFile],
    ...controllers,
    [before.webhookFile, after.webhookFile],
    [conversionFileOf(before), conversionFileOf(after)],
    ...extensionFiles(kind, project),
  ];
  return files.flatMap(([file, target]) => [
    [file, target] as const,
    [file.replace(/\.ts$/, ".test.ts"), target.replace(/\.ts$/, ".test.ts")] as const,
  ]);
}

/** Returns the files of a kind that the extension API server serves. */
function extensionFiles({ from, to }: RenamedKind, project: Project): (readonly [string, string])[] {
  if (from.extension === undefined) return [];
  const [before, after] = [extensionNamesOf(from, project), extensionNamesOf(to, project)];
  return [
    [before.resourceFile, after.resourceFile],
    [before.rulesFile, after.rulesFile],
    [conversionFileOf(before), conversionFileOf(after)],
    [before.definitionFile, after.definitionFile],
  ];
}

/**
 * Returns the new names of declarations in the files of a kind: `BarSpec`, `setupBarWebhook`, `barV1`, and the variable
 * `bar`. Names with another kind in them, such as `BarSetList`, stay.
 */
export function newNames(kind: RenamedKind, { resources }: Project): NewNames {
  const { from, to, before, after } = kind;
  const others = resources.map((each) => each.kind).filter((each) => each !== from.kind && each.includes(from.kind));
  const kept = keptReconcilers(kind);
  return {
    declared: (name) => {
      if (kept.has(name) || others.some((other) => name.includes(other))) return undefined;
      if (isStart(name, before.variable)) return after.variable + name.slice(before.variable.length);
      const renamed = withKind(name, from.kind, to.kind);
      return renamed === name ? undefined : renamed;
    },
    local: (name) => (name === before.variable && after.variable !== name ? after.variable : undefined),
  };
}

/** Returns the classes of controllers that do not have the name of their kind. */
export function keptReconcilers(kind: RenamedKind): Set<string> {
  return new Set(
    controllerPairs(kind)
      .filter(([before, after]) => before === after)
      .map(([controller]) => namesOf(kind.from, { multigroup: false }, controller).reconciler),
  );
}

function isStart(name: string, variable: string): boolean {
  return name.startsWith(variable) && !/^[a-z]/.test(name.slice(variable.length));
}

/** Replaces a kind where it is a word of a name in camel case. */
function withKind(name: string, from: string, to: string): string {
  const parts = name.split(from);
  return parts.reduce((text, part) => {
    const isWord = !/[A-Z]$/.test(text) && !/^[a-z]/.test(part);
    return text + (isWord ? to : from) + part;
  });
}
