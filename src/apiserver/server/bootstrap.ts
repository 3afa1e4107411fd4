import { randomUUID } from "node:crypto";
import type { BootstrapObject } from "../kinds/bootstrap/bootstrap-objects.js";
import type { Store } from "../storage/store.js";

const rootCertificateName = "kube-root-ca.crt";

/** Stores the objects of a fresh server that do not exist yet. `now`: in the format of object timestamps. */
export function storeBootstrapObjects(store: Store, objects: readonly BootstrapObject[], now: string): void {
  for (const { storageKey, object } of objects) {
    const { namespace = "", name = "" } = object.metadata;
    const found = store.get(storageKey, namespace, name);
    // A restarted server has another certificate authority and another port.
    const isOfThisStart = name === rootCertificateName || storageKey === "services";
    if (found !== undefined && isOfThisStart) store.replace(storageKey, found, { ...object, metadata: found.metadata });
    if (found !== undefined) continue;
    const metadata = { ...object.metadata, uid: randomUUID(), creationTimestamp: now };
    store.create(storageKey, { ...object, metadata });
  }
}
