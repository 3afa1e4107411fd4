import { randomUUID } from "node:crypto";
import type { BootstrapObject } from "../kinds/bootstrap/bootstrap-objects.js";
import type { Store } from "../storage/store.js";

const rootCertificateName = "kube-root-ca.crt";

/** Stores what a fresh server holds, as far as it is not there yet. `now`: as in objects. */
export function storeBootstrapObjects(store: Store, objects: readonly BootstrapObject[], now: string): void {
  for (const { storageKey, object } of objects) {
    const { namespace = "", name = "" } = object.metadata;
    const found = store.get(storageKey, namespace, name);
    // A server that starts again has another certificate authority and another port.
    const isOfThisStart = name === rootCertificateName || storageKey === "services";
    if (found !== undefined && isOfThisStart) store.replace(storageKey, found, { ...object, metadata: found.metadata });
    if (found !== undefined) continue;
    const metadata = { ...object.metadata, uid: randomUUID(), creationTimestamp: now };
    store.create(storageKey, { ...object, metadata });
  }
}
