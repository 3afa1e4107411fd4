/** Writes `status.storedVersions` of a CRD: the versions in which objects may be stored. */
import { TsopError } from "../../core/errors.js";
import { isConflict } from "../../kube/api-error.js";
import { type Client, mergePatch } from "../../kube/client.js";
import { CustomResourceDefinition, storageVersion } from "../crd.js";

/**
 * Records that all objects are stored in the storage version. Another client may write the CRD at any time, which
 * matters only if the storage version changes.
 *
 * @throws TsopError `cluster/not-migrated`
 */
export async function keepStorageVersion(
  client: Client,
  crd: CustomResourceDefinition,
  signal: AbortSignal,
): Promise<void> {
  const version = storageVersion(crd);
  await write(client, crd, signal, (current) => {
    if (current.metadata.uid === crd.metadata.uid && storageVersion(current) === version) return [version];
    throw new TsopError("cluster/not-migrated", `another client changed the storage version of ${crd.metadata.name}`, {
      hint: "Repeat the command.",
    });
  });
}

/** Records that objects may still be stored in the versions, as far as the CRD contains these versions. */
export async function restoreStoredVersions(
  client: Client,
  crd: CustomResourceDefinition,
  versions: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await write(client, crd, signal, (current) => {
    const stored = current.status?.storedVersions ?? [];
    if (current.metadata.uid !== crd.metadata.uid) return stored;
    const known = new Set(current.spec.versions.map(({ name }) => name));
    return [...new Set([...versions.filter((version) => known.has(version)), ...stored])];
  });
}

async function write(
  client: Client,
  { metadata: { name } }: CustomResourceDefinition,
  signal: AbortSignal,
  next: (current: CustomResourceDefinition) => readonly string[],
): Promise<void> {
  for (;;) {
    const current = await client.getOrThrow(CustomResourceDefinition, { name }, { signal });
    const storedVersions = next(current);
    const present = new Set(current.status?.storedVersions);
    if (present.size === storedVersions.length && storedVersions.every((version) => present.has(version))) return;
    const { resourceVersion } = current.metadata;
    try {
      const patch = mergePatch({
        metadata: { resourceVersion },
        status: { storedVersions },
      });
      await client.status.patch(CustomResourceDefinition, { name }, patch, {
        signal,
      });
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}
