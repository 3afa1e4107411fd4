import { AsyncLocalStorage } from "node:async_hooks";
import type { KubeObject } from "../../kube/objects.js";
import type { Informer } from "../cache/informer.js";
import type { ObjectChange } from "../cache/object-change.js";

/** Which change followed from a write: a state of an object, or its end. */
export type WriteOutcome =
  | {
      readonly kind: "state";
      readonly uid: string | undefined;
      readonly resourceVersion: string | undefined;
      /** It is none of those that the cache keeps any more, so that for the cache it is deleted. */
      readonly leaves: boolean;
    }
  | { readonly kind: "end"; readonly uid: string | undefined };

/** A write that is under way. */
export interface WriteUnderWay {
  /** It has ended; undefined: nothing is known to have followed from it alone. */
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
 * What one run of a reconciler writes, told apart from what others do. The watch may bring a change before the API server
 * has answered the write; whose it is, is known then.
 */
export class OwnWrites {
  readonly #underWay = new Set<Entry>();
  #hasEnded = false;

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Announces a write of an object, of which `informers` may tell changes before it is answered. */
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

  /** Whether a change followed from a write of this run, as soon as that is known. `by`: whose it is, where it came with its answer. */
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

  /** The run is over. A write that it did not wait for counts as somebody else's. */
  end(): void {
    this.#hasEnded = true;
    for (const { settle } of [...this.#underWay]) settle(undefined);
  }
}

function follows({ kind, object }: ObjectChange<KubeObject>, outcome: WriteOutcome): boolean {
  const { uid, resourceVersion } = object.metadata;
  if (uid !== outcome.uid) return false;
  // A Pod is first marked, then deleted: all of it comes to the end that the write has made.
  if (outcome.kind === "end") return true;
  // What others delete may be told with its last state, and that may be ours.
  return (kind !== "deleted" || outcome.leaves) && resourceVersion === outcome.resourceVersion;
}

/** Nothing is kept here between runs: each run has a place of its own, which its calls find. */
const runs = new AsyncLocalStorage<OwnWrites>();

/** Whose writes those of the caller are; undefined where nobody wants to know. */
export function currentOwnWrites(): OwnWrites | undefined {
  const writes = runs.getStore();
  return writes?.hasEnded === true ? undefined : writes;
}

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
      return await runs.run(writes, reconcile);
    } finally {
      writes.end();
      this.#runs.delete(key);
    }
  }

  /** To be asked when the change is told: later, a run may have ended. */
  judge(change: ObjectChange<KubeObject>, by: object | undefined, informer: AnyInformer): Verdicts {
    if (this.#runs.size === 0) return none;
    return new Map(Array.from(this.#runs, ([key, writes]) => [key, writes.isOwn(change, by, informer)]));
  }
}
