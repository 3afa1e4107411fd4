/**
 * Rewrites objects that are stored in an older version in the current storage version. After that, the older version
 * can be removed from the CRD. Only a user or a command like this removes versions from the CRD's
 * `status.storedVersions`:
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 */
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { ApiError, isConflict, missingRule } from "../kube/api-error.js";
import { type Client, mergePatch } from "../kube/client.js";
import { type Kind, type KubeObject, showKey } from "../kube/objects.js";
import { listPages } from "../kube/pages.js";
import { CustomResourceDefinition, servedKind, storageVersion } from "./crd.js";

export interface MigrateOptions {
  /** Makes the API server check each write without changing anything. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Called after every page of objects. */
  readonly onProgress?: (name: string, written: number) => void;
}

export interface MigratedCrd {
  readonly name: string;
  /** The version in which objects are stored. */
  readonly version: string;
  /** `status.storedVersions`, before and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The number of written objects. */
  readonly written: number;
}

/**
 * Rewrites all objects of a kind, and then records in the CRD that none is stored in another version. It can be
 * repeated, and does nothing if nothing is left to do.
 *
 * @throws TsopError `cluster/not-migrated` for objects that cannot be rewritten; the CRD then remains unchanged
 */
export async function migrateStorage(
  client: Client,
  crd: CustomResourceDefinition,
  options: MigrateOptions,
): Promise<MigratedCrd> {
  const { name } = crd.metadata;
  const version = storageVersion(crd);
  const before = crd.status?.storedVersions ?? [];
  if (before.length === 1 && before[0] === version) return { name, version, before, after: before, written: 0 };
  const kind = servedKind(crd);
  if (kind === undefined) {
    throw new TsopError(
      "cluster/not-migrated",
      `the API server serves no version of ${name}, so tsop cannot read its objects`,
      {
        hint: "Serve the storage version (remove its @unserved), then: npm run manifests && npm run install-crds",
      },
    );
  }
  const { written, refused } = await writeAll(client, kind, name, options);
  if (refused.length > 0) throw TsopError.fromDiagnostics(refused);
  const after = [version];
  if (!options.dryRun) await setStoredVersions(client, crd, after, options.signal);
  return { name, version, before, after, written };
}

/** More concurrent requests would only queue in the API server. */
const atOnce = 10;

async function writeAll(
  client: Client,
  kind: Kind,
  name: string,
  options: MigrateOptions,
): Promise<{ readonly written: number; readonly refused: readonly Diagnostic[] }> {
  let written = 0;
  const refused: Diagnostic[] = [];
  for await (const { items } of listPages(client.metadata, kind, { limit: 500, signal: options.signal })) {
    for (let start = 0; start < items.length; start += atOnce) {
      const group = items.slice(start, start + atOnce);
      const results = await Promise.all(group.map((object) => writeAnew(client, kind, object, options)));
      refused.push(...results.flatMap((result) => (typeof result === "string" ? [] : [result])));
      written += results.filter((result) => result === "written").length;
    }
    options.onProgress?.(name, written);
  }
  return { written, refused };
}

/**
 * Writes an object without changing it. The API server encodes an object in the storage version at every write, and an
 * update without changes is a write only if the bytes differ, so up-to-date objects stay untouched.
 */
async function writeAnew(
  client: Client,
  kind: Kind,
  { metadata }: Pick<KubeObject, "metadata">,
  { dryRun, signal }: MigrateOptions,
): Promise<"written" | "passed over" | Diagnostic> {
  try {
    // With its uid, the patch concerns this object, and not a later one of the same name, which is stored in the new
    // version anyway.
    await client.patch(kind, metadata, mergePatch({ metadata: { uid: metadata.uid } }), { dryRun, signal });
    return "written";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The object was deleted, created again, or is written by another client constantly: its old stored form no longer
    // exists.
    if (error.statusCode === 404 || error.statusCode === 409) return "passed over";
    // A missing permission stops the migration. A webhook or a rule that is newer than the object may reject this
    // object alone.
    if (missingRule(error.status.message ?? "") !== undefined || !isOfObject(error)) throw error;
    return {
      code: "cluster/not-migrated",
      severity: "error",
      message: `${kind.kind} ${showKey(metadata)} cannot be rewritten: ${error.message}`,
      hint: "Correct the object (kubectl edit) or the webhook that rejects it, and repeat the command.",
    };
  }
}

function isOfObject({ statusCode }: ApiError): boolean {
  return [400, 403, 422, 500].includes(statusCode);
}

/** Another client may write the CRD at any time, which matters only if the storage version changes. */
async function setStoredVersions(
  client: Client,
  crd: CustomResourceDefinition,
  storedVersions: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const key = { name: crd.metadata.name };
  for (;;) {
    const current = await client.getOrThrow(CustomResourceDefinition, key, { signal });
    if (current.metadata.uid !== crd.metadata.uid || storageVersion(current) !== storageVersion(crd)) {
      throw new TsopError("cluster/not-migrated", `another client changed the storage version of ${key.name}`, {
        hint: "Repeat the command.",
      });
    }
    const { resourceVersion } = current.metadata;
    try {
      const patch = mergePatch({ metadata: { resourceVersion }, status: { storedVersions } });
      await client.status.patch(CustomResourceDefinition, key, patch, { signal });
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}
