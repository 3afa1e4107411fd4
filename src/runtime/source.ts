import { TsopError } from "../core/errors.js";
import { parseApiVersion } from "../core/gvk.js";
import type { ObjectMetadata } from "../kube/client.js";
import { freezeObject } from "../kube/json.js";
import type { DeepReadonly, Kind, KubeObject } from "../kube/objects.js";
import type { InformerView } from "./cache/informer.js";
import type { Cluster } from "./cluster.js";
import type { Predicate } from "./predicates.js";
import type { ReconcileRequest } from "./reconcile.js";

/**
 * Returns the objects to reconcile when another object has changed. Must not modify the object (it is the cache's own,
 * and frozen). For an update, it is also called with the previous state. If it fails, the error is logged, and the
 * change causes no reconcile.
 *
 * @example
 * ```ts
 * import type { MapFunction } from "tsop";
 * import type { Secret } from "tsop/k8s/core/v1";
 *
 * export const toBarOfSameName: MapFunction<Secret> = ({ metadata }) => [
 *   { namespace: metadata.namespace ?? "", name: metadata.name },
 * ];
 * ```
 */
export type MapFunction<T extends KubeObject> = (
  object: DeepReadonly<T>,
) => readonly ReconcileRequest[] | Promise<readonly ReconcileRequest[]>;

/** The settings of a watch. */
export interface WatchSettings<T extends KubeObject = KubeObject> {
  /** The predicates that a change must all pass. Default: all changes count. */
  readonly predicates?: readonly Predicate<T>[];
  /**
   * Lets the controller start without the kind: for a CRD that not every cluster has. Once the CRD is installed, its
   * objects are watched like all others; reading them earlier is an error (`cluster/kind-not-served`). Default false:
   * the controller waits for the kind.
   */
  readonly isOptional?: boolean;
}

export interface OwnsSettings<T extends KubeObject = KubeObject> extends WatchSettings<T> {
  /**
   * Whether a change requests a reconcile of every owner, not only of the owner that is the controller. Default false.
   */
  readonly matchEveryOwner?: boolean;
}

/** The settings of a watch on a kind that the controller neither reconciles nor creates. */
export interface WatchesSettings<T extends KubeObject = KubeObject> extends WatchSettings<T> {
  /** The cluster to watch, which must have been passed to `manager.add`. Default: the manager's own. */
  readonly cluster?: Cluster;
}

/**
 * The settings of a watch on metadata only.
 *
 * @example
 * ```ts
 * import { generationChanged, type OnlyMetadata, type OwnsSettings } from "tsop";
 * import type { Secret } from "tsop/k8s/core/v1";
 *
 * export const settings: OnlyMetadata<OwnsSettings, Secret> = { onlyMetadata: true, predicates: [generationChanged] };
 * ```
 */
export type OnlyMetadata<Settings extends WatchSettings, T extends KubeObject> = Omit<Settings, "predicates"> & {
  /**
   * Watches and caches only the metadata. Use it for kinds with large or many objects whose other fields the operator
   * does not need. `client.metadata` then reads from the cache; whole objects are read from the API server.
   */
  readonly onlyMetadata: true;
  readonly predicates?: readonly Predicate<ObjectMetadata<T>>[];
};

/** Returns which part of a source's objects is watched. */
export function viewOf({ settings }: Source): InformerView {
  return settings.onlyMetadata === true ? "metadata" : "whole";
}

/** A source of a controller's requests. */
export type Source = {
  readonly of: Kind;
  readonly settings: WatchesSettings & { readonly onlyMetadata?: boolean };
} & (
  | { readonly kind: "for" }
  | { readonly kind: "owns"; readonly matchEveryOwner: boolean }
  | { readonly kind: "watches"; readonly map: MapFunction<KubeObject> }
);

/**
 * The settings that a builder accepts for a kind. It calls predicates and map functions only with objects of their own
 * kind.
 */
export type AnySettings = Omit<OwnsSettings & WatchesSettings, "predicates"> & {
  readonly predicates?: readonly unknown[];
};

export function forSource(of: Kind, settings: AnySettings): Source {
  return { kind: "for", of, settings: settings as Source["settings"] };
}

export function ownsSource(of: Kind, settings: AnySettings): Source {
  const { matchEveryOwner = false } = settings;
  return { kind: "owns", of, settings: settings as Source["settings"], matchEveryOwner };
}

export function watchesSource(
  of: Kind,
  map: (object: never) => ReturnType<MapFunction<KubeObject>>,
  settings: AnySettings,
): Source {
  return { kind: "watches", of, settings: settings as Source["settings"], map: map as MapFunction<KubeObject> };
}

/** The kind that a controller reconciles. */
export interface Reconciled {
  readonly kind: Kind;
  readonly isNamespaced: boolean;
}

/** Returns the requests that a change of `object` causes. */
export function toRequests(
  source: Source,
  object: KubeObject,
  reconciled: Reconciled,
): readonly ReconcileRequest[] | Promise<readonly ReconcileRequest[]> {
  const { name, namespace = "" } = object.metadata;
  switch (source.kind) {
    case "for":
      return [{ namespace, name }];
    case "owns":
      return ownersOf(object, reconciled, source.matchEveryOwner).map((owner) => ({
        namespace: reconciled.isNamespaced ? namespace : "",
        name: owner,
      }));
    case "watches":
      return source.map(freezeObject(object));
  }
}

/** Returns the names of the owners of the kind, in any of its versions. At most one of them is the controller. */
function ownersOf({ metadata }: KubeObject, { kind }: Reconciled, isAnyOwner: boolean): string[] {
  return (metadata.ownerReferences ?? [])
    .filter((owner) => (isAnyOwner || owner.controller === true) && owner.kind === kind.kind)
    .filter((owner) => parseApiVersion(owner.apiVersion).group === kind.group)
    .map((owner) => owner.name);
}

/**
 * A source of requests that do not come from objects of the cluster: a webhook of a Git server, a timer, a queue.
 *
 * @example
 * ```ts
 * import type { RequestSource } from "tsop";
 *
 * export const everyHour: RequestSource = {
 *   start(enqueue, signal) {
 *     const timer = setInterval(() => enqueue({ namespace: "default", name: "main" }), 60 * 60 * 1000);
 *     signal.addEventListener("abort", () => clearInterval(timer), { once: true });
 *   },
 * };
 * ```
 */
export interface RequestSource {
  /**
   * Called once, when the workers of the controller start. If it returns a promise, the controller waits for it only
   * when it stops; an error that it throws stops the manager.
   *
   * @param enqueue - requests a run. Has no effect after the signal fires
   * @param signal - fires when the controller stops
   */
  start(enqueue: (request: ReconcileRequest) => void, signal: AbortSignal): Promise<void> | void;
}

/**
 * A source that other code sends requests to. Requests that are sent before the controller runs wait for it. A channel
 * belongs to one controller.
 *
 * @example
 * ```ts
 * import { type Manager, type Reconciler, RequestChannel } from "tsop";
 * import { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export function setUp(manager: Manager, reconciler: Reconciler): RequestChannel {
 *   const channel = new RequestChannel();
 *   manager.controller("config").for(ConfigMap).watchesRaw(channel).complete(reconciler);
 *   return channel; // channel.send({ namespace: "default", name: "web" })
 * }
 * ```
 */
export class RequestChannel implements RequestSource {
  readonly #waiting: ReconcileRequest[] = [];
  #enqueue: ((request: ReconcileRequest) => void) | undefined;

  send(request: ReconcileRequest): void {
    if (this.#enqueue === undefined) this.#waiting.push(request);
    else this.#enqueue(request);
  }

  /** @throws TsopError `runtime/invalid-wiring` if another controller already uses the channel */
  start(enqueue: (request: ReconcileRequest) => void): void {
    if (this.#enqueue !== undefined) {
      throw new TsopError("runtime/invalid-wiring", "a request channel can serve only one controller", {
        hint: "Create a channel for each controller.",
      });
    }
    this.#enqueue = enqueue;
    for (const request of this.#waiting.splice(0)) enqueue(request);
  }
}
