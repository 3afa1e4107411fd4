/** Removes an operator from a cluster: its data while it still runs, then its workload, and its CRDs last. */
import { TsopError } from "../../core/errors.js";
import { toApiVersion } from "../../core/gvk.js";
import { ConfigMap, Namespace, Pod } from "../../k8s/core/v1.js";
import { isKindNotServed } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import { type KubeObject, unstructured } from "../../kube/objects.js";
import { CustomResourceDefinition } from "../crd.js";
import { type Deadline, showDuration, until, type Waiting } from "../poll.js";
import { countObjects, deleteCrd, deletePopulations, populationsOf, refusePopulated } from "../uninstall-crds.js";
import type { DeployedObject } from "./apply-object.js";
import type { InventoryEntry, InventoryPlace } from "./inventory.js";
import { showId } from "./object-id.js";
import { isWorkload } from "./plan.js";
import { foreign, inReverse, isOurs, objectOf, removeEntry } from "./prune.js";

export interface UndeployOptions extends Waiting {
  /** Deletes the objects of the operator's kinds, and its volume claims, instead of stopping because of them. */
  readonly deleteData: boolean;
  readonly dryRun: boolean;
  readonly wait: boolean;
  /** This command, for messages: `npm run undeploy --`. */
  readonly command: string;
  /** Called with the next deletion; `onRemoved` reports the result afterwards. */
  readonly onStep: (text: string) => void;
  readonly onRemoved: (removed: DeployedObject) => void;
  /** Called for each object that is kept, with the reason. */
  readonly onKept: (text: string) => void;
}

/**
 * Removes the objects of the entries.
 *
 * @returns the number of deleted objects of the operator's kinds
 * @throws TsopError `cluster/objects-exist`, `cluster/finalizers-pending`
 */
export async function undeploy(
  client: HttpClient,
  entries: readonly InventoryEntry[],
  inventory: InventoryPlace,
  options: UndeployOptions,
): Promise<number> {
  const { deadline, signal, dryRun, wait, onProgress, deleteData, command } = options;
  const isOf = (group: string, kind: string) => (entry: InventoryEntry) => entry.group === group && entry.kind === kind;
  const named = entries.filter(isOf("apiextensions.k8s.io", "CustomResourceDefinition"));
  const namespaces = entries.filter(isOf("", "Namespace"));
  const others = inReverse(entries.filter((entry) => !named.includes(entry) && !namespaces.includes(entry)));
  const crds = await withoutForeign(client, named, options);

  const populations = await populationsOf(client, crds.map(objectOf), signal);
  refusePopulated(populations, deleteData, command);
  const count = countObjects(populations);
  if (count > 0) onProgress(`deleting ${count} objects, and waiting for their finalizers`);
  await deletePopulations(client, populations, { dryRun, timeoutMs: deadline.left(), signal });

  // Webhooks are deleted before the pods that serve them, accounts and permissions after the pods that use them.
  const isUsed = (entry: InventoryEntry): boolean => isWorkload(objectOf(entry));
  const firstSetting = others.findLastIndex(isUsed) + 1;
  const workloads: KubeObject[] = [];
  for (const entry of others.slice(0, firstSetting)) {
    const removed = await remove(client, entry, options);
    if (removed?.before !== undefined && isUsed(entry)) workloads.push(removed.before);
  }
  if (wait && !dryRun) for (const workload of workloads) await waitForPods(client, workload, options);
  for (const entry of others.slice(firstSetting)) {
    if (entry.kind === "PersistentVolumeClaim" && !deleteData)
      options.onKept(`${showId(entry)} is kept: it contains data`);
    else await remove(client, entry, options);
  }
  if (!dryRun) await client.delete(ConfigMap, inventory, { signal });
  for (const entry of namespaces) await removeNamespace(client, entry, options);
  await removeCrds(client, crds, options);
  return count;
}

/** Keeps CRDs that another user has created. The objects of their kinds do not prevent the removal. */
async function withoutForeign(
  client: HttpClient,
  crds: readonly InventoryEntry[],
  { signal, onKept }: UndeployOptions,
): Promise<InventoryEntry[]> {
  const own: InventoryEntry[] = [];
  for (const entry of crds) {
    const crd = await client.get(CustomResourceDefinition, { name: entry.name }, { signal });
    if (crd === undefined || isOurs(crd, entry)) own.push(entry);
    else onKept(foreign(entry));
  }
  return own;
}

async function remove(
  client: HttpClient,
  entry: InventoryEntry,
  { signal, dryRun, onStep, onRemoved, onKept }: UndeployOptions,
): Promise<DeployedObject | undefined> {
  signal.throwIfAborted();
  onStep(`deleting ${showId(entry)}`);
  const removal = await removeEntry(client, entry, { dryRun, signal, change: "deleted" });
  switch (removal.kind) {
    case "gone":
      return undefined;
    case "foreign":
      onKept(foreign(entry));
      return undefined;
    case "removed":
      onRemoved(removal.removed);
      return removal.removed;
  }
}

interface Selecting extends KubeObject {
  readonly spec?: { readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> } };
}

async function waitForPods(client: HttpClient, workload: Selecting, options: UndeployOptions): Promise<void> {
  const { namespace = "", name } = workload.metadata;
  const labels = workload.spec?.selector?.matchLabels;
  if (labels === undefined || Object.keys(labels).length === 0) return;
  const { deadline, signal, onProgress } = options;
  const areGone = async (): Promise<boolean> => {
    const { length } = (await client.metadata.list(Pod, { namespace, labels, signal })).items;
    if (length > 0)
      onProgress(`waiting for ${length === 1 ? "a pod" : `${length} pods`} of ${workload.kind} ${name} to end`);
    return length === 0;
  };
  if (await until(areGone, { timeoutMs: deadline.left(), signal })) return;
  throw stillThere(`pods of ${workload.kind} ${namespace}/${name}`, deadline);
}

/**
 * Deletes a namespace, unless it contains objects that tsop did not create: a deleted namespace deletes all its
 * contents.
 */
async function removeNamespace(client: HttpClient, entry: InventoryEntry, options: UndeployOptions): Promise<void> {
  const { signal, dryRun, deadline, wait, onProgress, onKept } = options;
  const { name } = entry;
  const tenants = dryRun ? [] : await tenantsOf(client, name, signal);
  if (tenants.length > 0) {
    onKept(`Namespace ${name} is kept: it contains ${tenants.join(", ")}`);
    return;
  }
  const removed = await remove(client, entry, options);
  if (removed === undefined || dryRun || !wait) return;
  onProgress(`waiting for the deletion of namespace ${name}`);
  const isGone = async (): Promise<boolean> => (await client.get(Namespace, { name }, { signal })) === undefined;
  if (!(await until(isGone, { timeoutMs: deadline.left(), signal }))) throw stillThere(`Namespace ${name}`, deadline);
}

async function removeCrds(
  client: HttpClient,
  crds: readonly InventoryEntry[],
  { signal, dryRun, deadline, wait, deleteData, command, onStep, onRemoved }: UndeployOptions,
): Promise<void> {
  const populations = await populationsOf(client, crds.map(objectOf), signal);
  // Other users may have created objects since they were counted; no operator runs any more to remove their finalizers.
  refusePopulated(populations, dryRun && deleteData, command);
  for (const { crd } of populations) {
    signal.throwIfAborted();
    onStep(`deleting CustomResourceDefinition ${crd.metadata.name}`);
    await deleteCrd(client, crd.metadata.name, { dryRun, wait, signal, timeoutMs: Math.max(deadline.left(), 1000) });
    onRemoved({ object: crd, change: "deleted", before: crd, after: undefined });
  }
}

function stillThere(what: string, { timeoutMs }: Deadline): TsopError {
  return new TsopError("cluster/finalizers-pending", `${what} still existed after ${showDuration(timeoutMs)}`, {
    hint: "Look at their finalizers and events with `kubectl describe`, and repeat the command when the deletion ends.",
  });
}

// Finds the objects in a namespace of tsop that do not belong to tsop, and that would be deleted with the namespace.

/** The objects that Kubernetes creates in each namespace, or that describe other objects. */
const ofKubernetes: ReadonlySet<string> = new Set([
  "Event",
  "Endpoints",
  "EndpointSlice",
  "Lease",
  "PodMetrics",
  "ControllerRevision",
]);

/** Returns the first few objects, such as `PersistentVolumeClaim data`. */
async function tenantsOf(client: HttpClient, namespace: string, signal: AbortSignal): Promise<string[]> {
  const { resources } = await client.mapper.list();
  const listed = resources.filter(
    ({ namespaced, verbs, kind }) =>
      namespaced && verbs.includes("list") && verbs.includes("delete") && !ofKubernetes.has(kind),
  );
  const found: string[] = [];
  for (let start = 0; start < listed.length; start += atOnce) {
    const batch = listed.slice(start, start + atOnce).map(async ({ group, version, kind }) => {
      const { items } = await client.metadata
        .list(unstructured(toApiVersion(group, version), kind), { namespace, signal, limit: 20 })
        .catch(noneIfGone);
      return items.filter((item) => isTenant(kind, item)).map(({ metadata: { name } }) => `${kind} ${name}`);
    });
    found.push(...(await Promise.all(batch)).flat());
  }
  return [...new Set(found)].toSorted().slice(0, 5);
}

/** A kind may disappear while others are listed. */
function noneIfGone(error: unknown): { readonly items: readonly KubeObject[] } {
  if (isKindNotServed(error)) return { items: [] };
  throw error;
}

/** The number of kinds to list at the same time. */
const atOnce = 5;

/** Objects with an owner are deleted with it, and objects that are being deleted do not count. */
function isTenant(kind: string, { metadata }: KubeObject): boolean {
  if (metadata.deletionTimestamp !== undefined || (metadata.ownerReferences ?? []).length > 0) return false;
  if (kind === "ConfigMap") return metadata.name !== "kube-root-ca.crt";
  return !(kind === "ServiceAccount" && metadata.name === "default");
}
