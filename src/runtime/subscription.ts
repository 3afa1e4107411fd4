import { freezeObject } from "../kube/json.js";
import { type KubeObject, showKey } from "../kube/objects.js";
import type { Informer } from "./cache/informer.js";
import type { ObjectChange } from "./cache/object-change.js";
import type { Logger } from "./logger.js";
import type { OwnRuns, Verdicts } from "./own-writes/own-writes.js";
import type { ObjectEvent, Predicate } from "./predicates.js";
import { lowPriority, normalPriority } from "./queue/work-queue.js";
import type { ReconcileRequest } from "./reconcile.js";
import { describeChange } from "./run-log.js";
import { type Reconciled, type Source, toRequests } from "./source.js";

export interface SubscriptionOptions {
  readonly source: Source;
  readonly reconciled: Reconciled;
  /** The predicates for all sources of the controller. */
  readonly eventFilters: readonly Predicate[];
  /** Undefined: the controller also gets events for its own writes. */
  readonly ownRuns: OwnRuns | undefined;
  /** `cause`: describes the change in a few words. */
  readonly enqueue: (key: string, priority: number, cause: () => string) => void;
  readonly log: Logger;
}

/**
 * Requests reconciles for the objects of one kind and for each of their changes. Returns a function that ends the
 * subscription.
 */
export function subscribe(informer: Informer<KubeObject>, options: SubscriptionOptions): () => void {
  const { source, eventFilters, ownRuns, log } = options;
  const predicates = [...eventFilters, ...(source.settings.predicates ?? [])];
  let isInitial = true;
  const unsubscribe = informer.onChange((change, by) => {
    // A change during the initial reconcile of all objects must not wait for it to end.
    const priority = isInitial ? lowPriority : normalPriority;
    const wasInitial = isInitial;
    const cause = (): string => describeChange(change, source, wasInitial);
    // Runs before user code, which may take long.
    const verdicts = ownRuns?.judge(change, by, informer);
    if (!passes(change, isInitial, predicates, log)) return;
    const states = change.kind === "updated" ? [change.before, change.object] : [change.object];
    request(states, options, (key) => enqueueUnlessOwn(key, verdicts, () => options.enqueue(key, priority, cause)));
  });
  isInitial = false;
  return unsubscribe;
}

/** Enqueues the requests for all states of an object, each request once, because two would cause two runs. */
function request(
  states: readonly KubeObject[],
  { source, reconciled, log }: SubscriptionOptions,
  enqueue: (key: string) => void,
): void {
  const add = (requests: readonly (readonly ReconcileRequest[])[]): void =>
    new Set(requests.flat().map(toKey)).forEach(enqueue);
  const fail = (error: unknown): void => {
    const object = showKey(states[0]?.metadata ?? { name: "" });
    log.error("the map function failed", { kind: source.of.kind, object, error });
  };
  try {
    const requests = states.map((state) => toRequests(source, state, reconciled));
    if (requests.every(isReady)) add(requests);
    else
      Promise.all(requests.map((some) => Promise.resolve(some)))
        .then(add)
        .catch(fail);
  } catch (error) {
    fail(error);
  }
}

function enqueueUnlessOwn(key: string, verdicts: Verdicts | undefined, enqueue: () => void): void {
  const isOwn = verdicts?.get(key) ?? false;
  if (typeof isOwn === "boolean") {
    if (!isOwn) enqueue();
  } else {
    void isOwn.then((known) => {
      if (!known) enqueue();
    });
  }
}

/** A namespace never contains a slash. */
export function toKey({ namespace, name }: ReconcileRequest): string {
  return `${namespace}/${name}`;
}

export function toRequest(key: string): ReconcileRequest {
  const slash = key.indexOf("/");
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

function isReady<T>(requests: readonly T[] | Promise<readonly T[]>): requests is readonly T[] {
  return !(requests instanceof Promise);
}

/** Returns whether all predicates let the change pass. */
function passes(
  change: ObjectChange<KubeObject>,
  isInitial: boolean,
  predicates: readonly Predicate[],
  log: Logger,
): boolean {
  if (predicates.length === 0) return true;
  const event = toEvent(change, isInitial);
  return predicates.every((predicate) => {
    try {
      return predicate(event);
    } catch (error) {
      const { kind, metadata } = event.object;
      log.error("a predicate failed; the change is reconciled", { kind, object: showKey(metadata), error });
      return true;
    }
  });
}

function toEvent(change: ObjectChange<KubeObject>, isInitial: boolean): ObjectEvent {
  const object = freezeObject(change.object);
  switch (change.kind) {
    case "added":
      return { kind: "added", object, isInitial };
    case "updated":
      return { kind: "updated", before: freezeObject(change.before), object };
    case "deleted":
      return { kind: "deleted", object };
  }
}
