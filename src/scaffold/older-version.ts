/** The version that a new one begins as. */
import type { Tree } from "../machinery/tree.js";
import { type JsonValue, parseYaml } from "../core/yaml.js";
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
export function findOlderVersion(
  tree: Tree,
  project: Project,
  olderVersions: readonly Resource[],
  typesPath: string,
): OlderVersion | undefined {
  const latest = olderVersions.findLast(({ api }) => api !== undefined);
  if (latest === undefined) return undefined;
  const { typesFile, sampleFile } = namesOf({ ...latest, multigroup: project.multigroup });
  const types = tree.read(typesFile) ?? "";
  const exports = (name: string): boolean => new RegExp(`^export (?:interface|type) ${name}\\b`, "m").test(types);
  if (!exports(`${latest.kind}Spec`)) return undefined;
  return {
    older: latest.version,
    olderModule: moduleFrom(typesPath, typesFile),
    hasStatus: exports(`${latest.kind}Status`),
    versionTags: versionTagsOf(types, latest.kind),
    sampleSpec: specOf(tree.read(sampleFile)),
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

const ofVersion =
  /^(?:@(?:printColumn|scale|selectable|subresource|noStatusSubresource)\b|\+kubebuilder:(?:printcolumn|selectablefield|subresource)\b)/;

/** The rest is about the kind, and one version says it for all. */
function versionTagsOf(types: string, kind: string): string[] {
  const end = new RegExp(`\\*/\\r?\\nexport interface ${kind} extends\\s+CustomResource\\b`).exec(types)?.index;
  const start = end === undefined ? -1 : types.lastIndexOf("/**", end);
  if (start === -1) return [];
  const lines = types
    .slice(start + 3, end)
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\*? ?/, "").trim());
  // A tag ends where another one, or an empty line, begins.
  const tags: string[] = [];
  let isTag = false;
  for (const line of lines) {
    const begins = /^[@+]/.test(line);
    if (begins) isTag = ofVersion.test(line);
    if (line === "") isTag = false;
    if (!isTag) continue;
    if (begins) tags.push(line);
    else tags.push(`${tags.pop() ?? ""} ${line}`);
  }
  return tags;
}
