/** The version that a new one begins as. */
import type { JsonValue } from "../core/json.js";
import type { Snapshot } from "../machinery/snapshot.js";
import { parseYaml } from "../core/yaml.js";
import type { Project, Resource } from "../project/project.js";
import { moduleFrom, namesOf } from "./naming.js";

export interface OlderVersion {
  /** Its name, which the new version's file imports it by. */
  readonly older: string;
  readonly olderModule: string;
  readonly hasStatus: boolean;
  /** What its doc comment says of the version alone, each on one line: columns, scale, selectable fields. */
  readonly versionTags: readonly string[];
  /** Of its sample, where it has one. */
  readonly sampleSpec: JsonValue | undefined;
}

/** The latest of the older versions; undefined where its types are not where and what they were scaffolded as. */
export async function findOlderVersion(
  files: Snapshot,
  project: Project,
  olderVersions: readonly Resource[],
  typesPath: string,
): Promise<OlderVersion | undefined> {
  const latest = olderVersions.findLast(({ api }) => api !== undefined);
  if (latest === undefined) return undefined;
  const { typesFile, sampleFile } = namesOf({ ...latest, multigroup: project.multigroup });
  const { readVersionTypes } = await import("./edits/read-types.js");
  const { exports, versionTags } = readVersionTypes(typesFile, files.read(typesFile) ?? "", latest.kind);
  if (!exports(`${latest.kind}Spec`)) return undefined;
  return {
    older: latest.version,
    olderModule: moduleFrom(typesPath, typesFile),
    hasStatus: exports(`${latest.kind}Status`),
    versionTags,
    sampleSpec: specOf(files.read(sampleFile)),
  };
}

/** People may have written anything into a sample. */
function specOf(text: string | undefined): JsonValue | undefined {
  try {
    const sample: unknown = parseYaml(text ?? "", "sample");
    // What YAML's core schema gives is JSON.
    return typeof sample === "object" && sample !== null && "spec" in sample ? (sample.spec as JsonValue) : undefined;
  } catch {
    return undefined;
  }
}
