/** The types of a version before an uncommitted change, which `create api --changes-since` moves to a new version. */
import { TsopError } from "../core/errors.js";
import type { Snapshot } from "../machinery/snapshot.js";
import { previousVersion, type Project, type Resource } from "../project/project.js";
import type { MovedTypes } from "../scaffold/moved-types.js";
import { namesOf } from "../scaffold/naming.js";
import type { Context } from "./context.js";
import { gitFile } from "./git-files.js";

/**
 * Reads the types of the previous version in a commit.
 *
 * @param source - `git:REF`
 * @throws TsopError `usage/invalid-argument`, `api/unreadable`
 */
export async function typesBefore(
  source: string,
  { resource, project, files }: { readonly resource: Resource; readonly project: Project; readonly files: Snapshot },
  context: Context,
): Promise<MovedTypes> {
  const ref = /^git:(.*)$/s.exec(source)?.[1];
  if (ref === undefined) throw invalid(`${source} names no commit`, "For example: --changes-since git:HEAD");
  const from = previousVersion(project, resource);
  if (from === undefined) {
    throw invalid(`${resource.kind} has no version with a change to move`, "Omit --changes-since.");
  }
  const { typesFile } = namesOf(from, project);
  const before = await gitFile(ref, typesFile, context);
  if (before === undefined) {
    throw invalid(
      `${source} does not contain ${typesFile}`,
      "Name a commit with the types that your users have, such as git:v1.2.0.",
    );
  }
  const now = files.read(typesFile) ?? "";
  if (now.replaceAll("\r\n", "\n") === before.replaceAll("\r\n", "\n")) {
    throw invalid(
      `${typesFile} has not changed since ${source.slice("git:".length)}`,
      "Name a commit before the change. If you have not changed the types, omit --changes-since.",
    );
  }
  return { from, before, source };
}

function invalid(message: string, hint: string): TsopError {
  return new TsopError("usage/invalid-argument", `--changes-since: ${message}`, { hint });
}
