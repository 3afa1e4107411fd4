import { TsopError } from "../core/errors.js";
import type { Client } from "../kube/client.js";
import { type Kind, type KubeObject, showKey } from "../kube/objects.js";
import { listAll } from "../kube/pages.js";
import { CustomResourceDefinition, servedKind } from "./crd.js";
import { deadlineAfter, until } from "./poll.js";

export interface UninstallOptions {
  /** Deletes the objects of the kinds first, instead of stopping because of them. */
  readonly deleteData: boolean;
  readonly dryRun: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Waits until the CRDs no longer exist. Default true. */
  readonly wait?: boolean;
}

/** The objects of one CRD in the cluster. */
export interface Population {
  readonly crd: CustomResourceDefinition;
  readonly kind: Kind | undefined;
  readonly objects: readonly KubeObject[];
}

export interface Uninstalled {
  /** The names of the deleted CRDs. */
  readonly crds: readonly string[];
  /** The CRDs before their deletion. */
  readonly definitions: readonly CustomResourceDefinition[];
  /** The number of objects that were deleted with them. */
  readonly objects: number;
}

/**
 * Deletes the CRDs from the cluster. The API server deletes the objects of a kind with its CRD. The function therefore
 * throws an error if there are any, unless `deleteData` is set: then it deletes them first and waits for their
 * finalizers.
 *
 * @throws TsopError `cluster/objects-exist`, `cluster/finalizers-pending`
 */
export async function uninstallCrds(
  client: Client,
  crds: readonly CustomResourceDefinition[],
  options: UninstallOptions,
): Promise<Uninstalled> {
  const { signal, dryRun } = options;
  const populations = await populationsOf(client, crds, signal);
  refusePopulated(populations, options.deleteData, "npm run uninstall-crds --");
  const deadline = deadlineAfter(options.timeoutMs);
  const objects = await deletePopulations(client, populations, options);
  for (const { crd } of populations) {
    await deleteCrd(client, crd.metadata.name, { ...options, dryRun, timeoutMs: Math.max(deadline.left(), 1000) });
  }
  const definitions = populations.map(({ crd }) => crd);
  return { crds: definitions.map(({ metadata }) => metadata.name), definitions, objects };
}

/** Returns the objects of the existing CRDs. */
export async function populationsOf(
  client: Client,
  crds: readonly Pick<CustomResourceDefinition, "metadata">[],
  signal: AbortSignal,
): Promise<Population[]> {
  const populations: Population[] = [];
  for (const { metadata } of crds) {
    const crd = await client.get(CustomResourceDefinition, { name: metadata.name }, { signal });
    if (crd === undefined) continue;
    const kind = wasServed(crd) ? servedKind(crd) : undefined;
    populations.push({ crd, kind, objects: kind === undefined ? [] : await objectsOf(client, kind, signal) });
  }
  return populations;
}

/** @throws TsopError `cluster/objects-exist` if objects exist and the user does not allow their deletion */
export function refusePopulated(populations: readonly Population[], deleteData: boolean, command: string): void {
  const populated = populations.filter(({ objects }) => objects.length > 0);
  if (deleteData || populated.length === 0) return;
  const counts = populated.map(
    ({ crd, objects }) => `${objects.length} of ${crd.metadata.name} (${someNames(objects)})`,
  );
  const count = countObjects(populated);
  throw new TsopError(
    "cluster/objects-exist",
    `this deletes ${count === 1 ? "1 object" : `${count} objects`}: ${counts.join("; ")}`,
    {
      hint:
        "The API server deletes the objects of a kind with its CRD. Delete the objects first, or pass --delete-data to allow it:\n" +
        `${command} --delete-data`,
    },
  );
}

export function countObjects(populations: readonly Population[]): number {
  return populations.reduce((sum, population) => sum + population.objects.length, 0);
}

/**
 * Deletes all objects, and waits for their finalizers.
 *
 * @returns the number of objects
 * @throws TsopError `cluster/finalizers-pending`
 */
export async function deletePopulations(
  client: Client,
  populations: readonly Population[],
  options: Pick<UninstallOptions, "dryRun" | "timeoutMs" | "signal">,
): Promise<number> {
  for (const population of populations) await deleteObjects(client, population, options);
  return countObjects(populations);
}

async function objectsOf(client: Client, kind: Kind, signal: AbortSignal): Promise<KubeObject[]> {
  const objects: KubeObject[] = [];
  for await (const object of listAll(client, kind, { signal })) objects.push(object);
  return objects;
}

/**
 * A kind whose names another kind has was never served, and has no objects. A kind that was served once stays served.
 */
function wasServed({ status }: CustomResourceDefinition): boolean {
  return status?.conditions?.some(({ type, status: state }) => type === "Established" && state === "True") === true;
}

async function deleteObjects(
  client: Client,
  { kind, objects }: Population,
  options: Pick<UninstallOptions, "dryRun" | "timeoutMs" | "signal">,
): Promise<void> {
  if (kind === undefined || objects.length === 0) return;
  const { signal, dryRun, timeoutMs } = options;
  for (const { metadata } of objects) await client.delete(kind, metadata, { dryRun, signal });
  if (dryRun) return;
  const isEmpty = async (): Promise<boolean> => (await objectsOf(client, kind, signal)).length === 0;
  if (!(await until(isEmpty, { timeoutMs, signal })))
    throw finalizersPending(kind, await objectsOf(client, kind, signal), timeoutMs);
}

function finalizersPending(kind: Kind, left: readonly KubeObject[], timeoutMs: number): TsopError {
  const finalizers = [...new Set(left.flatMap(({ metadata }) => metadata.finalizers ?? []))];
  return new TsopError(
    "cluster/finalizers-pending",
    `${left.length} objects of ${kind.kind} still exist after ${timeoutMs / 1000} s: ${someNames(left)}`,
    {
      hint:
        finalizers.length === 0
          ? "A client creates them again: stop it, then repeat the command."
          : `They wait for their finalizers (${finalizers.join(", ")}). Start the operator that removes them, then repeat the command.`,
    },
  );
}

/** @throws TsopError `cluster/finalizers-pending` */
export async function deleteCrd(
  client: Client,
  name: string,
  { signal, dryRun, timeoutMs, wait = true }: Omit<UninstallOptions, "deleteData">,
): Promise<void> {
  await client.delete(CustomResourceDefinition, { name }, { dryRun, signal });
  if (dryRun || !wait) return;
  const isGone = async (): Promise<boolean> =>
    (await client.get(CustomResourceDefinition, { name }, { signal })) === undefined;
  if (await until(isGone, { timeoutMs, signal })) return;
  throw new TsopError("cluster/finalizers-pending", `${name} still exists after ${timeoutMs / 1000} s`, {
    hint: `See what blocks the deletion: \`kubectl get crd ${name} -o yaml\`.`,
  });
}

/** Returns the first few names, as `namespace/name`. */
function someNames(objects: readonly KubeObject[]): string {
  const names = objects.slice(0, 5).map(({ metadata }) => showKey(metadata));
  return `${names.join(", ")}${objects.length > names.length ? ", …" : ""}`;
}
