/** Plans of changes to the files of a catalog. */
import path from "node:path";
import { compareText } from "../../core/compare-text.js";
import { checkCatalog } from "../../olm/catalog/check/check-catalog.js";
import { readCatalog } from "../../olm/catalog/read/catalog.js";
import { existsSync } from "node:fs";
import { Tree } from "../../machinery/tree.js";
import type { CommandResult, Context } from "../context.js";
import { changesOf, finishPlan } from "../file-plan.js";
import { openFiles } from "../open-files.js";
import { type PreviewFlags, projectPath } from "../output-options.js";
import { type OpenCatalog, openCatalog, throwFaults } from "./open-catalog.js";

/** A catalog whose files a command changes. */
export interface EditedCatalog extends OpenCatalog {
  /** The folder, relative to the working folder and with slashes. */
  readonly folder: string;
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * @param isNew - whether the folder may be missing
 * @throws TsopError the faults of the catalog
 */
export function editCatalog(given: string, { cwd }: Context, isNew: boolean): EditedCatalog {
  const folder = projectPath("--catalog", given, cwd, "folder");
  const isMissing = isNew && !existsSync(path.resolve(cwd, folder));
  const open = isMissing ? { catalog: readCatalog([]).catalog, files: [] } : openCatalog(folder, cwd);
  return { ...open, folder, texts: new Map(open.files.map(({ file, text }) => [file, text])) };
}

/**
 * Writes the changed files, all or none, if the catalog with them is valid.
 *
 * @throws TsopError the faults that the changed catalog would have
 */
export async function writeCatalog(
  edited: EditedCatalog,
  changed: ReadonlyMap<string, string>,
  {
    flags,
    done,
    json,
    context,
  }: {
    readonly flags: PreviewFlags;
    readonly done: readonly string[];
    readonly json: Readonly<Record<string, unknown>>;
    readonly context: Context;
  },
): Promise<CommandResult> {
  const texts = new Map([...edited.texts, ...changed]);
  throwFaults(checkCatalog(readCatalog(Array.from(texts, ([file, text]) => ({ file, text })))));
  const tree = new Tree(openFiles(context.cwd, context));
  for (const [file, text] of [...changed].toSorted(([a], [b]) => compareText(a, b))) tree.write(file, text);
  const actions = tree.actions();
  return finishPlan(
    context.cwd,
    {
      actions,
      unchanged: ["Nothing to do: the catalog already contains it."],
      done: done.map((each) => `added: ${each}`),
      json: { catalog: edited.folder, added: actions.length === 0 ? [] : done, changes: changesOf(actions), ...json },
    },
    flags,
  );
}
