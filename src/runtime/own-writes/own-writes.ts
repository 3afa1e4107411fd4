import { AsyncLocalStorage } from "node:async_hooks";
import type { KubeObject } from "../../kube/objects.js";
import type { Informer } from "../cache/informer.js";
import type { ObjectChange } from "../cache/object-change.js";

/** The change that followed from a write: a new state of an object, or its end. */
export type WriteOutcome =
  | {
      readonly kind: "state";
      readonly uid: string | undefined;
      readonly resourceVersion: string | undefined;
      /** Whether the object no longer matches the cache's selection, so that the cache treats it as deleted. */
      readonly leaves: boolean;
    }
  | { readonly kind: "end"; readonly uid: string | undefined };

/** A write in progress. */
export interface WriteUnderWay {
  /** Ends the write. Undefined: no change is known to follow only from it. */
  settle(outcome: WriteOutcome | undefined): void;
}

type AnyInformer = Informer<KubeObject>;

interface Entry {
  readonly informers: readonly AnyInformer[];
  readonly concerns: (object: KubeObject) => boolean;
  readonly outcome: Promise<WriteOutcome | undefined>;
  readonly settle: (outcome: WriteOutcome | undefined) => void;
}

/**
 * The writes of one run of a reconciler, to distinguish its changes from those of other clients. The watch may deliver
 * a change before the API server has responded to the write; its writer is known only after the response.
 */
export class OwnWrites {
  readonly #underWay = new Set<Entry>();
  #hasEnded = false;

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Registers a write of an object. The `informers` may report its changes before the response arrives. */
  begin(informers: readonly AnyInformer[], concerns: (object: KubeObject) => boolean): WriteUnderWay {
    let resolve: (outcome: WriteOutcome | undefined) => void = () => undefined;
    const outcome = new Promise<WriteOutcome | undefined>((settled) => (resolve = settled));
    const settle = (result: WriteOutcome | undefined): void => {
      this.#underWay.delete(entry);
      resolve(result);
    };
    const entry: Entry = { informers, concerns, outcome, settle };
    this.#underWay.add(entry);
    return entry;
  }

  /**
   * Returns whether a change followed from a write of this run, as soon as that is known. `by`: the writer, if the
   * change came with a response.
   */
  isOwn(change: ObjectChange<KubeObject>, by: object | undefined, informer: AnyInformer): boolean | Promise<boolean> {
    if (by !== undefined) return by === this;
    const writes = [...this.#underWay].filter(
      ({ informers, concerns }) => informers.includes(informer) && concerns(change.object),
    );
    if (writes.length === 0) return false;
    return Promise.all(writes.map(({ outcome }) => outcome)).then((outcomes) =>
      outcomes.some((outcome) => outcome !== undefined && follows(change, outcome)),
    );
  }

  /** Ends the run. A write that the run did not wait for counts as another client's. */
  end(): void {
    this.#hasEnded = true;
    for (const { settle } of [...this.#underWay]) settle(undefined);
  }
}

function follows({ kind, object }: ObjectChange<KubeObject>, outcome: WriteOutcome): boolean {
  const { uid, resourceVersion } = object.metadata;
  if (uid !== outcome.uid) return false;
  // The deletion of a Pod first marks it, then removes it: all these changes belong to the end that the write caused.
  if (outcome.kind === "end") return true;
  // A deletion by another client may be reported with the object's last state, which this run may have written.
  return (kind !== "deleted" || outcome.leaves) && resourceVersion === outcome.resourceVersion;
}

/** Stores nothing between runs: each run has its own store, which its calls find. */
const runs = new AsyncLocalStorage<OwnWrites>();

/** Returns the run that the caller's writes belong to, or undefined if no run tracks them. */
export function currentOwnWrites(): OwnWrites | undefined {
  const writes = runs.getStore();
  return writes?.hasEnded === true ? undefined : writes;
}

/** For each request that is being reconciled: whether its run made a change. A promise if that is not known yet. */
export type Verdicts = ReadonlyMap<string, boolean | Promise<boolean>>;

const none: Verdicts = new Map();

/** The runs of one controller that ignores its own writes. */
export class OwnRuns {
  readonly #runs = new Map<string, OwnWrites>();

  /** Runs the reconciler for a key; a key has only one run at a time. */
  async run<T>(key: string, reconcile: () => Promise<T>): Promise<T> {
    const writes = new OwnWrites();
    this.#runs.set(key, writes);
    try {
      return await runs.run(writes, reconcile);
    } finally {
      writes.end();
      this.#runs.delete(key);
    }
  }

  /** Must be called when the change is reported: later, a run may have ended. */
  judge(change: ObjectChange<KubeObject>, by: object | undefined, informer: AnyInformer): Verdicts {
    if (this.#runs.size === 0) return none;
    return new Map(Array.from(this.#runs, ([key, writes]) => [key, writes.isOwn(change, by, informer)]));
  }
}
