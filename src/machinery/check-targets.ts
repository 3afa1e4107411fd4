import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { FileAction } from "./snapshot.js";
import { type FileSystem, systemCode } from "./file-system.js";
import { isOffLimits } from "./journal.js";

/** An action with its actual path. tsop follows the links of a project and never replaces them. */
export interface Target {
  readonly action: FileAction;
  /** The path relative to the root, with links resolved. */
  readonly path: string;
  /** The permission bits of the new content; undefined for a new file, which gets its own. */
  readonly mode: number | undefined;
}

/**
 * Checks that every action is possible and still fits the disk, before any change.
 *
 * @throws TsopError `files/changed-meanwhile` or `files/write-failed`
 */
export function checkTargets(root: string, actions: readonly FileAction[], fs: FileSystem): Target[] {
  const seen = new Set<string>();
  return actions.map((action) => {
    const target = checkTarget(root, action, fs);
    if (seen.has(target.path)) throw new Error(`the plan writes ${target.path} twice`);
    seen.add(target.path);
    return target;
  });
}

function checkTarget(root: string, action: FileAction, fs: FileSystem): Target {
  const resolved = resolveTarget(root, action.path, fs);
  const facts = fs.lstat(resolved);
  const relative = path.relative(root, resolved);
  if (action.kind === "create") {
    if (facts !== undefined) throw changedMeanwhile(action.path);
    return { action, path: relative, mode: undefined };
  }
  if (facts === undefined) throw changedMeanwhile(action.path);
  if (facts.kind !== "file") throw refused(action.path, facts.kind === "folder" ? "is a folder" : "is not a file");
  fs.assertWritable(resolved);
  if (fs.readFile(resolved).toString("utf8") !== action.before) throw changedMeanwhile(action.path);
  return { action, path: relative, mode: facts.mode };
}

/** Returns whether the text is a relative path to a file below the project, with forward slashes. */
export function isProjectPath(file: string): boolean {
  const isPart = (part: string): boolean => !["", ".", ".."].includes(part) && !/[\0\\]/.test(part);
  return !path.isAbsolute(file) && !path.win32.isAbsolute(file) && file.split("/").every(isPart);
}

/**
 * Returns the real path of a file, which need not exist. A link may lead to another location in the project, but not
 * outside it or to git's files.
 *
 * @throws TsopError `files/write-failed`
 */
export function resolveTarget(root: string, file: string, fs: FileSystem): string {
  if (!isProjectPath(file)) throw new Error(`not a path below the project: ${JSON.stringify(file)}`);
  const parts = file.split("/");
  let real = root;
  for (const [index, part] of parts.entries()) {
    const next = path.join(real, part);
    const facts = fs.lstat(next);
    const isLast = index === parts.length - 1;
    if (facts?.kind === "link") {
      real = followLink(next, parts.slice(0, index + 1).join("/"), fs);
      const relative = path.relative(root, real);
      if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
        throw refused(file, `leads outside the project, to ${real}`);
      }
    } else if (facts !== undefined && facts.kind !== "folder" && !isLast) {
      throw refused(file, `cannot exist: ${parts.slice(0, index + 1).join("/")} is not a folder`);
    } else real = next;
  }
  const relative = path.relative(root, real);
  if (isOffLimits(relative.split(path.sep))) throw refused(file, `leads to ${relative}, where tsop writes nothing`);
  return real;
}

function followLink(file: string, shown: string, fs: FileSystem): string {
  try {
    return fs.realpath(file);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" && systemCode(error) !== "ELOOP") throw error;
    throw refused(shown, "is a symbolic link to a missing file");
  }
}

function refused(file: string, why: string): TsopError {
  return new TsopError("files/write-failed", `${file} ${why}; nothing was changed`, {
    at: { file },
    hint: "Move it away, or work in another folder.",
  });
}

export function changedMeanwhile(file: string): TsopError {
  return new TsopError("files/changed-meanwhile", `${file} changed while tsop was working; nothing was written`, {
    at: { file },
    hint: "Repeat the command to start from the new content.",
  });
}
