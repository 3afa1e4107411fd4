/**
 * Records the deployed objects in a ConfigMap of the operator's namespace, with their UIDs, which distinguish them from
 * other objects of the same names. The next deployment can therefore find the objects that it no longer contains, and
 * deletes no object that another user has created in the meantime.
 */
import { TsopError } from "../../core/errors.js";
import { parseApiVersion, toApiVersion } from "../../core/gvk.js";
import { isJsonObject } from "../../core/json.js";
import { readJson } from "../../core/json-fields.js";
import { isForbidden } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import { type KubeObject, showKey } from "../../kube/objects.js";
import { ConfigMap } from "../../k8s/core/v1.js";
import { idKey, type ObjectId, idOf } from "./object-id.js";

export interface InventoryEntry extends ObjectId {
  readonly version: string;
  /** Empty while the object is about to be applied, so that a killed deployment has still recorded it. */
  readonly uid: string;
}

/** The location of an inventory. */
export interface InventoryPlace {
  readonly namespace: string;
  readonly name: string;
}

const nameEnd = "-tsop-inventory";
const managedByTsop = { "app.kubernetes.io/managed-by": "tsop" };

export function inventoryPlace(projectName: string, namespace: string): InventoryPlace {
  return { namespace, name: `${projectName}${nameEnd}` };
}

export function entryOf(object: KubeObject, uid = object.metadata.uid ?? ""): InventoryEntry {
  return { ...idOf(object), version: parseApiVersion(object.apiVersion).version, uid };
}

export function apiVersionOf({ group, version }: InventoryEntry): string {
  return toApiVersion(group, version);
}

/** Returns the entries of both lists; if both contain an object, the UID of the later entry wins, if it has one. */
export function mergeEntries(earlier: readonly InventoryEntry[], later: readonly InventoryEntry[]): InventoryEntry[] {
  const merged = new Map(earlier.map((entry) => [idKey(entry), entry]));
  for (const entry of later) {
    const known = merged.get(idKey(entry));
    merged.set(idKey(entry), entry.uid === "" && known !== undefined ? { ...entry, uid: known.uid } : entry);
  }
  return [...merged.values()];
}

/** Prints one entry per line, in a stable order. */
export function printEntries(entries: readonly InventoryEntry[]): string {
  const lines = entries
    .toSorted((left, right) => (idKey(left) < idKey(right) ? -1 : 1))
    .map(({ group, version, kind, namespace, name, uid }) =>
      JSON.stringify({ group, version, kind, namespace, name, uid }),
    );
  return lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n]`;
}

/** Returns undefined if the text is not an inventory. */
export function parseEntries(text: string): InventoryEntry[] | undefined {
  const value = readJson(text);
  return Array.isArray(value) && value.every(isEntry) ? value : undefined;
}

function isEntry(value: unknown): value is InventoryEntry {
  if (!isJsonObject(value)) return false;
  const names = ["group", "version", "kind", "namespace", "name", "uid"];
  if (!names.every((name) => typeof value[name] === "string")) return false;
  return value["version"] !== "" && value["kind"] !== "" && value["name"] !== "";
}

/** @throws TsopError `deploy/inventory-damaged` */
export async function readInventory(
  client: HttpClient,
  place: InventoryPlace,
  signal: AbortSignal,
): Promise<InventoryEntry[]> {
  const found = await client.get(ConfigMap, place, { signal });
  if (found === undefined) return [];
  const entries = parseEntries(found.data?.["objects"] ?? "");
  if (entries !== undefined) return entries;
  const problem = `ConfigMap ${showKey(place)}, the list of deployed objects, does not have the format that tsop writes`;
  throw new TsopError("deploy/inventory-damaged", problem, {
    hint: `Restore it, or delete it (\`kubectl delete configmap ${place.name} -n ${place.namespace}\`): tsop then deletes no objects of earlier deployments.`,
  });
}

export async function writeInventory(
  client: HttpClient,
  place: InventoryPlace,
  entries: readonly InventoryEntry[],
  signal: AbortSignal,
): Promise<void> {
  await client.apply<ConfigMap>(
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { ...place, labels: managedByTsop },
      data: { objects: printEntries(entries) },
    },
    { force: true, signal },
  );
}

/** An inventory in the cluster. */
export interface FoundInventory {
  readonly place: InventoryPlace;
  readonly entries: readonly InventoryEntry[];
}

/** Returns the inventories of all namespaces, except damaged ones; undefined if the user may not list them. */
export async function listInventories(client: HttpClient, signal: AbortSignal): Promise<FoundInventory[] | undefined> {
  try {
    const { items } = await client.list(ConfigMap, { labels: managedByTsop, signal });
    return items.flatMap(({ metadata: { namespace = "", name }, data }) => {
      const entries = name.endsWith(nameEnd) ? parseEntries(data?.["objects"] ?? "") : undefined;
      return entries === undefined ? [] : [{ place: { namespace, name }, entries }];
    });
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}
