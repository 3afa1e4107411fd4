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
 * Says which objects to reconcile when some other object has changed. The object must not be changed (it is the cache's
 * own, and frozen). After an update it is called for the state before, too. When it fails, that is logged, and nothing
 * is reconciled for this change.
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

/** How a kind is watched. */
export interface WatchSettings<T extends KubeObject = KubeObject> {
  /** Which changes count: those that all of them let pass. Default: all changes. */
  readonly predicates?: readonly Predicate<T>[];
  /**
   * Let the controller start without the kind: for a CRD that is not in every cluster. Once it is installed, its objects
   * are watched like all others; reading them before is an error (`cluster/kind-not-served`). Default false: the controller
   * waits for it.
   */
  readonly isOptional?: boolean;
}

export interface OwnsSettings<T extends KubeObject = KubeObject> extends WatchSettings<T> {
  /** Whether every owner is asked for, and not just the one that is the controller. Default false. */
  readonly matchEveryOwner?: boolean;
}

/** How a kind is watched that the controller neither reconciles nor makes. */
export interface WatchesSettings<T extends KubeObject = KubeObject> extends WatchSettings<T> {
  /** Watch it in this cluster, which `manager.add` was given. Default: the manager's own. */
  readonly cluster?: Cluster;
}

/**
 * How a kind is watched of which only the metadata is wanted.
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
   * Watch, and keep, the metadata alone: of a kind that is large or has many objects, and of which the operator wants no
   * more. `client.metadata` reads it from the cache then; whole objects are read from the API server.
   */
  readonly onlyMetadata: true;
  readonly predicates?: readonly Predicate<ObjectMetadata<T>>[];
};

/** What is watched of the kind of a source. */
export function viewOf({ settings }: Source): InformerView {
  return settings.onlyMetadata === true ? "metadata" : "whole";
}

/** Where a controller's requests come from. */
export type Source = {
  readonly of: Kind;
  readonly settings: WatchesSettings & { readonly onlyMetadata?: boolean };
} & (
  | { readonly kind: "for" }
  | { readonly kind: "owns"; readonly matchEveryOwner: boolean }
  | { readonly kind: "watches"; readonly map: MapFunction<KubeObject> }
);

/** What a builder is given for a kind. Predicates and map functions are called with objects of their own kind only. */
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

/** The requests that follow from a change of `object`. */
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

/** Names of the owners of the kind, in any of its versions; of those that are the controller, there is one at most. */
function ownersOf({ metadata }: KubeObject, { kind }: Reconciled, isAnyOwner: boolean): string[] {
  return (metadata.ownerReferences ?? [])
    .filter((owner) => (isAnyOwner || owner.controller === true) && owner.kind === kind.kind)
    .filter((owner) => parseApiVersion(owner.apiVersion).group === kind.group)
    .map((owner) => owner.name);
}

/**
 * Where requests come from that follow from no object of the cluster: a webhook of a Git server, a timer, a queue.
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
   * Called once, when the workers of the controller start. A promise is waited for only when the controller stops; what it
   * throws stops the manager.
   *
   * @param enqueue - asks for a run; may be called until the signal fires, and does nothing after
   * @param signal - fires when the controller stops
   */
  start(enqueue: (request: ReconcileRequest) => void, signal: AbortSignal): Promise<void> | void;
}

/**
 * A source that other code puts requests into. What is sent before the controller runs waits for it. A channel belongs to
 * one controller.
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

  /** @throws TsopError `runtime/invalid-wiring` for a channel that another controller has */
  start(enqueue: (request: ReconcileRequest) => void): void {
    if (this.#enqueue !== undefined) {
      throw new TsopError("runtime/invalid-wiring", "a request channel belongs to one controller", {
        hint: "Make one for each.",
      });
    }
    this.#enqueue = enqueue;
    for (const request of this.#waiting.splice(0)) enqueue(request);
  }
}
