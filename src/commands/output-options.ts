/** Flags of the commands that generate files, and the conflicts between them. */
import path from "node:path";
import { TsopError } from "../core/errors.js";

/** The flags of a preview, which only shows files. */
export interface PreviewFlags {
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
}

/** Returns whether the run is a preview. `--diff` shows the changes and writes nothing. */
export function isPreviewOf({ check, dryRun, diff }: PreviewFlags): boolean {
  return check === true || dryRun === true || diff === true;
}

/**
 * Returns a path relative to the project, as the rest of tsop uses it: with forward slashes, and "" for the project
 * itself.
 *
 * @throws TsopError `usage/invalid-argument`
 */
export function projectPath(flag: string, given: string, root: string, what: "folder" | "file"): string {
  if (given === "") throw invalid(`${flag} names no ${what}`, `For example: ${flag} ${examples[what]}`);
  const relative = path.relative(root, path.resolve(root, given));
  if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
    const hint = `Name a ${what} of the project, or print to stdout with --stdout.`;
    throw invalid(`${flag} ${given} is outside the project`, hint);
  }
  return relative.replaceAll(path.sep, "/");
}

const examples = { folder: "config", file: "dist/install.yaml" };

function invalid(message: string, hint: string): TsopError {
  return new TsopError("usage/invalid-argument", message, { hint });
}
