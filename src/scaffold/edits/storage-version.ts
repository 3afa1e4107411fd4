/** Kubernetes stores a kind in a single version. If a kind has several versions, `@storageVersion` marks that version. */
import { addTag, hasTag, removeTag } from "../../refactor/doc-tags.js";
import type { OpenedSource } from "../../refactor/edited-source.js";
import type { Resource } from "../../project/project.js";
import type { Placement } from "../placement.js";
import { openFile } from "./edit-file.js";

export const storageVersion = { tag: "storageVersion", marker: "kubebuilder:storageversion" };

type FileOf = (resource: Resource) => string;

/** Marks the first version as the storage version, unless another version is already marked. */
export function storeOldest(placement: Placement, versions: readonly Resource[], typesFileOf: FileOf): void {
  const [first] = versions;
  if (first === undefined) return;
  const opened = versions.map((each) => open(placement, typesFileOf(each)));
  if (opened.some((each) => each?.kind === "source" && hasTag(each, storageVersion))) return;
  const [{ kind, version }, file, source] = [first, typesFileOf(first), opened[0]];
  if (source?.kind !== "source" || !addTag(source, kind, storageVersion)) {
    placement.next.push(`put /** @storageVersion */ above the interface of ${kind}: objects are stored as ${version}`);
    return;
  }
  placement.change(file, source.print());
  placement.next.push(
    `objects are stored as ${version}: tsop added @storageVersion to ${file}; move the tag to change the storage version`,
  );
}

/** Moves the tag to one version. If tsop cannot change a file, it prints the required change. */
export function moveStorageVersion(
  placement: Placement,
  versions: readonly Resource[],
  wanted: string,
  typesFileOf: FileOf,
): void {
  for (const resource of versions) {
    const [file, isWanted] = [typesFileOf(resource), resource.version === wanted];
    const opened = open(placement, file);
    if (opened === undefined && !isWanted) continue;
    const isDone =
      opened?.kind === "source" &&
      (isWanted
        ? hasTag(opened, storageVersion) || addTag(opened, resource.kind, storageVersion)
        : removeTag(opened, storageVersion));
    if (isDone) placement.change(file, opened.print());
    else if (isWanted) placement.next.push(`put /** @storageVersion */ above the interface of ${resource.kind}`);
    else placement.next.push(`remove @storageVersion from ${file}`);
  }
  placement.next.push(
    versions.some(({ extension }) => extension !== undefined)
      ? `the extension API server stores objects as ${wanted} from its next start (npm run deploy), and converts older ones when it reads them`
      : `the API server stores objects as ${wanted} when the CRD is installed (npm run install-crds); to rewrite existing objects: npx tsop migrate-storage`,
  );
}

function open(placement: Placement, file: string): OpenedSource | undefined {
  const text = placement.tree.read(file);
  return text === undefined ? undefined : openFile(placement, file, text);
}
