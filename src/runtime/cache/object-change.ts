import { type KubeObject, showKey } from "../../kube/objects.js";
import type { Logger } from "../logger.js";

/** A change of an object. The objects are the cache's own: do not modify them. */
export type ObjectChange<T> =
  | { readonly kind: "added"; readonly object: T }
  | { readonly kind: "updated"; readonly before: T; readonly object: T }
  | { readonly kind: "deleted"; readonly object: T };

/** `by`: the writes of the run that made the change, if the change is known to follow only from one of them. */
export type ChangeHandler<T> = (change: ObjectChange<T>, by: object | undefined) => void;

/** The subscribers to changes. A handler that fails does not affect the others. */
export class ChangeHandlers<T extends KubeObject> {
  readonly #handlers = new Set<ChangeHandler<T>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Calls the handler for every known object, then for every change. Returns a function that ends the subscription. */
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
      this.#log.error("a change handler failed", { kind, object: showKey(metadata), error });
    }
  }
}
