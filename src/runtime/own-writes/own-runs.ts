import type { KubeObject } from "../../kube/objects.js";
import type { Informer } from "../cache/informer.js";
import type { ObjectChange } from "../cache/object-change.js";
import { asOwnWrites, OwnWrites } from "./own-writes.js";

/** For each request that is being reconciled: whether its run has made a change. A promise where that is not known yet. */
export type Verdicts = ReadonlyMap<string, boolean | Promise<boolean>>;

const none: Verdicts = new Map();

/** The runs of one controller that is not to hear of what it has written itself. */
export class OwnRuns {
  readonly #runs = new Map<string, OwnWrites>();

  /** Runs the reconciler for a key; there is one run a key at a time. */
  async run<T>(key: string, reconcile: () => Promise<T>): Promise<T> {
    const writes = new OwnWrites();
    this.#runs.set(key, writes);
    try {
      return await asOwnWrites(writes, reconcile);
    } finally {
      this.#runs.delete(key);
    }
  }

  /** To be asked when the change is told: later, a run may have ended. */
  judge(change: ObjectChange<KubeObject>, by: object | undefined, informer: Informer<KubeObject>): Verdicts {
    if (this.#runs.size === 0) return none;
    return new Map(Array.from(this.#runs, ([key, writes]) => [key, writes.isOwn(change, by, informer)]));
  }
}
