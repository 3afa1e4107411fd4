import { freezeObject } from "../kube/json.js";
import type { KubeObject } from "../kube/objects.js";
import { showKey } from "../kube/show-key.js";
import type { ObjectChange } from "./cache/object-change.js";
import type { Logger } from "./logger.js";
import type { ObjectEvent, Predicate } from "./predicates.js";

/** The predicates of one watched kind. */
export class EventFilter {
  readonly #predicates: readonly Predicate[];
  readonly #log: Logger;

  constructor(predicates: readonly Predicate[], log: Logger) {
    this.#predicates = predicates;
    this.#log = log;
  }

  /** Whether all predicates let the change pass. */
  passes(change: ObjectChange<KubeObject>, isInitial: boolean): boolean {
    if (this.#predicates.length === 0) return true;
    const event = toEvent(change, isInitial);
    return this.#predicates.every((predicate) => this.#ask(predicate, event));
  }

  #ask(predicate: Predicate, event: ObjectEvent): boolean {
    try {
      return predicate(event);
    } catch (error) {
      const { kind, metadata } = event.object;
      this.#log.error("a predicate failed; the change counts", { kind, object: showKey(metadata), error });
      return true;
    }
  }
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
