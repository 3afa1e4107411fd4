/** Gives each namespace its service account and the server's certificate authority. Source: kubernetes/pkg/controller/serviceaccount, certificates/rootcacertpublisher. */
import { defaultServiceAccount, rootCertificateConfigMap } from "../kinds/bootstrap/namespace-objects.js";
import { storageKeyOf } from "../resource.js";
import type { ControllerObjects } from "./controller-objects.js";
import type { WorkQueue } from "./work-queue.js";

const namespaces = storageKeyOf("", "namespaces");
const kept = new Set([storageKeyOf("", "serviceaccounts"), storageKeyOf("", "configmaps")]);

export class NamespaceDefaults {
  readonly #objects: ControllerObjects;
  readonly #caCertificate: string;
  readonly #queue: WorkQueue;
  readonly #unsubscribe: () => void;

  constructor(objects: ControllerObjects, caCertificate: string) {
    this.#objects = objects;
    this.#queue = objects.queues.create((name) => this.#fill(name));
    this.#caCertificate = caCertificate;
    this.#unsubscribe = objects.parts.store.subscribeToAll((storageKey, { type, object }) => {
      if (storageKey === namespaces && type === "ADDED") this.#queue.add(object.metadata.name ?? "");
      // What is deleted by hand comes back.
      if (kept.has(storageKey) && type === "DELETED") this.#queue.add(object.metadata.namespace ?? "");
    });
  }

  stop(): void {
    this.#unsubscribe();
    this.#queue.stop();
  }

  async #fill(namespace: string): Promise<void> {
    const found = this.#objects.parts.store.get(namespaces, "", namespace);
    if (found === undefined || found.metadata.deletionTimestamp !== undefined) return;
    const objects = {
      serviceaccounts: defaultServiceAccount(namespace),
      configmaps: rootCertificateConfigMap(namespace, this.#caCertificate),
    };
    for (const [name, object] of Object.entries(objects)) {
      const resource = this.#objects.resource(storageKeyOf("", name));
      if (resource !== undefined) await this.#objects.ensure(resource, object);
    }
  }
}
