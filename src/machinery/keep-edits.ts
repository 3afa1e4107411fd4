/**
 * Merges edits of repeatedly generated files with changes in the sources. The last generated text shows which changes
 * are edits.
 */
import { diff3Merge } from "node-diff3";
import type { Artifact } from "../core/artifact.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { collision } from "./collision.js";
import type { Tree } from "./tree.js";

export interface KeepEditsOptions {
  /** The last generated texts, by path. */
  readonly last: ReadonlyMap<string, string>;
  /** Whether to replace conflicting edits with the generated text, and to restore deleted files. */
  readonly force: boolean;
  /** Files to restore if the user has deleted them. */
  readonly needed: ReadonlySet<string>;
  readonly codes: { readonly conflict: Diagnostic["code"]; readonly orphan: Diagnostic["code"] };
}

export interface KeptEdits {
  readonly problems: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** The files whose edits were preserved. */
  readonly edited: readonly string[];
}

/** Changes the tree. If there are problems, do not write it. */
export function keepEdits(tree: Tree, artifacts: readonly Artifact[], options: KeepEditsOptions): KeptEdits {
  const problems: Diagnostic[] = [];
  const edited: string[] = [];
  for (const { path, content } of artifacts) {
    const outcome = decide(tree.read(path), options.last.get(path), content, options, path);
    switch (outcome.kind) {
      case "write":
        tree.write(path, outcome.text);
        break;
      case "conflict":
        problems.push(...outcome.conflicts.map((conflict) => toDiagnostic(path, conflict, options)));
        break;
      case "collision":
        problems.push(collision(path));
        break;
      case "keep":
        break;
    }
    if (tree.read(path) !== content) edited.push(path);
  }
  return { problems, warnings: dropGone(tree, artifacts, options), edited };
}

/** Lines that both the user and the sources have changed. */
interface LineConflict {
  /** The first of these lines in the edited text, from 1. */
  readonly line: number;
  readonly theirs: readonly string[];
}

type Outcome =
  | { readonly kind: "write"; readonly text: string }
  | { readonly kind: "keep" }
  | { readonly kind: "collision" }
  | { readonly kind: "conflict"; readonly conflicts: readonly LineConflict[] };

function decide(
  present: string | undefined,
  last: string | undefined,
  next: string,
  { force, needed }: KeepEditsOptions,
  path: string,
): Outcome {
  if (present === undefined) {
    return last === undefined || force || needed.has(path) ? { kind: "write", text: next } : { kind: "keep" };
  }
  // Different line endings are not an edit.
  const mine = present.replaceAll("\r\n", "\n");
  if (mine === next) return { kind: "keep" };
  if (last === undefined) return force ? { kind: "write", text: next } : { kind: "collision" };
  if (mine === last) return { kind: "write", text: next };
  if (last === next) return { kind: "keep" };
  const regions = diff3Merge(mine.split("\n"), last.split("\n"), next.split("\n"), { excludeFalseConflicts: true });
  const conflicts = regions.flatMap(({ conflict }) =>
    conflict === undefined ? [] : [{ line: conflict.aIndex + 1, theirs: conflict.b }],
  );
  if (conflicts.length > 0) return force ? { kind: "write", text: next } : { kind: "conflict", conflicts };
  const merged = regions.flatMap(({ ok }) => ok ?? []).join("\n");
  if (merged === mine) return { kind: "keep" };
  return { kind: "write", text: present === mine ? merged : merged.replaceAll("\n", "\r\n") };
}

/** Deletes files that are no longer generated, unless the user has edited them. */
function dropGone(tree: Tree, artifacts: readonly Artifact[], { last, codes }: KeepEditsOptions): Diagnostic[] {
  const wanted = new Set(artifacts.map(({ path }) => path));
  return [...last].flatMap(([path, content]): Diagnostic[] => {
    const present = wanted.has(path) ? undefined : tree.read(path);
    if (present === undefined) return [];
    if (present.replaceAll("\r\n", "\n") === content) {
      tree.delete(path);
      return [];
    }
    return [
      {
        code: codes.orphan,
        severity: "warning",
        message: "the file was edited, and the sources no longer generate it",
        at: { file: path },
        hint: "tsop no longer manages it. Delete it if you do not need it.",
      },
    ];
  });
}

function toDiagnostic(file: string, { line, theirs }: LineConflict, { codes }: KeepEditsOptions): Diagnostic {
  const shown = theirs.length === 0 ? "Without these lines" : theirs.slice(0, 12).join("\n");
  return {
    code: codes.conflict,
    severity: "error",
    message: "the sources changed the lines that were edited here",
    at: { file, line, column: 1 },
    hint: `The sources generate:\n${shown}\nMerge this text by hand and repeat the command, or overwrite your edit with --force (--dry-run --diff shows the lost lines).`,
  };
}
