/** The types of a version of a kind, and the version in which objects are stored. */
import type { JsonValue } from "../core/json.js";
import { field } from "../core/json-fields.js";
import { compareVersions } from "../core/version-order.js";
import { parseYaml } from "../core/yaml.js";
import type { Snapshot } from "../machinery/snapshot.js";
import { findVersions, previousVersion, type Project, type Resource } from "../project/project.js";
import { type MovedTypes, moveTypes } from "./moved-types.js";
import { moduleFrom, type Names, namesOf } from "./naming.js";
import type { Placement } from "./placement.js";
import type { ApiView } from "./views.js";

/** A version that a command adds; all values are validated. */
export interface VersionRequest {
  /** The resource as PROJECT will record it. */
  readonly resource: Resource;
  /** The version in which objects will be stored; undefined keeps the current version. */
  readonly storageVersion: string | undefined;
  /** The version whose changed types become those of the new version, and its types before the change. */
  readonly moved?: MovedTypes | undefined;
}

/** A version whose types a command creates. */
export interface NewVersion {
  readonly request: VersionRequest;
  readonly names: Names;
  readonly view: ApiView;
  /** The version whose fields it starts with. */
  readonly older: OlderVersion | undefined;
  /** Renders the types of the first version. */
  readonly renderFirst: (kindTags: readonly string[]) => string;
}

/**
 * Plans the types of a version. A new version starts with the fields of the previous version, so that users need not
 * write or convert fields before they differ.
 */
export async function placeTypes(placement: Placement, project: Project, version: NewVersion): Promise<void> {
  const { request, names, view, older, renderFirst } = version;
  if (request.moved !== undefined) {
    await moveTypes(placement, project, names, request.moved);
    return;
  }
  const isStored = request.storageVersion === request.resource.version && older !== undefined;
  const kindTags = [...view.kindTags, ...(isStored ? ["@storageVersion"] : [])];
  const text =
    older === undefined
      ? renderFirst(kindTags)
      : placement.templates.render("api/version-types.ts.hbs", {
          ...view,
          ...older,
          kindTags: [...older.versionTags, ...kindTags],
        });
  placement.put(names.typesFile, text, "collide");
}

/** Sets the storage version. A kind is stored in a single version, so with a second version the types must name it. */
export async function planStorageVersion(
  placement: Placement,
  project: Project,
  { resource: newer, storageVersion }: VersionRequest,
): Promise<void> {
  const own = findVersions(project, newer).filter(({ api, version }) => api !== undefined && version !== newer.version);
  const [first] = own;
  if (first === undefined) return;
  const typesFileOf = (each: Resource): string => namesOf(each, project).typesFile;
  const { moveStorageVersion, storeOldest } = await import("./edits/storage-version.js");
  if (storageVersion !== undefined) moveStorageVersion(placement, [...own, newer], storageVersion, typesFileOf);
  else storeOldest(placement, own, typesFileOf);
  // Without a storage version, the command in this message would fail.
  sayConversion(placement, newer, own);
}

/**
 * Explains how to add a conversion: by itself, the server changes only the version in an object, and differing
 * fields would be lost.
 */
function sayConversion({ next }: Placement, newer: Resource, olderVersions: readonly Resource[]): void {
  const { group, kind } = newer;
  const present = olderVersions.find(({ webhooks }) => webhooks?.conversion === true);
  // Choose the newest version, like the warning of `tsop manifests`. The added version may be older than the existing
  // versions.
  const hub =
    present ??
    [...olderVersions, newer].reduce((best, each) => (compareVersions(each.version, best.version) > 0 ? each : best));
  const others = present === undefined ? [...olderVersions, newer].filter((each) => each !== hub) : [newer];
  const spokes = others.map(({ version }) => version);
  const flags = `${group === "" ? "" : `--group ${group} `}--version ${hub.version} --kind ${kind}`;
  next.push(
    `when fields differ between versions, add a conversion: npx tsop create webhook ${flags} --conversion --spoke ${spokes.join(",")}`,
  );
}

/** The version whose fields a new version starts with. */
export interface OlderVersion {
  /** The name by which the new version's file imports it. */
  readonly older: string;
  readonly olderModule: string;
  readonly hasSpec: boolean;
  readonly hasStatus: boolean;
  /** Whether the server computes the status, so that every object has one. */
  readonly isVirtual: boolean;
  /** The tags of its doc comment that belong to the version only, one per line: columns, scale, selectable fields. */
  readonly versionTags: readonly string[];
  /** The spec of its sample, if it has one. */
  readonly sampleSpec: JsonValue | undefined;
}

/** Finds the latest of the older versions. Returns undefined if its types are not in the scaffolded location or form. */
export async function findOlderVersion(
  files: Snapshot,
  project: Project,
  added: Resource,
  typesPath: string,
): Promise<OlderVersion | undefined> {
  const latest = previousVersion(project, added);
  if (latest === undefined) return undefined;
  const { typesFile, sampleFile } = namesOf(latest, project);
  const { readVersionTypes } = await import("./edits/read-types.js");
  const { exports, versionTags } = readVersionTypes(typesFile, files.read(typesFile) ?? "", latest.kind);
  const [hasSpec, hasStatus] = [exports(`${latest.kind}Spec`), exports(`${latest.kind}Status`)];
  const isVirtual = latest.extension?.storage === "virtual";
  if (isVirtual ? !hasStatus : !hasSpec) return undefined;
  return {
    older: latest.version,
    olderModule: moduleFrom(typesPath, typesFile),
    ...{ hasSpec, hasStatus, isVirtual },
    versionTags,
    sampleSpec: specOf(files.read(sampleFile)),
  };
}

/** Reads the spec of a sample. A user may have written anything into the sample. */
function specOf(text: string | undefined): JsonValue | undefined {
  try {
    // YAML's core schema produces only JSON values.
    return field(parseYaml(text ?? "", "sample"), "spec") as JsonValue | undefined;
  } catch {
    return undefined;
  }
}
