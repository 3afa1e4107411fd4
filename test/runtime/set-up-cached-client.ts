/** A client with a cache, on an API server that is told what to answer. */
import { onTestFinished } from "vitest";
import { defineKind } from "../../src/kube/objects.js";
import { Cache } from "../../src/runtime/cache/cache.js";
import { createCachedClient } from "../../src/runtime/cached-client.js";
import type { ManagerClient } from "../../src/runtime/manager-client.js";
import type { LiveWrites } from "../../src/runtime/cached-writes.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { bookmark, ScriptedApi, Thing, thing, type WatchCall } from "../support/scripted-api.js";

export const Other = defineKind<{ apiVersion: "test.example.com/v1"; kind: "Other"; metadata: { name: string } }>(
  "test.example.com/v1",
  "Other",
);

export interface SetUp {
  client: ManagerClient;
  api: ScriptedApi;
  cache: Cache;
  /** Calls that reached the API server. */
  calls: string[];
  mayWrite: { now: boolean };
  live: { -readonly [Key in keyof LiveWrites]: LiveWrites[Key] };
}

export function setUp(namespaces: readonly string[] = [], isNamespaced = true): SetUp {
  const [api, calls, mayWrite] = [new ScriptedApi(), [] as string[], { now: true }];
  const cache = new Cache({
    client: api,
    namespaces,
    isNamespaced: () => Promise.resolve(isNamespaced),
    log: new RecordingLogger(),
    clock: new FakeClock(),
    random: () => 0,
  });
  onTestFinished(() => cache.stop());
  const answer =
    (verb: string, result: unknown) =>
    (...args: unknown[]): Promise<unknown> => {
      calls.push(`${verb} ${JSON.stringify(args.at(-1) ?? {})}`);
      return Promise.resolve(result);
    };
  const written = thing("default/a", 50, { size: 7 });
  const live = {
    get: answer("get", thing("default/live", 1)),
    getOrThrow: answer("getOrThrow", thing("default/live", 1)),
    list: answer("list", { metadata: {}, items: [] }),
    create: answer("create", written),
    update: answer("update", written),
    patch: answer("patch", written),
    apply: answer("apply", written),
    delete: answer("delete", undefined),
    deleteAllOf: answer("deleteAllOf", undefined),
    metadata: { get: answer("metadata", undefined) },
    subResource: () => ({
      get: answer("sub.get", written),
      getOrThrow: answer("sub.getOrThrow", written),
      create: answer("sub.create", written),
      update: answer("sub.update", written),
      patch: answer("sub.patch", written),
      apply: answer("sub.apply", written),
    }),
    answered: {
      apply: async (...args: unknown[]) => ({ object: await answer("apply", written)(...args), isNew: false }),
      delete: async (...args: unknown[]) => {
        await answer("delete", undefined)(...args);
        return { kind: "gone", uid: "uid-of-a" };
      },
    },
    status: { update: answer("status", written), patch: answer("status", written), apply: answer("status", written) },
  } as unknown as SetUp["live"];
  const checkMayWrite = (): void => {
    if (!mayWrite.now) throw new Error("not the leader");
  };
  return { client: createCachedClient({ live, cache, checkMayWrite }), api, cache, calls, mayWrite, live };
}

export type Synced = SetUp & { watch: WatchCall };

/** The cache of Things runs and holds `default/a` (label app=web) and `other/b`. */
export async function synced(): Promise<Synced> {
  const result = setUp();
  result.cache.informerFor(Thing);
  result.cache.start();
  const watch = await result.api.nextWatch();
  const a = thing("default/a", 1, { size: 1 });
  a.metadata.labels = { app: "web" };
  watch.send({ type: "ADDED", object: a }, { type: "ADDED", object: thing("other/b", 2) }, bookmark(10, true));
  await settle();
  return { ...result, watch };
}

export const a = { namespace: "default", name: "a" };
