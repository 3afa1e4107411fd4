/** Applies codemods to the sources of a project. Pure: the result is the new texts. */
import semver from "semver";
import { type EditedSource, openSource } from "../refactor/edited-source.js";
import { followExport, type ExportChange } from "../refactor/follow-exports.js";
import type { Codemod } from "./codemod.js";

export interface VersionRange {
  /** The version of the sources. */
  readonly from: string;
  readonly to: string;
  /** Whether the sources may be older than the release `from`: then its own codemods apply, too. */
  readonly isPrerelease: boolean;
}

/** Returns the codemods that lead from one version to another. */
export function codemodsBetween(codemods: readonly Codemod[], { from, to, isPrerelease }: VersionRange): Codemod[] {
  return codemods.filter(
    ({ version }) => (isPrerelease ? semver.gte(version, from) : semver.gt(version, from)) && semver.lte(version, to),
  );
}

export interface ChangedSource {
  readonly file: string;
  readonly text: string;
  /** The titles of the codemods that changed the file. */
  readonly titles: readonly string[];
}

/** Returns undefined if no codemod applies to the file, and for a file with a syntax error. */
export function runCodemods(file: string, text: string, codemods: readonly Codemod[]): ChangedSource | undefined {
  let opened: EditedSource | undefined;
  const titles: string[] = [];
  for (const { title, changes } of codemods) {
    for (const change of changes) {
      // An earlier codemod may have created the name.
      if (!mayApply(opened === undefined ? text : opened.source.getFullText(), change)) continue;
      opened ??= open(file, text);
      if (opened === undefined) return undefined;
      if (followExport(opened, change) && titles.at(-1) !== title) titles.push(title);
    }
  }
  return opened === undefined || titles.length === 0 ? undefined : { file, text: opened.print(), titles };
}

function open(file: string, text: string): EditedSource | undefined {
  const opened = openSource(file, text);
  return opened.kind === "broken" ? undefined : opened;
}

/** Parsing takes long, so a file is parsed only if its text contains the module and the name. */
function mayApply(text: string, change: ExportChange): boolean {
  const [module, name] =
    change.kind === "rename-export"
      ? [change.module, change.from]
      : change.kind === "move-export"
        ? [change.from, change.name]
        : [change.module, change.name];
  return text.includes(module) && text.includes(name);
}
