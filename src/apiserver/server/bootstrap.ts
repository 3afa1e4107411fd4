import { randomUUID } from "node:crypto";
import type { BootstrapObject } from "../kinds/bootstrap/bootstrap-objects.js";
import { extensionTrustName } from "../kinds/bootstrap/extension-trust.js";
import { kubernetesEndpointKeys } from "../kinds/bootstrap/kubernetes-service.js";
import { reconcileRole } from "../kinds/bootstrap/reconcile-roles.js";
import type { Store } from "../storage/store.js";

const certificateNames = new Set(["kube-root-ca.crt", extensionTrustName]);

/**
 * Stores the objects of a fresh server that do not exist yet. Replaces and deletes those of an earlier start that had other
 * certificates, another port or another address. Adds to the roles of an earlier start what this version gives.
 *
 * @param now - in the format of object timestamps
 */
export function storeBootstrapObjects(store: Store, objects: readonly BootstrapObject[], now: string): void {
  for (const { storageKey, object } of objects) {
    const { namespace = "", name = "" } = object.metadata;
    const found = store.get(storageKey, namespace, name);
    const isOfThisStart = certificateNames.has(name) || name === "kubernetes";
    if (found !== undefined && isOfThisStart) store.replace(storageKey, found, { ...object, metadata: found.metadata });
    const reconciled = found === undefined ? undefined : reconcileRole(storageKey, found, object);
    if (found !== undefined && reconciled !== undefined) store.replace(storageKey, found, reconciled);
    if (found !== undefined) continue;
    const metadata = { ...object.metadata, uid: randomUUID(), creationTimestamp: now };
    store.create(storageKey, { ...object, metadata });
  }
  for (const storageKey of kubernetesEndpointKeys) {
    const isWanted = objects.some((each) => each.storageKey === storageKey);
    const found = store.get(storageKey, "default", "kubernetes");
    if (found !== undefined && !isWanted) store.remove(storageKey, found);
  }
}
