/** Lists the uses of deleted code in files that stay. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { DeletePlan } from "../scaffold/delete/plan-delete.js";
import { migrationsFolder } from "../scaffold/rename/migration.js";
import { findReferences, type Reference } from "../source/references.js";
import { allSources, diskHost } from "../source/source-host.js";

/** Returns an error for each use. */
export function checkReferences(
  root: string,
  { actions, deleted }: Pick<DeletePlan, "actions" | "deleted">,
): Diagnostic[] {
  const code = (file: string): boolean => /\.[mc]?tsx?$/.test(file);
  const gone = new Set(deleted.filter(code));
  const overwritten = new Map(
    actions.flatMap((action) =>
      action.kind === "overwrite" && code(action.path) ? [[action.path, action] as const] : [],
    ),
  );
  if (gone.size === 0 && overwritten.size === 0) return [];
  const disk = diskHost(root);
  const host = {
    ...disk,
    files: () => allSources(root),
    read: (file: string) => overwritten.get(file)?.content.toString() ?? disk.read(file),
  };
  const references = findReferences({ root, host, gone, changed: new Set(overwritten.keys()) });
  return references.map((reference) => {
    const before = overwritten.get(reference.at.file)?.before;
    const line = before === undefined ? reference.at.line : lineBefore(before, host.read(reference.at.file), reference);
    return toDiagnostic(reference, line);
  });
}

function toDiagnostic({ at, name, file }: Reference, line: number | undefined): Diagnostic {
  return {
    code: "delete/referenced",
    severity: "error",
    message:
      name === undefined
        ? `this file imports ${file}, which the command would delete`
        : `${name} comes from ${file}, which the command would delete`,
    at: line === undefined ? { file: at.file } : { ...at, line },
    hint: at.file.startsWith(`${migrationsFolder}/`)
      ? "End the migration first: npx tsop manual migrate-a-kind"
      : "Remove this use, then repeat the command.",
  };
}

/** Returns the line of a use in the file as it is now: the plan only removes lines. */
function lineBefore(before: string, after: string | undefined, { at }: Reference): number | undefined {
  const [old, planned] = [before.split("\n"), (after ?? "").split("\n")];
  let index = 0;
  for (const line of planned.slice(0, at.line ?? 1)) {
    const found = old.indexOf(line, index);
    if (found !== -1) index = found + 1;
  }
  return index === 0 ? at.line : index;
}
