/**
 * An API server, its watch, and another client that writes, in which everything that may happen in any order happens in the
 * order that a generator of numbers says.
 */
import { copyJson } from "../../../src/core/json.js";
import { ApiError } from "../../../src/kube/api-error.js";
import type { DeleteOptions, Patch } from "../../../src/kube/client.js";
import type { ObjectKey } from "../../../src/kube/objects.js";
import type { LiveWrites } from "../../../src/runtime/cached-writes.js";
import type { Informer } from "../../../src/runtime/cache/informer.js";
import { Thing, thing } from "../../support/scripted-api.js";

/** What has changed an object. */
export interface Commit {
  readonly by: "us" | "them";
  readonly uid: string;
  readonly kind: "ADDED" | "MODIFIED" | "DELETED";
  readonly step: number;
}

export class Model {
  readonly commits: Commit[] = [];
  readonly objects = new Map<string, Thing>();
  readonly #random: () => number;
  readonly #informer: Informer<Thing>;
  readonly #events: { type: Commit["kind"]; object: Thing }[] = [];
  readonly #underWay: (() => void)[] = [];
  #version = 10;
  #uids = 0;
  /** Counts all that happens. */
  step = 0;

  constructor(random: () => number, informer: Informer<Thing>) {
    this.#random = random;
    this.#informer = informer;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)]!;
  }

  /** Lets one thing happen. False when there is nothing left but what others may do. */
  next(): boolean {
    this.step += 1;
    const relistsAt = 0.05;
    if (this.#events.length > 0 && this.#random() < 0.4) {
      if (this.#random() < relistsAt) this.#relist();
      else this.#deliver();
    } else if (this.#underWay.length > 0) {
      const [happens] = this.#underWay.splice(Math.floor(this.#random() * this.#underWay.length), 1);
      happens!();
    } else if (this.#events.length > 0) this.#deliver();
    else return false;
    return true;
  }

  /** Another client writes. */
  writeAsOthers(): void {
    const key = { namespace: "default", name: this.pick(["a", "b"]) };
    const found = this.#find(key);
    if (found === undefined) this.#create(thing(`default/${key.name}`, 0, { size: this.#size() }), "them");
    else if (this.#random() < 0.25) this.#delete(found, "them");
    else this.#change(found, { ...found, spec: { size: this.#size() } }, "them");
  }

  /** A random write, as a reconciler may make it. */
  randomWrite(client: Pick<LiveWrites, "create" | "update" | "patch" | "apply" | "delete">): Promise<unknown> {
    const key = { namespace: "default", name: this.pick(["a", "b"]) };
    const known = this.#informer.get(key);
    const size = this.#size();
    const made = thing(`default/${key.name}`, 0, { size });
    delete made.metadata.resourceVersion;
    delete made.metadata.uid;
    const writes: (() => Promise<unknown>)[] = [
      () => client.create(made),
      () => client.apply<Thing>(made),
      () => client.patch(Thing, key, { type: "merge", body: { spec: { size } } }),
      () => client.patch(Thing, key, { type: "merge", body: { metadata: { finalizers: this.pick([["x"], []]) } } }),
      () => client.delete(Thing, key),
    ];
    if (known !== undefined) {
      writes.push(() => client.update({ ...copyJson(known), spec: { size } }));
      // As it is now, which the cache may not know yet.
      const current = this.#find(key);
      if (current !== undefined) writes.push(() => client.update({ ...copyJson(current), spec: { size } }));
    }
    return this.pick(writes)().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }

  readonly client = {
    create: (object: Thing) => this.#call(() => this.#create(copyJson(object), "us")),
    update: (object: Thing) =>
      this.#call(() => this.#change(this.#expect(object.metadata, object.metadata), object, "us")),
    patch: (_kind: unknown, key: ObjectKey, patch: Patch) =>
      this.#call(() => {
        const body = patch.body as Partial<Thing>;
        const found = this.#expect(key, body.metadata ?? {});
        const metadata = { ...found.metadata, ...body.metadata };
        return this.#change(found, { ...found, ...(body.spec && { spec: body.spec }), metadata }, "us");
      }),
    answered: {
      apply: (object: Thing) =>
        this.#call(() => {
          const found = this.#find(object.metadata);
          if (found === undefined && object.metadata.resourceVersion === undefined) {
            return { object: this.#create(copyJson(object), "us"), isNew: true };
          }
          const current = this.#expect(object.metadata, object.metadata);
          return { object: this.#change(current, { ...current, spec: object.spec! }, "us"), isNew: false };
        }),
      delete: (_kind: unknown, key: ObjectKey, { preconditions = {} }: DeleteOptions = {}) =>
        this.#call(() => {
          const found = this.#find(key);
          if (found === undefined) return { kind: "absent" as const };
          this.#expect(key, preconditions);
          const after = this.#delete(found, "us");
          return after === undefined
            ? { kind: "gone" as const, uid: found.metadata.uid }
            : { kind: "waits" as const, object: after };
        }),
    },
  } as unknown as LiveWrites;

  /** A call is carried out at some time, and answered at some later one. */
  #call<T>(carryOut: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#underWay.push(() => {
        try {
          const answer = copyJson(carryOut());
          this.#underWay.push(() => resolve(answer));
        } catch (error) {
          this.#underWay.push(() => reject(error instanceof Error ? error : new Error(String(error))));
        }
      });
    });
  }

  #deliver(): void {
    const { type, object } = this.#events.shift()!;
    this.#informer.apply(undefined, type, copyJson(object));
  }

  #relist(): void {
    this.#events.length = 0;
    this.#informer.replace(undefined, Array.from(this.objects.values(), copyJson), String(this.#version));
  }

  #size(): number {
    return this.pick([0, 1]);
  }

  #find({ name }: ObjectKey): Thing | undefined {
    return this.objects.get(name);
  }

  #expect(key: ObjectKey, { uid, resourceVersion }: { uid?: string; resourceVersion?: string }): Thing {
    const found = this.#find(key);
    const isOther = (wanted: string | undefined, is: string | undefined): boolean =>
      wanted !== undefined && wanted !== is;
    if (isOther(resourceVersion, found?.metadata.resourceVersion) || isOther(uid, found?.metadata.uid)) {
      throw refuse(409, "Conflict");
    }
    if (found === undefined) throw refuse(404, "NotFound");
    return found;
  }

  #create(object: Thing, by: Commit["by"]): Thing {
    if (this.#find(object.metadata) !== undefined) throw refuse(409, "AlreadyExists");
    object.metadata.uid = `uid-${(this.#uids += 1)}`;
    return this.#commit("ADDED", object, by);
  }

  #change(before: Thing, wanted: Thing, by: Commit["by"]): Thing {
    const object = copyJson(wanted);
    object.metadata = { ...object.metadata, resourceVersion: before.metadata.resourceVersion! };
    if (JSON.stringify([before.spec, sorted(before)]) === JSON.stringify([object.spec, sorted(object)])) return before;
    const isToGo = object.metadata.deletionTimestamp !== undefined && (object.metadata.finalizers ?? []).length === 0;
    if (!isToGo) return this.#commit("MODIFIED", object, by);
    this.#remove(before, by);
    return object;
  }

  #delete(object: Thing, by: Commit["by"]): Thing | undefined {
    if ((object.metadata.finalizers ?? []).length === 0) {
      this.#remove(object, by);
      return undefined;
    }
    if (object.metadata.deletionTimestamp !== undefined) return object;
    const going = copyJson(object);
    going.metadata.deletionTimestamp = "2026-01-31T12:00:00Z";
    return this.#commit("MODIFIED", going, by);
  }

  #remove(object: Thing, by: Commit["by"]): void {
    this.#commit("DELETED", copyJson(object), by);
    this.objects.delete(object.metadata.name);
  }

  #commit(kind: Commit["kind"], object: Thing, by: Commit["by"]): Thing {
    object.metadata.resourceVersion = String((this.#version += 1));
    this.objects.set(object.metadata.name, object);
    this.#events.push({ type: kind, object: copyJson(object) });
    this.commits.push({ by, uid: object.metadata.uid!, kind, step: this.step });
    return object;
  }
}

function sorted({ metadata }: Thing): unknown {
  return [metadata.finalizers ?? [], metadata.deletionTimestamp];
}

function refuse(code: number, reason: string): ApiError {
  return new ApiError({ kind: "Status", status: "Failure", code, reason, message: reason }, code);
}
