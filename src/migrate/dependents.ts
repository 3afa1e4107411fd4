/** Finds the dependents of old objects, and gives them to the new ones. */
import { parseApiVersion } from "../core/gvk.js";
import { isConflict, isNotFound } from "../kube/api-error.js";
import { mergePatch, type ObjectMetadata } from "../kube/client.js";
import type { DeepReadonly, Kind, KubeObject, OwnerReference } from "../kube/objects.js";
import { listAll } from "../kube/pages.js";
import type { Manager } from "../runtime/manager.js";
import type { ReconcileRequest } from "../runtime/reconcile.js";
import { keyOf } from "./marks.js";
import type { Stored } from "./next-step.js";

/** A dependent, identified by its kind and its metadata. */
export interface Dependent {
  readonly kind: Kind;
  readonly metadata: KubeObject["metadata"];
}

type Owner = Pick<OwnerReference, "apiVersion" | "kind" | "name" | "uid">;

/** The dependents of one migration's old objects, from the manager's cache and from one list per namespace. */
export class Dependents {
  readonly #manager: Manager;
  readonly #from: Kind;
  readonly #kinds: readonly Kind[];
  /** The dependents that a list after the start has shown: by namespace, and by the UID of their owner. */
  readonly #listed = new Map<string, Promise<Map<string, Dependent[]>>>();

  /** Whether the old kind is namespaced: as soon as an old object shows it. */
  #isNamespaced: boolean | undefined;

  constructor(manager: Manager, from: Kind, kinds: readonly Kind[]) {
    this.#manager = manager;
    this.#from = from;
    this.#kinds = kinds;
    for (const kind of kinds) {
      manager.cacheFor(kind).index(this.#index, (object) => this.#ownersOf(object).map(({ uid }) => uid));
    }
  }

  /** Returns the requests for the old objects that own an object. */
  requestsOf(object: DeepReadonly<KubeObject>): ReconcileRequest[] {
    if (this.#isNamespaced === undefined) return []; // each old object gets a request when it appears
    const namespace = this.#isNamespaced ? (object.metadata.namespace ?? "") : "";
    return this.#ownersOf(object).map(({ name }) => ({ namespace, name }));
  }

  /**
   * Returns the dependents of an old object. The previous operator may have created one that the cache does not contain
   * yet, so the first call for a namespace lists them on the API server: this process leads now, and the previous one
   * has stopped writing.
   */
  async of({ metadata: { uid = "", namespace } }: Stored, signal: AbortSignal): Promise<Dependent[]> {
    this.#isNamespaced = namespace !== undefined;
    const found = new Map<string, Dependent>();
    const add = (dependent: Dependent): void => void found.set(dependent.metadata.uid ?? "", dependent);
    for (const dependent of (await this.#listedIn(namespace, signal)).get(uid) ?? []) add(dependent);
    const { client } = this.#manager;
    for (const kind of this.#kinds) {
      const options = { indexes: { [this.#index]: uid }, shared: true, signal } as const;
      const { items } = await client.list(kind, namespace === undefined ? options : { ...options, namespace });
      for (const { metadata } of items) add({ kind, metadata: metadata as KubeObject["metadata"] });
    }
    return [...found.values()];
  }

  /** Replaces the old owner of the dependents by the new one. */
  async handOver(dependents: readonly Dependent[], old: Stored, owner: Owner, signal: AbortSignal): Promise<void> {
    const { uid = "", namespace } = old.metadata;
    for (const dependent of dependents) await this.#handOverOne(dependent, uid, owner, signal);
    (await this.#listedIn(namespace, signal)).delete(uid);
  }

  async #handOverOne({ kind, metadata }: Dependent, uid: string, owner: Owner, signal: AbortSignal): Promise<void> {
    const { client, apiReader } = this.#manager;
    const key = keyOf({ metadata });
    let current: KubeObject["metadata"] | undefined = metadata;
    while (current !== undefined && current.uid === metadata.uid && isOwnedBy(current, uid)) {
      const { resourceVersion, ownerReferences = [] } = current;
      const others = ownerReferences.filter((each) => each.uid !== owner.uid);
      const owners = others.map((each) => (each.uid === uid ? { ...each, ...owner } : each));
      const patch = mergePatch({ metadata: { uid: metadata.uid, resourceVersion, ownerReferences: owners } });
      try {
        await client.patch(kind, key, patch, { signal });
        return;
      } catch (error) {
        if (isNotFound(error)) return;
        if (!isConflict(error)) throw error;
        current = (await apiReader.get(kind, key, { signal }))?.metadata;
      }
    }
  }

  get #index(): string {
    return `migrate.tsop.dev/${this.#from.kind}.${this.#from.group}`;
  }

  #ownersOf({ metadata }: DeepReadonly<KubeObject>): readonly DeepReadonly<OwnerReference>[] {
    return (metadata.ownerReferences ?? []).filter(
      ({ kind, apiVersion }) => kind === this.#from.kind && parseApiVersion(apiVersion).group === this.#from.group,
    );
  }

  #listedIn(namespace: string | undefined, signal: AbortSignal): Promise<Map<string, Dependent[]>> {
    const key = namespace ?? "";
    const known = this.#listed.get(key);
    if (known !== undefined) return known;
    const listing = this.#list(namespace, signal);
    this.#listed.set(key, listing);
    listing.catch(() => this.#listed.delete(key));
    return listing;
  }

  async #list(namespace: string | undefined, signal: AbortSignal): Promise<Map<string, Dependent[]>> {
    const options = namespace === undefined ? { signal } : { namespace, signal };
    const found = new Map<string, Dependent[]>();
    for (const kind of this.#kinds) {
      const objects: AsyncIterable<ObjectMetadata<KubeObject>> = listAll(this.#manager.client.metadata, kind, options);
      for await (const object of objects) {
        for (const { uid } of this.#ownersOf(object)) {
          found.set(uid, [...(found.get(uid) ?? []), { kind, metadata: object.metadata }]);
        }
      }
    }
    return found;
  }
}

function isOwnedBy({ ownerReferences }: KubeObject["metadata"], uid: string): boolean {
  return ownerReferences?.some((owner) => owner.uid === uid) === true;
}
