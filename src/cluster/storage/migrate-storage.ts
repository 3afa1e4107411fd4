/**
 * Rewrites objects that are stored in an older version in the current storage version. After that, the older version
 * can be removed from the CRD. Only a user or a command like this removes versions from the CRD's
 * `status.storedVersions`:
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 */
import { TsopError } from "../../core/errors.js";
import type { Client } from "../../kube/client.js";
import { type CustomResourceDefinition, servedKind, storageVersion } from "../crd.js";
import { rewriteObjects } from "./rewrite-objects.js";
import {
  findInCluster,
  type InCluster,
  maybeStored,
  migrateInCluster,
  removeLeft,
} from "./storage-version-migration.js";
import { keepStorageVersion } from "./stored-versions.js";

export interface MigrateOptions {
  /** Makes the API server check each write without changing anything. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Called after every page of objects, and with each report of the cluster. */
  readonly onProgress?: (text: string) => void;
}

export interface MigratedCrd {
  readonly name: string;
  /** The version in which objects are stored. */
  readonly version: string;
  /** `status.storedVersions`, before and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The number of objects that tsop wrote. */
  readonly written: number;
  /** Whether the cluster rewrote the objects, with a StorageVersionMigration. */
  readonly inCluster: boolean;
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
  const { dryRun, signal } = options;
  const version = storageVersion(crd);
  const inCluster = await findInCluster(client, crd, signal);
  const before = maybeStored(crd, inCluster);
  const same = {
    name,
    version,
    before,
    after: before,
    written: 0,
    inCluster: false,
  };
  if (before.length === 1 && before[0] === version) {
    if (!dryRun) await removeLeft(client, inCluster, signal);
    return same;
  }
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
  const isDone = !dryRun && (await letClusterMigrate(client, crd, before, inCluster, options));
  const { written, refused } = isDone
    ? { written: 0, refused: [] }
    : await rewriteObjects(client, kind, {
        ...{ dryRun, signal },
        onProgress: (count) => options.onProgress?.(`${name}: ${count} objects rewritten`),
      });
  if (refused.length > 0) throw TsopError.fromDiagnostics(refused);
  if (!dryRun) await keepStorageVersion(client, crd, signal);
  return { ...same, after: [version], written, inCluster: isDone };
}

/** Returns false, and reports the reason, if the cluster cannot migrate the objects: tsop then rewrites them itself. */
async function letClusterMigrate(
  client: Client,
  crd: CustomResourceDefinition,
  stored: readonly string[],
  inCluster: InCluster,
  { signal, onProgress = () => undefined }: MigrateOptions,
): Promise<boolean> {
  const report = (text: string): void => onProgress(`${crd.metadata.name}: ${text}`);
  const instead = (reason: string): false => {
    report(`${reason}; tsop rewrites the objects itself`);
    return false;
  };
  switch (inCluster.kind) {
    case "not-served":
      return false;
    case "forbidden":
      return instead("you may not read StorageVersionMigrations");
    case "served": {
      const end = await migrateInCluster(client, crd, stored, inCluster, {
        signal,
        onReport: report,
      });
      return end.kind === "succeeded" || instead(end.reason);
    }
  }
}
