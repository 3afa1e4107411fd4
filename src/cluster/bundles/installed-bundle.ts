/** Where the cluster records the bundles that tsop runs. */
import { inventoryPlace, type InventoryEntry, type InventoryPlace, readInventory } from "../deploy/inventory.js";
import { bundleAnnotations } from "../../core/bundle-annotations.js";
import { Deployment } from "../../k8s/apps/v1.js";
import { Namespace } from "../../k8s/core/v1.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";

/** The bundle has an inventory of its own: `tsop deploy` can deploy a project with the name of the package. */
export function bundleInventory(packageName: string, namespace: string): InventoryPlace {
  return inventoryPlace(`${packageName}-bundle`, namespace);
}

/** Returns the package of an inventory; undefined if it does not belong to a bundle. */
export function packageOf(place: InventoryPlace): string | undefined {
  const [, name] = /^(.*)-bundle-tsop-inventory$/.exec(place.name) ?? [];
  return name;
}

export interface InstalledBundle {
  readonly entries: readonly InventoryEntry[];
  /** The ClusterServiceVersion, such as `demo.v0.1.0`; undefined if its Deployments do not exist. */
  readonly csv: { readonly name: string; readonly version: string } | undefined;
}

/** Returns undefined if tsop does not run the package in the namespace. */
export async function installedBundle(
  client: HttpClient,
  place: InventoryPlace,
  signal: AbortSignal,
): Promise<InstalledBundle | undefined> {
  const entries = await readInventory(client, place, signal);
  if (entries.length === 0) return undefined;
  for (const { kind, name, namespace } of entries) {
    if (kind !== "Deployment") continue;
    const { annotations = {} } = (await client.get(Deployment, { name, namespace }, { signal }))?.metadata ?? {};
    const bundle = annotations[bundleAnnotations.name];
    if (bundle !== undefined)
      return { entries, csv: { name: bundle, version: annotations[bundleAnnotations.version] ?? "" } };
  }
  return { entries, csv: undefined };
}

/** Returns the namespace of a bundle if tsop creates it. A namespace that another client created stays as it is. */
export async function ownNamespace(
  client: HttpClient,
  name: string,
  installed: InstalledBundle | undefined,
  signal: AbortSignal,
): Promise<KubeObject[]> {
  const object: KubeObject = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
  if (installed?.entries.some(({ group, kind }) => group === "" && kind === "Namespace") === true) return [object];
  const live = await client.get(Namespace, { name }, { signal });
  return live === undefined || live.metadata.deletionTimestamp !== undefined ? [object] : [];
}
