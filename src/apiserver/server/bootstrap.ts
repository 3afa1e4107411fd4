import { randomUUID } from "node:crypto";
import type { BootstrapObject } from "../kinds/bootstrap/bootstrap-objects.js";
import { extensionTrustName } from "../kinds/bootstrap/extension-trust.js";
import type { Store } from "../storage/store.js";

const certificateNames = new Set(["kube-root-ca.crt", extensionTrustName]);

/** Stores the objects of a fresh server that do not exist yet. `now`: in the format of object timestamps. */
export function storeBootstrapObjects(store: Store, objects: readonly BootstrapObject[], now: string): void {
  for (const { storageKey, object } of objects) {
    const { namespace = "", name = "" } = object.metadata;
    const found = store.get(storageKey, namespace, name);
    // A restarted server may have other certificate authorities and another port.
    const isOfThisStart = certificateNames.has(name) || storageKey === "services";
    if (found !== undefined && isOfThisStart) store.replace(storageKey, found, { ...object, metadata: found.metadata });
    if (found !== undefined) continue;
    const metadata = { ...object.metadata, uid: randomUUID(), creationTimestamp: now };
    store.create(storageKey, { ...object, metadata });
  }
}
