/** Merges the changes between two scaffolds into a project. Pure: the result is a plan. */
import type { FileAction, Snapshot } from "../machinery/snapshot.js";
import { Tree } from "../machinery/tree.js";
import { withEndingsOf } from "../scaffold/placement.js";
import type { ConflictStyle } from "./conflict-styles.js";
import { mergePackage } from "./merge-package.js";
import { type FreeLines, mergeText, printRejected } from "./merge-text.js";

/** The files of a scaffold. */
export interface ScaffoldFiles {
  /** The texts by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The kind that a file belongs to, by path: its types, its controller, its tests and its sample. */
  readonly kinds: ReadonlyMap<string, string>;
}

export interface MergeInput {
  /** The project. */
  readonly files: Snapshot;
  readonly base: ScaffoldFiles;
  readonly next: ScaffoldFiles;
  readonly style: ConflictStyle;
  /** The name of the new scaffold: `tsop 0.2.0`. */
  readonly label: string;
}

export interface Conflict {
  readonly file: string;
  /** The first line that both sides have changed; undefined if the conflict is not in a line. */
  readonly line: number | undefined;
  readonly message: string;
  /** The file beside `file` that contains the scaffold's text; undefined if `file` contains markers. */
  readonly beside: string | undefined;
}

export interface ScaffoldMerge {
  readonly actions: readonly FileAction[];
  readonly conflicts: readonly Conflict[];
  /** The files that the scaffold changes and that stay as they are, with the reason. */
  readonly kept: readonly { readonly file: string; readonly reason: string }[];
}

/** Files that have their own merge or that `tsop manifests` generates. */
const handledElsewhere =
  /^(PROJECT|config\/(?:rbac|apiserver)\/role\.yaml|config\/samples\/.*|apiserver\/definitions\/.*)$/;
/** Files with independent lines. */
const lineFiles: ReadonlySet<string> = new Set([".dockerignore", ".gitattributes", ".gitignore"]);

/** Files for people. Their authors often replace all of the text. */
const proseFiles: ReadonlySet<string> = new Set(["AGENTS.md", "README.md"]);

export const rejectedEnding = ".rej";
export const newEnding = ".new";

export function mergeScaffold({ files, base, next, style, label }: MergeInput): ScaffoldMerge {
  const tree = new Tree(files);
  const conflicts: Conflict[] = [];
  const kept: { file: string; reason: string }[] = [];
  const editedKinds = findEditedKinds(files, base);
  const put = (file: string, content: string): void => tree.write(file, withEndingsOf(files.read(file), content));
  const beside = (file: string, content: string): string => {
    put(file, content);
    return file;
  };

  for (const file of [...new Set([...base.texts.keys(), ...next.texts.keys()])].toSorted()) {
    const [old, wanted] = [base.texts.get(file), next.texts.get(file)];
    if (handledElsewhere.test(file) || old === wanted) continue;
    const present = files.read(file);
    const mine = present?.replaceAll("\r\n", "\n");
    if (mine === wanted) continue;
    const kind = next.kinds.get(file) ?? base.kinds.get(file);
    if (kind !== undefined && editedKinds.has(kind)) {
      kept.push({ file, reason: `you have changed the files of ${kind}` });
    } else if (mine === undefined) {
      if (old === undefined && wanted !== undefined) put(file, wanted);
      else if (wanted !== undefined) kept.push({ file, reason: "you have deleted it" });
    } else if (mine === old) {
      if (wanted === undefined) tree.delete(file);
      else put(file, wanted);
    } else if (wanted === undefined) {
      kept.push({ file, reason: "the scaffold no longer contains it, and you have changed it" });
    } else if (old === undefined) {
      conflicts.push({
        file,
        line: undefined,
        message: "the scaffold has a new file with this name",
        beside: beside(file + newEnding, wanted),
      });
    } else if (file === "package.json") {
      mergePackageFile(file, { old, mine: present ?? "", wanted });
    } else {
      mergeTextFile(file, { old, mine, wanted });
    }
  }
  return { actions: tree.actions(), conflicts, kept };

  function mergePackageFile(file: string, { old, mine, wanted }: Texts): void {
    const merged = mergePackage(old, mine, wanted);
    if (merged === undefined) {
      conflicts.push({
        file,
        line: undefined,
        message: "the file is not a JSON object",
        beside: beside(file + newEnding, wanted),
      });
      return;
    }
    tree.write(file, merged.text);
    if (merged.conflicts.length === 0) return;
    // Markers would make package.json unreadable for npm, which starts tsop.
    const rejected = merged.conflicts.map((each) => [each.key, { yours: each.mine, [label]: each.next }]);
    const rest = beside(file + rejectedEnding, `${JSON.stringify(Object.fromEntries(rejected), undefined, 2)}\n`);
    for (const { key } of merged.conflicts) {
      conflicts.push({
        file,
        line: undefined,
        message: `${key}: you and the scaffold changed the value`,
        beside: rest,
      });
    }
  }

  function mergeTextFile(file: string, { old, mine, wanted }: Texts): void {
    const merged = mergeText({ base: old, mine, next: wanted }, { freeLines: freeLinesOf(file), label });
    if (merged.conflicts.length === 0) {
      put(file, merged.text);
      return;
    }
    if (proseFiles.has(file)) {
      kept.push({ file, reason: "you and the scaffold changed the same lines, and no program reads them" });
      return;
    }
    put(file, style === "markers" ? merged.marked : merged.text);
    const rest =
      style === "markers" ? undefined : beside(file + rejectedEnding, printRejected(file, merged.conflicts, label));
    const message = "you and the scaffold changed these lines";
    conflicts.push(...merged.conflicts.map(({ line }) => ({ file, line, message, beside: rest })));
  }
}

interface Texts {
  readonly old: string;
  readonly mine: string;
  readonly wanted: string;
}

/**
 * Returns the kinds that the user has worked on: a file of the kind differs from the old scaffold or is deleted. The
 * files of a kind depend on each other, so an update changes all of them or none.
 */
function findEditedKinds(files: Snapshot, base: ScaffoldFiles): Set<string> {
  return new Set(
    [...base.kinds]
      .filter(([file]) => files.read(file)?.replaceAll("\r\n", "\n") !== base.texts.get(file))
      .map(([, kind]) => kind),
  );
}

function freeLinesOf(file: string): FreeLines {
  if (lineFiles.has(file)) return "all";
  return file.endsWith("/kustomization.yaml") ? "list-items" : "none";
}
