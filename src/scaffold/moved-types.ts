/** Moves the change of a version's types to a new version. */
import type { Project, Resource } from "../project/project.js";
import { listFiles } from "./move/project-files.js";
import { type Names, namesOf } from "./naming.js";
import type { Placement } from "./placement.js";

export interface MovedTypes {
  readonly from: Resource;
  /** The files that the new version gets besides the types: what they import, as far as it leads to a change. */
  readonly copied: readonly string[];
  /** The texts before the change, by file. Undefined for a file that did not exist. */
  readonly before: ReadonlyMap<string, string | undefined>;
  /** The source of the texts before the change, such as `git:HEAD`. */
  readonly source: string;
}

/** Writes the types of a version into the new version, and restores the types before their change. */
export async function moveTypes(
  placement: Placement,
  project: Project,
  { typesPath, typesFile, apiVersion }: Names,
  { from, copied, before, source }: MovedTypes,
): Promise<void> {
  const { copyVersion, importsOne } = await import("./edits/version-copy.js");
  const older = namesOf(from, project);
  const moves = new Map([[older.typesFile, typesFile]]);
  for (const file of copied) moves.set(file, typesPath + file.slice(older.typesPath.length));
  const texts = copyVersion(placement, { file: older.typesFile, apiVersion: older.apiVersion }, { apiVersion, moves });
  if (texts === undefined) return;
  for (const [file, text] of texts) placement.put(file, text, "collide");
  for (const [file, text] of before) if (text !== undefined) placement.change(file, text);
  const added = [...before].flatMap(([file, text]) => (text === undefined ? [file] : []));
  for (const file of added) {
    const others = listFiles(placement.tree).filter((each) => !texts.has(each) && !added.includes(each));
    if (!importsOne(placement.tree, others, file)) placement.tree.delete(file);
  }
  const files = [...texts.keys()].join(", ");
  const restored = [...before].flatMap(([file, text]) => (text === undefined ? [] : [file])).join(", ");
  placement.next.push(`tsop moved your changes to ${files}, and restored ${restored} from ${source}`);
}
