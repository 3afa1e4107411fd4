/** Storages of others: two replicas, foreign objects, watches that end, storages that contradict themselves. */
import { defaultVersion } from "../../../src/schema/kubernetes-versions.js";
import { expect, test } from "vitest";
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import { customResources } from "../../../src/apiserver/custom-resources/custom-resources.js";
import { Store } from "../../../src/apiserver/storage/store.js";
import { readCommonTypes } from "../../../src/extension/common-types.js";
import { checkResources } from "../../../src/extension/definitions.js";
import { memoryStorage } from "../../../src/extension/storage/memory-storage.js";
import { Mirror } from "../../../src/extension/storage/mirror.js";
import type { ObjectStorage, OpenStorage, StorageEvent } from "../../../src/extension/storage/object-storage.js";
import { openStore } from "../../../src/extension/storage/open-store.js";
import { FakeClock } from "../../../src/testing/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { readings } from "../reading-kinds.js";

const storageKey = "metrics.abc.com/readings";
const host = {
  objectMeta: readCommonTypes().objectMeta,
  version: defaultVersion,
  resolveService: () => ({ host: "", port: 0 }),
};
const [checked] = checkResources([{ definition: readings, storage: memoryStorage() }]);
const [resource] = checked === undefined ? [] : customResources(checked.definition, host);

const reading = (name: string, celsius = 1, namespace = "lab"): ApiObject => ({
  ...{ apiVersion: "metrics.abc.com/v1", kind: "Reading" },
  metadata: { name, ...(namespace === "" ? {} : { namespace }) },
  spec: { sensor: "roof", celsius },
});

interface Replica {
  readonly mirror: Mirror;
  readonly clock: FakeClock;
  readonly log: RecordingLogger;
  readonly names: () => (string | undefined)[];
}

/** Opens a replica of a shared storage. */
async function replica(
  shared: Store,
  change: (opened: OpenStorage) => Partial<OpenStorage> = () => ({}),
): Promise<Replica> {
  const storage: ObjectStorage = {
    open: (kind) => {
      const opened = { ...openStore(shared, kind), isShared: true };
      return Promise.resolve({ ...opened, ...change(opened) });
    },
  };
  if (resource === undefined) throw new Error("the definition has a version");
  const [clock, log] = [new FakeClock(), new RecordingLogger()];
  const mirror = await Mirror.open(storage, { resource, clock, log });
  const names = (): (string | undefined)[] => mirror.store.list(storageKey).map(({ metadata }) => metadata.name);
  return { mirror, clock, log, names };
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("it does not exist");
  return value;
}

const everything = { namespace: "", name: "" };
const one = { namespace: "lab", name: "a" };

test("a replica reads what another one wrote, and a stale write fails", async () => {
  const shared = new Store(() => 0);
  const [left, right] = [await replica(shared), await replica(shared)];
  const created = await left.mirror.create(storageKey, reading("a"));
  await right.mirror.refresh(one, 0);
  const seen = existing(right.mirror.store.get(storageKey, "lab", "a"));
  expect(seen).toEqual(created);
  const stale = existing(left.mirror.store.get(storageKey, "lab", "a"));
  expect(await right.mirror.replace(storageKey, seen, reading("a", 2))).toMatchObject({ spec: { celsius: 2 } });
  expect(await left.mirror.replace(storageKey, stale, reading("a", 3))).toBeUndefined();
  expect(left.mirror.store.get(storageKey, "lab", "a")).toMatchObject({ spec: { celsius: 2 } });
  expect(await left.mirror.create(storageKey, reading("a"))).toBeUndefined();
  await left.mirror.refresh(everything, 0);
  await Promise.all([left.mirror.close(), right.mirror.close()]);
});

test("a replica accepts a version that it could not see yet", async () => {
  const shared = new Store(() => 0);
  const { mirror } = await replica(shared);
  shared.create("metrics.abc.com/others", reading("a"));
  expect(mirror.store.revision).toBeLessThan(shared.revision);
  await mirror.refresh(everything, shared.revision);
  expect(mirror.store.revision).toBe(shared.revision);
  await mirror.refresh(everything, shared.revision + 100);
  expect(mirror.store.revision).toBe(shared.revision);
  await mirror.close();
});

test("leaves out objects that it cannot serve, and reports each", async () => {
  const shared = new Store(() => 0);
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`) as ApiObject;
  const foreign: ApiObject[] = [
    { ...reading("kind"), kind: "Other" },
    { ...reading("group"), apiVersion: "other.abc.com/v1" },
    reading("../../etc/passwd"),
    reading("a/b"),
    reading(""),
    reading("cluster", 1, ""),
    reading("namespace", 1, "../x"),
    { ...reading("labels"), metadata: { namespace: "lab", name: "labels", labels: { a: 1 } as never } },
    { ...reading("deep"), spec: deep },
  ];
  for (const object of foreign) shared.create(storageKey, object);
  shared.create(storageKey, reading("right"));
  const { mirror, log, names } = await replica(shared);
  expect(names()).toEqual(["right"]);
  const left = log.lines.filter(({ message }) => message === "leaving out a stored object");
  expect(left).toHaveLength(foreign.length);
  shared.create(storageKey, { ...reading("late"), kind: "Other" });
  shared.create(storageKey, reading("later"));
  await expect.poll(names).toEqual(["later", "right"]);
  await mirror.close();
});

test("lists again when a watch ends, and shows what it missed", async () => {
  const shared = new Store(() => 0);
  let end = (): void => undefined;
  const stalls = new Promise<void>((resolve) => {
    end = resolve;
  });
  let watches = 0;
  const { mirror, clock } = await replica(shared, (opened) => ({
    async *watch(version, signal): AsyncGenerator<StorageEvent> {
      watches += 1;
      if (watches > 1) yield* opened.watch(version, signal);
      else await stalls;
    },
  }));
  const events: string[] = [];
  mirror.store.subscribe(storageKey, ({ type, object }) => events.push(`${type} ${object.metadata.name}`));
  const a = existing(shared.create(storageKey, reading("a")));
  const b = existing(shared.create(storageKey, reading("b")));
  end();
  await expect.poll(() => clock.timers).toBe(1);
  await clock.advance(200);
  expect(events).toEqual(["ADDED a", "ADDED b"]);
  shared.remove(storageKey, a);
  shared.replace(storageKey, b, reading("b", 5));
  await expect.poll(() => events).toEqual(["ADDED a", "ADDED b", "DELETED a", "MODIFIED b"]);
  await mirror.close();
});

test("a storage that rejects a write without a newer version is an error, not an endless loop", async () => {
  const { mirror, clock } = await replica(new Store(() => 0), () => ({ update: () => Promise.resolve(undefined) }));
  await mirror.create(storageKey, reading("a"));
  const current = existing(mirror.store.get(storageKey, "lab", "a"));
  const outcome = expect(mirror.replace(storageKey, current, reading("a", 2))).rejects.toMatchObject({
    failure: { code: 504 },
  });
  await clock.advance(11_000);
  await outcome;
  await mirror.close();
});

test("the error of a storage is the error of the request", async () => {
  const shared = new Store(() => 0);
  const { mirror } = await replica(shared, () => ({ create: () => Promise.reject(new Error("the disk is full")) }));
  await expect(mirror.create(storageKey, reading("a"))).rejects.toMatchObject({
    failure: { code: 500, message: "Internal error occurred: the disk is full" },
  });
  await mirror.close();
});

test.each(["", "x", "1e3", "-1", "99999999999999999999"])("refuses a storage with the version %j", async (version) => {
  const list = (): Promise<{ objects: []; version: string }> => Promise.resolve({ objects: [], version });
  await expect(replica(new Store(() => 0), () => ({ list }))).rejects.toThrow("version");
});

test("closes a storage whose watch ignores the signal", async () => {
  const { mirror } = await replica(new Store(() => 0), () => ({
    watch: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
  }));
  await mirror.close();
});
