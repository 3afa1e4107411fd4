/** The types of a version before an uncommitted change, which `create api --changes-since` moves to a new version. */
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";
import type { Snapshot } from "../machinery/snapshot.js";
import { previousVersion, type Project, type Resource } from "../project/project.js";
import type { MovedTypes } from "../scaffold/moved-types.js";
import { namesOf } from "../scaffold/naming.js";
import type { Context } from "./context.js";
import { type Commit, openCommit } from "./git-files.js";

interface Request {
  readonly resource: Resource;
  readonly project: Project;
  readonly files: Snapshot;
}

/**
 * Reads the types of the previous version in a commit, with the files that they import.
 *
 * @param source - `git:REF`
 * @throws TsopError `usage/invalid-argument`, `api/unreadable`
 */
export async function typesBefore(
  source: string,
  { resource, project, files }: Request,
  context: Context,
): Promise<MovedTypes> {
  const ref = refOf(source);
  const from = previousVersion(project, resource);
  if (from === undefined) {
    throw invalid(`${resource.kind} has no version with a change to move`, "Omit --changes-since.");
  }
  const { typesFile, typesPath } = namesOf(from, project);
  const commit = await openCommit(ref, context);
  if (!commit.paths.has(typesFile)) throw notThere(source, typesFile, commit);
  const { followImports, importersOf } = await import("../refactor/follow-imports.js");
  // The compiler's settings decide where imports lead.
  await commit.load("tsconfig.json");
  const now = await followImports(files, typesFile);
  const then = await followImports(commit, typesFile, (file) => commit.load(file));
  for (const file of now.keys()) await commit.load(file);
  const isSame = (file: string): boolean => isSameText(files.read(file), commit.read(file));
  const changed = [...new Set([...then.keys(), ...now.keys()])].filter((file) => !isSame(file));
  // Another kind of the folder stays in its version.
  const kinds = new Set(project.resources.map((each) => namesOf(each, project).typesFile));
  const isOwn = (file: string): boolean => file === typesFile || (file.startsWith(`${typesPath}/`) && !kinds.has(file));
  const shared = changed.filter((file) => then.has(file) && !isOwn(file));
  if (shared.length > 0) throw sharedChange(shared, { ref, from, resource });
  const own = changed.filter(isOwn);
  if (own.length === 0) {
    throw invalid(
      `${typesFile} has not changed since ${ref}`,
      "Name a commit before the change. If you have not changed the types, omit --changes-since.",
    );
  }
  const moved = new Set(own.filter((file) => now.has(file)));
  const along = [...importersOf(now, moved)].filter(isOwn);
  const copied = [...moved, ...along].filter((file) => file !== typesFile);
  return { from, copied, before: new Map(own.map((file) => [file, commit.read(file)])), source };
}

function refOf(source: string): string {
  const [, prefix = "", ref = source] = /^([^:]*):(.*)$/s.exec(source) ?? [];
  if (prefix === "git") return ref;
  const isTypo = prefix !== "" && nearest(prefix, ["git"]) !== undefined;
  const hint =
    isTypo || prefix === ""
      ? `Did you mean --changes-since git:${ref || "HEAD"}?`
      : "For example: --changes-since git:HEAD";
  throw invalid(`${source === "" ? "the empty text" : source} names no commit`, hint);
}

function isSameText(one: string | undefined, other: string | undefined): boolean {
  return one?.replaceAll("\r\n", "\n") === other?.replaceAll("\r\n", "\n");
}

function notThere(source: string, typesFile: string, { paths }: Commit): TsopError {
  const name = typesFile.slice(typesFile.lastIndexOf("/") + 1);
  const [elsewhere] = [...paths].filter((each) => each.endsWith(`/${name}`));
  return invalid(
    `${source} does not contain ${typesFile}`,
    elsewhere === undefined
      ? "Name a commit with the types that your users have, such as git:v1.2.0."
      : `It contains ${elsewhere}. If the file has moved, name a commit after the move.`,
  );
}

function sharedChange(
  shared: readonly string[],
  { ref, from, resource }: { readonly ref: string; readonly from: Resource; readonly resource: Resource },
): TsopError {
  const [files, folder] = [shared.join(", "), from.path ?? from.version];
  return invalid(
    `the types of ${from.version} import files outside their version that have changed since ${ref}: ${files}`,
    `${from.version} and ${resource.version} would share this change. Copy these files into ${folder}, import the copies in the types, and restore the originals (git checkout ${ref} -- ${shared.join(" ")}). Then repeat the command.`,
  );
}

function invalid(message: string, hint: string): TsopError {
  return new TsopError("usage/invalid-argument", `--changes-since: ${message}`, { hint });
}
