/**
 * Creates the service account and the server's certificate authority in each namespace, and restores them. Source:
 * kubernetes/pkg/controller/serviceaccount, certificates/rootcacertpublisher.
 */
import { isSameJson } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { defaultServiceAccount, rootCertificateConfigMap } from "../kinds/bootstrap/namespace-objects.js";
import { storageKeyOf } from "../resource.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

const namespaces = storageKeyOf("", "namespaces");
const kept = new Set([storageKeyOf("", "serviceaccounts"), storageKeyOf("", "configmaps")]);

function isDefault({ metadata }: ApiObject): boolean {
  return metadata.name === "default" || metadata.name === "kube-root-ca.crt";
}

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
    await restore(defaults.configmaps);
  });
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object }) => {
      if (storageKey === namespaces && type === "ADDED") queue.add(object.metadata.name ?? "");
      // Restore objects that a client deletes or changes.
      if (kept.has(storageKey) && isDefault(object) && type !== "ADDED") queue.add(object.metadata.namespace ?? "");
    }),
  );

  /** Restores the data and the description of the ConfigMap; a client may add other metadata. */
  async function restore(wanted: ApiObject): Promise<void> {
    const { namespace = "", name = "", annotations: description = {} } = wanted.metadata;
    const found = store.get(storageKeyOf("", "configmaps"), namespace, name);
    if (found === undefined) return;
    const isDescribed = Object.keys(description).every((key) => (found.metadata.annotations?.[key] ?? "") !== "");
    if (isSameJson(found["data"], wanted["data"]) && isDescribed) return;
    await objects.update(objects.builtIn(storageKeyOf("", "configmaps")), found, (live) => ({
      ...live,
      metadata: { ...live.metadata, annotations: { ...live.metadata.annotations, ...description } },
      data: wanted["data"],
    }));
  }
}
