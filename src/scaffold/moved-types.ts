/** Moves the change of a version's types to a new version. */
import type { Project, Resource } from "../project/project.js";
import { type Names, namesOf } from "./naming.js";
import type { Placement } from "./placement.js";

export interface MovedTypes {
  readonly from: Resource;
  readonly before: string;
  /** The source of the types before the change, such as `git:HEAD`. */
  readonly source: string;
}

/** Writes the types of a version into the new version, and restores the types before their change. */
export async function moveTypes(
  placement: Placement,
  project: Project,
  { typesFile, apiVersion }: Names,
  { from, before, source }: MovedTypes,
): Promise<void> {
  const { copyVersion } = await import("./edits/version-copy.js");
  const older = namesOf(from, project);
  const copy = copyVersion(
    placement,
    { file: older.typesFile, apiVersion: older.apiVersion },
    { file: typesFile, apiVersion },
  );
  if (copy === undefined) return;
  placement.put(typesFile, copy, "collide");
  placement.change(older.typesFile, before);
  placement.next.push(`tsop moved your changes to ${typesFile}, and restored ${older.typesFile} from ${source}`);
}
