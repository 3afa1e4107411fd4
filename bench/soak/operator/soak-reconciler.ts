import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  applyIfDifferent,
  type Client,
  createOrUpdate,
  done,
  type EventRecorder,
  getControllerOf,
  type Reader,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  requeueAfter,
  setControllerReference,
  updateStatusIfChanged,
  withFinalizer,
  type Written,
} from "tsop";
import { ConfigMap } from "tsop/k8s/core/v1";
import { externalName, finalizer, Soak, tierLabel } from "../kinds.js";

export interface SoakReconcilerParts {
  readonly client: Client;
  readonly live: Reader;
  readonly events: EventRecorder;
  /**
   * The files in this folder represent external resources of an operator: no garbage collector deletes them after their
   * owner.
   */
  readonly externalFolder: string;
}

/** Keeps a ConfigMap, an external resource, and a status that ripens after a while for each Soak. */
export class SoakReconciler implements Reconciler {
  readonly #parts: SoakReconcilerParts;

  constructor(parts: SoakReconcilerParts) {
    this.#parts = parts;
  }

  async reconcile(request: ReconcileRequest, { signal }: ReconcileContext): Promise<ReconcileResult> {
    const { client } = this.#parts;
    const soak = await client.get(Soak, request);
    await this.#deleteOrphan(request, soak?.metadata.uid, signal);
    if (soak === undefined) return done();
    return withFinalizer(client, soak, {
      finalizer,
      signal,
      reconcile: (held) => this.#bringAbout(held, signal),
      cleanUp: (deleted) => this.#cleanUp(deleted, signal),
    });
  }

  async #bringAbout(soak: Soak, signal: AbortSignal): Promise<ReconcileResult> {
    const { client, events } = this.#parts;
    const { result } = await this.#writeConfigMap(soak, signal);
    if (result !== "unchanged") {
      events.event(soak, { type: "Normal", reason: "Written", action: "Write", note: `ConfigMap ${result}` });
    }
    if (!(await this.#makeExternal(soak, signal))) return done();
    const { generation = 0 } = soak.metadata;
    const isSeen = soak.status?.observedGeneration === generation;
    const ripeAt = (isSeen ? soak.status?.ripeAt : undefined) ?? Date.now() + soak.spec.ripensInMs;
    const leftMs = ripeAt - Date.now();
    await updateStatusIfChanged(
      client,
      soak,
      (draft) => {
        const phase = leftMs <= 0 ? "Ripe" : "Green";
        draft.status = { observedGeneration: generation, value: soak.spec.value, ripeAt, phase };
      },
      { signal },
    );
    return leftMs <= 0 ? done() : requeueAfter(leftMs);
  }

  /** Writes the ConfigMap, in one way for half of the objects and in another for the rest. */
  async #writeConfigMap(soak: Soak, signal: AbortSignal): Promise<Written<ConfigMap>> {
    const { client } = this.#parts;
    const { name, namespace = "", labels } = soak.metadata;
    const wanted: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace } };
    const fill = (map: ConfigMap): void => {
      map.metadata.labels = { ...map.metadata.labels, [tierLabel]: labels?.[tierLabel] ?? "" };
      map.data = { ...map.data, value: soak.spec.value };
      setControllerReference(soak, map);
    };
    if (/[02468]$/.test(name)) return createOrUpdate(client, wanted, fill, { signal });
    fill(wanted);
    return applyIfDifferent(client, wanted, { force: true, signal });
  }

  /**
   * Creates the external resource. Returns false if the object no longer exists: the cache may be stale, and no garbage
   * collector cleans up external resources.
   */
  async #makeExternal(soak: Soak, signal: AbortSignal): Promise<boolean> {
    const file = this.#fileOf(soak);
    if (existsSync(file)) return true;
    const current = await this.#parts.live.get(Soak, soak.metadata, { signal });
    if (current?.metadata.uid !== soak.metadata.uid || current?.metadata.deletionTimestamp !== undefined) return false;
    // The external system must reject a leader that was frozen until another leader did its work.
    if (existsSync(this.#tombstoneOf(soak))) return false;
    writeFileSync(file, "");
    return true;
  }

  /** Cleans up in two rounds, so that a deletion also waits for a timer. */
  async #cleanUp(soak: Soak, signal: AbortSignal): Promise<ReconcileResult> {
    const file = this.#fileOf(soak);
    writeFileSync(this.#tombstoneOf(soak), "");
    if (existsSync(file)) {
      rmSync(file);
      return requeueAfter(20);
    }
    await this.#deleteConfigMap(soak, signal);
    return done();
  }

  /**
   * Does the work of Kubernetes' garbage collector, which does not run here. A leader with a stale cache may create a
   * ConfigMap for a deleted object.
   */
  async #deleteOrphan(key: ReconcileRequest, knownUid: string | undefined, signal: AbortSignal): Promise<void> {
    const { client, live } = this.#parts;
    const map = await client.get(ConfigMap, key);
    const owner = map === undefined ? undefined : getControllerOf(map);
    if (map === undefined || owner?.kind !== Soak.kind || owner.uid === knownUid) return;
    const soak = await live.get(Soak, key, { signal });
    if (soak?.metadata.uid !== owner.uid) await this.#delete(map, signal);
  }

  /** Reads from the API server, because no later run checks again. */
  async #deleteConfigMap({ metadata }: Soak, signal: AbortSignal): Promise<void> {
    const map = await this.#parts.live.get(ConfigMap, metadata, { signal });
    const owner = map === undefined ? undefined : getControllerOf(map);
    if (map !== undefined && (owner === undefined || owner.uid === metadata.uid)) await this.#delete(map, signal);
  }

  async #delete({ metadata }: ConfigMap, signal: AbortSignal): Promise<void> {
    const { uid } = metadata;
    const key = { namespace: metadata.namespace ?? "", name: metadata.name };
    await this.#parts.client.delete(ConfigMap, key, {
      signal,
      ...(uid === undefined ? {} : { preconditions: { uid } }),
    });
  }

  #fileOf(soak: Soak): string {
    return path.join(this.#parts.externalFolder, externalName(soak.metadata));
  }

  #tombstoneOf(soak: Soak): string {
    return path.join(this.#parts.externalFolder, "gone", externalName(soak.metadata));
  }
}
