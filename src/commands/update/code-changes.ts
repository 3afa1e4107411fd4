/** Plans the changes of the sources that a newer library needs. */
import type { Codemod } from "../../codemods/codemod.js";
import type { VersionRange } from "../../codemods/run-codemods.js";
import type { FileAction, Snapshot } from "../../machinery/snapshot.js";
import { Tree } from "../../machinery/tree.js";

export interface CodeChanges {
  readonly actions: readonly FileAction[];
  /** The changes of the library that the sources follow, each once. */
  readonly titles: readonly string[];
}

const skipped: ReadonlySet<string> = new Set(["node_modules", "dist", "coverage", "vendor"]);

/**
 * @param isIncluded - returns whether the codemods may change a file: no file with conflicts
 * @param codemods - default: those of this tsop
 */
export async function planCodeChanges(
  files: Snapshot,
  versions: VersionRange,
  isIncluded: (file: string) => boolean,
  codemods?: readonly Codemod[],
): Promise<CodeChanges> {
  const { codemods: own } = await import("../../codemods/all.js");
  const { codemodsBetween, runCodemods } = await import("../../codemods/run-codemods.js");
  const wanted = codemodsBetween(codemods ?? own, versions);
  if (wanted.length === 0) return { actions: [], titles: [] };
  const tree = new Tree(files);
  const titles = new Set<string>();
  for (const file of sourcesBelow(files, ".").filter(isIncluded)) {
    const changed = runCodemods(file, files.read(file) ?? "", wanted);
    if (changed === undefined) continue;
    tree.write(file, changed.text);
    for (const title of changed.titles) titles.add(title);
  }
  return { actions: tree.actions(), titles: [...titles] };
}

function sourcesBelow(files: Snapshot, folder: string): string[] {
  return files.list(folder).flatMap((name) => {
    const file = folder === "." ? name : `${folder}/${name}`;
    if (name.startsWith(".") || skipped.has(name)) return [];
    if (/\.[cm]?tsx?$/.test(name)) return /\.d\.[cm]?ts$/.test(name) ? [] : [file];
    return files.list(file).length > 0 ? sourcesBelow(files, file) : [];
  });
}
