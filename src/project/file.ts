import fs from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { parseProject } from "./parse.js";
import { type Project, projectFileName } from "./project.js";

/**
 * Reads the PROJECT file of a folder.
 *
 * @throws TsopError `project/not-found`, `project/invalid`, `project/unsupported-version` or `files/read-failed`
 */
export function readProject(root: string): Project {
  return parseProject(readProjectText(root));
}

/** @throws TsopError `project/not-found` or `files/read-failed` */
function readProjectText(root: string): string {
  try {
    return fs.readFileSync(path.join(root, projectFileName), "utf8");
  } catch (error) {
    if (isMissing(error)) throw notFound(root);
    throw new TsopError(
      "files/read-failed",
      `cannot read ${projectFileName}: ${error instanceof Error ? error.message : String(error)}`,
      {
        at: { file: projectFileName },
        hint: "It must be a file that you can read.",
        cause: error,
      },
    );
  }
}

function notFound(root: string): TsopError {
  const above = projectAbove(root);
  return new TsopError("project/not-found", `there is no ${projectFileName} file in ${root}`, {
    hint:
      above === undefined
        ? "Run `tsop init --domain example.com` to create a project here, or run the command in the folder of a project (tsop -C DIR …)."
        : `There is one in ${above}: run the command there, or pass the folder: tsop -C ${JSON.stringify(path.relative(root, above))} …`,
  });
}

function projectAbove(root: string): string | undefined {
  for (let folder = path.dirname(root); ; folder = path.dirname(folder)) {
    if (fs.statSync(path.join(folder, projectFileName), { throwIfNoEntry: false })?.isFile() === true) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
