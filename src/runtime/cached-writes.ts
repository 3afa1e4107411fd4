import { type AnsweredWrites, type Deletion, isHeld } from "../kube/answered-writes.js";
import type {
  Applicable,
  ApplyOptions,
  Client,
  Creatable,
  DeleteOptions,
  Patch,
  StatusWriter,
  WriteOptions,
} from "../kube/client.js";
import type { Kind, KubeObject, ObjectKey } from "../kube/objects.js";
import type { Cache } from "./cache/cache.js";
import type { Informer, WriteOrigin } from "./cache/informer.js";
import {
  type Basis,
  deleteBasedOn,
  type Draft,
  objectBasedOn,
  patchBasedOn,
  sendBasedOn,
  versionIn,
  versionInPatch,
} from "./own-writes/based-on.js";
import { currentOwnWrites, type OwnWrites, type WriteOutcome } from "./own-writes/own-writes.js";
import { aboutKey, aboutObject, type Subject } from "./own-writes/subject.js";

/** The client that a manager's client builds on. */
export type LiveWrites = Client & { readonly answered: AnsweredWrites };

export interface CachedWritesOptions {
  readonly live: LiveWrites;
  readonly cache: Cache;
  /** Throws while this process must not write. */
  readonly checkMayWrite: () => void;
}

interface Answer<T> {
  readonly object: T;
  /** Whether the write created the object. */
  readonly isNew: boolean;
}

interface Write<T> extends Draft<Answer<T>> {
  /** Undefined if the arguments allow no request; the live client then reports the reason. */
  readonly about: Subject | undefined;
  readonly dryRun: boolean | undefined;
}

type AnyInformer = Informer<KubeObject>;

/**
 * Writes to the API server; when a write resolves, the cache contains the result. The writes of a run that tracks its
 * own changes are based on the version in the cache, so that the changes that follow only from them can be identified.
 */
export class CachedWrites {
  readonly #options: CachedWritesOptions;

  constructor(options: CachedWritesOptions) {
    this.#options = options;
  }

  create<T extends KubeObject>(object: T | Creatable<T>, options?: WriteOptions): Promise<T> {
    const send = async (): Promise<Answer<T>> => ({
      object: await this.#options.live.create<T>(object, options),
      isNew: true,
    });
    return this.#write({ about: aboutObject(object), dryRun: options?.dryRun, basedOn: undefined, send });
  }

  /** @param to - the writer of the object, or of its status */
  update<T extends KubeObject>(
    to: { update(object: T): Promise<T> },
    object: T,
    { dryRun }: WriteOptions = {},
  ): Promise<T> {
    const send = (changed: T): Promise<Answer<T>> => known(to.update(changed));
    return this.#write({
      about: aboutObject(object),
      dryRun,
      basedOn: versionIn(object),
      send: () => send(object),
      sendBasedOn: (version) => () => send(objectBasedOn(object, version)),
    });
  }

  patch<T extends KubeObject>(
    to: Pick<StatusWriter, "patch">,
    kind: Kind<T>,
    key: ObjectKey,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T> {
    const send = (changed: Patch): Promise<Answer<T>> => known(to.patch(kind, key, changed, options));
    return this.#write({
      about: aboutKey(kind, key),
      dryRun: options?.dryRun,
      basedOn: versionInPatch(patch),
      send: () => send(patch),
      sendBasedOn: (version) => {
        const based = patchBasedOn(patch, version);
        return based && (() => send(based));
      },
    });
  }

  apply<T extends KubeObject>(object: T | Applicable<T>, options?: ApplyOptions): Promise<T> {
    return this.#apply(object, options, (given) => this.#options.live.answered.apply<T>(given, options));
  }

  applyStatus<T extends KubeObject>(object: T | Applicable<T>, options?: ApplyOptions): Promise<T> {
    return this.#apply(object, options, (given) => known(this.#options.live.status.apply<T>(given, options)));
  }

  async delete<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: DeleteOptions = {}): Promise<void> {
    const { live, cache, checkMayWrite } = this.#options;
    checkMayWrite();
    const informers = options.dryRun === true ? [] : cache.informersOf(kind);
    if (informers.length === 0) {
      await live.delete(kind, key, options);
      return;
    }
    const run = currentOwnWrites();
    const before = informers.map((informer) => informer.get(key));
    const known = before.find((object) => object !== undefined);
    const write = run?.begin(informers, aboutKey(kind, key).concerns);
    try {
      const draft: Draft<Deletion<T>> = {
        basedOn: options.preconditions?.resourceVersion,
        send: () => live.answered.delete(kind, key, options),
        sendBasedOn: (version) => () =>
          live.answered.delete(kind, key, deleteBasedOn(options, { ...known?.metadata, resourceVersion: version })),
      };
      const { sent, basis } = await sendBasedOn(draft, run && known?.metadata.resourceVersion);
      const deletion = sent.kind === "unclear" ? await this.#look(kind, key, known, options) : sent;
      write?.settle(outcomeOfDeletion(deletion, basis, known));
      const origin = run && { by: run, basis };
      informers.forEach((informer, index) => observeDeletion(informer, before[index], deletion, origin));
    } finally {
      write?.settle(undefined);
    }
  }

  /** Records the result of a write to another resource, such as a subresource whose response is the object. */
  async observed<T extends KubeObject>(options: WriteOptions | undefined, send: () => Promise<T>): Promise<T> {
    return this.#write({
      about: undefined,
      dryRun: options?.dryRun,
      basedOn: undefined,
      send: () => known(send()),
    });
  }

  #apply<T extends KubeObject>(
    object: T | Applicable<T>,
    options: ApplyOptions | undefined,
    send: (object: T | Applicable<T>) => Promise<Answer<T>>,
  ): Promise<T> {
    return this.#write({
      about: aboutObject(object),
      dryRun: options?.dryRun,
      basedOn: aboutObject(object) && versionIn(object),
      send: () => send(object),
      sendBasedOn: (version) => () => send(objectBasedOn(object, version)),
    });
  }

  async #write<T extends KubeObject>(draft: Write<T>): Promise<T> {
    const { cache, checkMayWrite } = this.#options;
    checkMayWrite();
    const { about, dryRun } = draft;
    const run = dryRun === true || about === undefined ? undefined : currentOwnWrites();
    const informers = about === undefined || run === undefined ? [] : cache.informersOf(about);
    if (run !== undefined && about !== undefined && informers.length > 0) {
      return this.#writeAsOwn(draft, { run, about, informers });
    }
    const { object } = await draft.send();
    if (dryRun !== true) this.#observe(object, undefined);
    return object;
  }

  async #writeAsOwn<T extends KubeObject>(
    draft: Write<T>,
    { run, about, informers }: { run: OwnWrites; about: Subject; informers: readonly AnyInformer[] },
  ): Promise<T> {
    const write = run.begin(informers, about.concerns);
    try {
      const { key } = about;
      const known = key && informers.map((informer) => informer.get(key)).find((object) => object !== undefined);
      const { sent, basis } = await sendBasedOn(draft, known?.metadata.resourceVersion);
      const { object, isNew } = sent;
      const real: Basis = isNew ? { kind: "nothing" } : basis;
      const leaves = informers.every((informer) => !informer.wants(object));
      write.settle(outcomeOf(object, real, leaves));
      this.#observe(object, run.hasEnded ? undefined : { by: run, basis: real });
      return object;
    } finally {
      write.settle(undefined);
    }
  }

  #observe(object: KubeObject, origin: WriteOrigin | undefined): void {
    for (const informer of this.#options.cache.informersOf(object)) {
      if (isAtItsEnd(object)) informer.observeDeletion(object, origin);
      else informer.observeWrite(informer.viewOf(object), origin);
    }
  }

  /**
   * Finds out what happened to an object if the response to its deletion does not show it. If the read fails, the watch
   * delivers the result later.
   */
  async #look<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    known: KubeObject | undefined,
    { signal }: DeleteOptions,
  ): Promise<Deletion<T>> {
    try {
      const after = await this.#options.live.get(kind, key, signal === undefined ? {} : { signal });
      if (after === undefined) return { kind: "gone", uid: known?.metadata.uid };
      return { kind: "waits", object: after };
    } catch {
      return { kind: "unclear" };
    }
  }
}

/** Returns the result of a write to an object that existed before. */
async function known<T>(object: Promise<T>): Promise<Answer<T>> {
  return { object: await object, isNew: false };
}

/** Returns true if an object cannot exist any longer: it is being deleted, and no finalizer remains. */
function isAtItsEnd(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined && !isHeld(object);
}

function outcomeOf(object: KubeObject, basis: Basis, leaves: boolean): WriteOutcome | undefined {
  const { uid, resourceVersion } = object.metadata;
  if (basis.kind === "unknown") return undefined;
  if (isAtItsEnd(object)) return { kind: "end", uid };
  // The write changed nothing: another client wrote this version, and its watch event may still arrive.
  if (basis.kind === "version" && basis.resourceVersion === resourceVersion) return undefined;
  return { kind: "state", uid, resourceVersion, leaves };
}

function outcomeOfDeletion(
  deletion: Deletion<KubeObject>,
  basis: Basis,
  known: KubeObject | undefined,
): WriteOutcome | undefined {
  if (basis.kind === "unknown") return undefined;
  if (deletion.kind === "waits") return outcomeOf(deletion.object, basis, false);
  return deletion.kind === "gone" ? { kind: "end", uid: deletion.uid ?? known?.metadata.uid } : undefined;
}

function observeDeletion(
  informer: AnyInformer,
  before: KubeObject | undefined,
  deletion: Deletion<KubeObject>,
  origin: WriteOrigin | undefined,
): void {
  switch (deletion.kind) {
    case "absent":
      if (before !== undefined) informer.observeDeletion(before);
      return;
    case "gone": {
      if (before === undefined) return;
      const isSame = deletion.uid === undefined || deletion.uid === before.metadata.uid;
      informer.observeDeletion(before, isSame ? origin : undefined);
      return;
    }
    case "waits":
      // An object of the same name with a different uid means that the earlier object no longer exists.
      if (before !== undefined && before.metadata.uid !== deletion.object.metadata.uid)
        informer.observeDeletion(before);
      informer.observeWrite(informer.viewOf(deletion.object), origin);
      return;
    case "unclear":
      return;
  }
}
