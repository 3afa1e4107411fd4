import { type KubeObject, showKey } from "../../kube/objects.js";
import type { Logger } from "../logger.js";

/** What became of an object. The objects are the cache's own: they are not to be changed. */
export type ObjectChange<T> =
  | { readonly kind: "added"; readonly object: T }
  | { readonly kind: "updated"; readonly before: T; readonly object: T }
  | { readonly kind: "deleted"; readonly object: T };

/** `by`: the writes of the run that made the change, where it is known to follow from one of them alone. */
export type ChangeHandler<T> = (change: ObjectChange<T>, by: object | undefined) => void;

/** Those who want to hear of changes. One that fails does not keep the others from it. */
export class ChangeHandlers<T extends KubeObject> {
  readonly #handlers = new Set<ChangeHandler<T>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Calls back for every object that is known, then for every change. Returns what ends that. */
  add(handler: ChangeHandler<T>, known: Iterable<T>): () => void {
    for (const object of known) this.#tell(handler, { kind: "added", object }, undefined);
    this.#handlers.add(handler);
    return () => void this.#handlers.delete(handler);
  }

  tell(change: ObjectChange<T>, by?: object): void {
    for (const handler of this.#handlers) this.#tell(handler, change, by);
  }

  #tell(handler: ChangeHandler<T>, change: ObjectChange<T>, by: object | undefined): void {
    try {
      handler(change, by);
    } catch (error) {
      const { kind, metadata } = change.object;
      this.#log.error("a handler of a change failed", { kind, object: showKey(metadata), error });
    }
  }
}
