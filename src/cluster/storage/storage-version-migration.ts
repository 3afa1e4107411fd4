/**
 * Lets the cluster itself rewrite the objects of a kind, with its StorageVersionMigration:
 * https://kubernetes.io/docs/tasks/manage-kubernetes-objects/storage-version-migration/
 * Kubernetes serves it from 1.35 (`v1beta1`, off by default) and from 1.37 (`v1`). kube-controller-manager does the work.
 */
import { isAlreadyExists, isForbidden, isKindNotServed } from "../../kube/api-error.js";
import type { Client } from "../../kube/client.js";
import { type Condition, type CustomResource, defineKind, type Kind } from "../../kube/objects.js";
import type { CustomResourceDefinition } from "../crd.js";
import { deadlineAfter, poll, showDuration } from "../poll.js";
import { restoreStoredVersions } from "./stored-versions.js";

const group = "storagemigration.k8s.io";
type ApiVersion = `${typeof group}/${"v1" | "v1beta1"}`;

export interface StorageVersionMigration extends CustomResource<ApiVersion, "StorageVersionMigration"> {
  spec: { resource: { group: string; resource: string } };
  status?: {
    conditions?: Pick<Condition, "type" | "status" | "message">[];
    resourceVersion?: string;
  };
}

const kinds: readonly Kind<StorageVersionMigration>[] = [`${group}/v1` as const, `${group}/v1beta1` as const].map(
  (apiVersion) => defineKind<StorageVersionMigration>(apiVersion, "StorageVersionMigration"),
);

/** The versions in which objects were stored when the migration began. */
const annotation = "tsop.dev/stored-versions";

/** Whether the cluster can migrate a kind. */
export type InCluster =
  /** `left`: the migration of a run of tsop that was killed, or that still waits. */
  | {
      readonly kind: "served";
      readonly of: Kind<StorageVersionMigration>;
      readonly left: StorageVersionMigration | undefined;
    }
  | { readonly kind: "forbidden" }
  | { readonly kind: "not-served" };

export type MigrationEnd =
  | { readonly kind: "succeeded" }
  /** `reason`: why tsop rewrites the objects itself. */
  | { readonly kind: "not-done"; readonly reason: string };

export async function findInCluster(
  client: Client,
  crd: CustomResourceDefinition,
  signal: AbortSignal,
): Promise<InCluster> {
  for (const kind of kinds) {
    try {
      return {
        kind: "served",
        of: kind,
        left: await client.get(kind, { name: nameOf(crd) }, { signal }),
      };
    } catch (error) {
      if (isForbidden(error)) return { kind: "forbidden" };
      if (!isKindNotServed(error)) throw error;
    }
  }
  return { kind: "not-served" };
}

/**
 * Returns the versions in which objects may be stored. After a failed migration, Kubernetes 1.37 records that all
 * objects are stored in the storage version. If a killed run of tsop could not correct this, its migration still exists.
 */
export function maybeStored({ status }: CustomResourceDefinition, inCluster: InCluster): readonly string[] {
  const stored = status?.storedVersions ?? [];
  const left = inCluster.kind === "served" ? inCluster.left : undefined;
  if (left === undefined || endOf(left)?.kind === "succeeded") return stored;
  const earlier = (left.metadata.annotations?.[annotation] ?? "").split(",").filter((version) => version !== "");
  return [...new Set([...earlier, ...stored])];
}

/** Deletes the migration of a killed run whose work is done. */
export async function removeLeft(client: Client, inCluster: InCluster, signal: AbortSignal): Promise<void> {
  if (inCluster.kind !== "served" || inCluster.left === undefined) return;
  await client.delete(inCluster.of, inCluster.left.metadata, { signal });
}

export interface InClusterOptions {
  readonly signal: AbortSignal;
  /** Called with each new message of the cluster about its progress. */
  readonly onReport: (message: string) => void;
  /** The time after which tsop no longer waits for a controller to begin. */
  readonly takeUpMs?: number;
}

/**
 * Creates the migration of a kind, waits until it ends, and deletes it.
 *
 * @param stored - the versions in which objects may be stored. They are the versions of the CRD again unless the
 *   migration succeeds
 */
export async function migrateInCluster(
  client: Client,
  crd: CustomResourceDefinition,
  stored: readonly string[],
  { of, left }: Extract<InCluster, { kind: "served" }>,
  options: InClusterOptions,
): Promise<MigrationEnd> {
  const key = { name: nameOf(crd) };
  const remove = (signal: AbortSignal): Promise<void> => client.delete(of, key, { signal });
  const restore = (signal: AbortSignal): Promise<void> => restoreStoredVersions(client, crd, stored, signal);
  if (left !== undefined && endOf(left) !== undefined) {
    await restore(options.signal);
    await remove(options.signal);
  }
  let end: MigrationEnd | undefined;
  try {
    end = await begin(client, crd, stored, of, options);
    end ??= await waitForEnd(client, crd, of, options);
  } finally {
    // A new signal, because the command's own has aborted if its time is over.
    const signal = AbortSignal.timeout(10_000);
    if (end === undefined) {
      await remove(signal)
        .then(() => restore(signal))
        .catch(() => undefined);
    } else {
      // In this order: as long as the migration exists, the next run of tsop knows the versions.
      if (end.kind !== "succeeded") await restore(signal);
      await remove(signal);
    }
  }
  return end;
}

/** Returns an end if the cluster does not accept the migration. */
async function begin(
  client: Client,
  crd: CustomResourceDefinition,
  stored: readonly string[],
  of: Kind<StorageVersionMigration>,
  { signal }: InClusterOptions,
): Promise<MigrationEnd | undefined> {
  const { names } = crd.spec;
  try {
    await client.create(
      {
        apiVersion: of.apiVersion,
        kind: of.kind,
        metadata: {
          name: nameOf(crd),
          annotations: { [annotation]: stored.join(",") },
        },
        spec: { resource: { group: crd.spec.group, resource: names.plural } },
      },
      { signal },
    );
    return undefined;
  } catch (error) {
    if (isAlreadyExists(error)) return undefined;
    if (isForbidden(error))
      return {
        kind: "not-done",
        reason: "you may not create a StorageVersionMigration",
      };
    throw error;
  }
}

/**
 * Controllers of `v1` show at once that they have begun. Those of `v1beta1` first find the kind, which takes up to a
 * minute if its CRD is new.
 */
const takeUpTimes: Readonly<Record<string, number>> = { v1beta1: 70_000 };

async function waitForEnd(
  client: Client,
  crd: CustomResourceDefinition,
  of: Kind<StorageVersionMigration>,
  { signal, onReport, takeUpMs = takeUpTimes[of.version] ?? 15_000 }: InClusterOptions,
): Promise<MigrationEnd> {
  const deadline = deadlineAfter(takeUpMs);
  let reported = "";
  const look = async (): Promise<MigrationEnd | undefined> => {
    const current = await client.get(of, { name: nameOf(crd) }, { signal });
    if (current === undefined)
      return {
        kind: "not-done",
        reason: "another client deleted the StorageVersionMigration",
      };
    const message = conditionOf(current, "Running")?.message ?? "";
    if (message !== reported && message !== "") onReport((reported = message));
    const end = endOf(current);
    if (end !== undefined || isTakenUp(current) || deadline.left() > 0) return end;
    const reason = `no controller of the cluster began the StorageVersionMigration within ${showDuration(takeUpMs)}`;
    return { kind: "not-done", reason };
  };
  const end = await poll(look, { timeoutMs: Infinity, signal });
  return (
    end ?? {
      kind: "not-done",
      reason: "the StorageVersionMigration did not end",
    }
  );
}

/** Returns undefined for a migration that has not ended. Its condition `Running` is false when its clean-up has ended, too. */
function endOf(migration: StorageVersionMigration): MigrationEnd | undefined {
  if (conditionOf(migration, "Running")?.status === "True") return undefined;
  if (conditionOf(migration, "Succeeded")?.status === "True") return { kind: "succeeded" };
  const failure = conditionOf(migration, "Failed");
  if (failure?.status !== "True") return undefined;
  return {
    kind: "not-done",
    reason: `the StorageVersionMigration failed: ${failure.message}`,
  };
}

function isTakenUp({ status }: StorageVersionMigration): boolean {
  return (status?.conditions ?? []).length > 0 || (status?.resourceVersion ?? "") !== "";
}

function conditionOf({ status }: StorageVersionMigration, type: string) {
  return status?.conditions?.find((condition) => condition.type === type);
}

function nameOf({ metadata }: CustomResourceDefinition): string {
  return `tsop-${metadata.name}`;
}
