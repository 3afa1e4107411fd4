/**
 * Creates the service account and the server's certificate authority in each namespace. Source:
 * kubernetes/pkg/controller/serviceaccount, certificates/rootcacertpublisher.
 */
import { defaultServiceAccount, rootCertificateConfigMap } from "../kinds/bootstrap/namespace-objects.js";
import { storageKeyOf } from "../resource.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

const namespaces = storageKeyOf("", "namespaces");
const kept = new Set([storageKeyOf("", "serviceaccounts"), storageKeyOf("", "configmaps")]);

export function fillNamespaces(objects: ControllerObjects, caCertificate: string): Stoppable {
  const { store } = objects.parts;
  const queue = objects.queues.create(async (namespace) => {
    const found = store.get(namespaces, "", namespace);
    if (found === undefined || found.metadata.deletionTimestamp !== undefined) return;
    const defaults = {
      serviceaccounts: defaultServiceAccount(namespace),
      configmaps: rootCertificateConfigMap(namespace, caCertificate),
    };
    for (const [name, object] of Object.entries(defaults)) {
      await objects.ensure(objects.builtIn(storageKeyOf("", name)), object);
    }
  });
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object }) => {
      if (storageKey === namespaces && type === "ADDED") queue.add(object.metadata.name ?? "");
      // Recreate objects that a client deletes.
      if (kept.has(storageKey) && type === "DELETED") queue.add(object.metadata.namespace ?? "");
    }),
  );
}
