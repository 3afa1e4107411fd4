import { versionNumber } from "../check-stored.js";
import type { OpenStorage, StorageEvent, StoredObject } from "../object-storage.js";
import { type Check, ensure, ensureSame, inTime, keyOf, noSignal, present, reading, versionOf } from "./bench.js";

export const watchChecks: readonly Check[] = [
  {
    name: "a watch shows each write after its version, in order",
    run: async (bench) => {
      const storage = await bench.open();
      const before = present(await storage.create(reading("before"), noSignal), "create");
      const { version } = await storage.list(noSignal);
      const watching = take(storage, version, 4);
      const created = present(await storage.create(reading("a"), noSignal), "create");
      const updated = present(await storage.update({ ...created, spec: { celsius: 1 } }, noSignal), "update");
      await storage.delete(keyOf(created), updated.metadata.resourceVersion ?? "", noSignal);
      const again = present(await storage.create(reading("a", 2), noSignal), "create");
      const events = await watching;
      ensureEvents(events, [
        ["ADDED", created],
        ["MODIFIED", updated],
        ["DELETED", updated],
        ["ADDED", again],
      ]);
      ensure(versionOf(before) < Number(events[0]?.object.metadata.resourceVersion), "versions increase");
    },
  },
  {
    name: "a watch continues from the version of an event",
    run: async (bench) => {
      const storage = await bench.open();
      const { version } = await storage.list(noSignal);
      for (const name of ["a", "b", "c"]) await storage.create(reading(name), noSignal);
      const [first, ...rest] = await take(storage, version, 3);
      const again = await take(storage, first?.object.metadata.resourceVersion ?? "", 2);
      ensure(
        again.every((event, index) => event.object.metadata.name === rest[index]?.object.metadata.name),
        "a watch from the version of an event shows the events after it",
      );
    },
  },
  {
    name: "a watch from the version of a list misses nothing that is written meanwhile",
    run: async (bench) => {
      const storage = await bench.open();
      const names = [...Array(50).keys()].map((each) => `a-${each}`);
      const writing = Promise.all(names.map((name) => storage.create(reading(name), noSignal)));
      const { objects, version } = await storage.list(noSignal);
      const events = await take(storage, version, names.length - objects.length);
      await writing;
      const known = new Set([...objects, ...events.map(({ object }) => object)].map(({ metadata }) => metadata.name));
      ensure(known.size === names.length, `expected ${names.length} objects, not ${known.size}`);
    },
  },
  {
    name: "a watch ends when its signal fires",
    run: async (bench) => {
      const storage = await bench.open();
      const stop = new AbortController();
      const { version } = await storage.list(noSignal);
      const iterator = storage.watch(version, stop.signal)[Symbol.asyncIterator]();
      await storage.create(reading("a"), noSignal);
      await inTime(iterator.next(), "an event");
      const watching = iterator.next().catch(() => undefined);
      stop.abort();
      await inTime(watching, "the end of a watch");
    },
  },
];

/** Returns the first events after a version. */
export async function take(storage: OpenStorage, version: string, count: number): Promise<StorageEvent[]> {
  const stop = new AbortController();
  const events: StorageEvent[] = [];
  const collect = async (): Promise<void> => {
    if (count === 0) return;
    for await (const event of storage.watch(version, stop.signal)) {
      events.push(event);
      if (events.length === count) return;
    }
    throw new Error(`the watch ended after ${events.length} of ${count} events`);
  };
  try {
    await inTime(collect(), `a watch that expects ${count} events`);
  } finally {
    stop.abort();
  }
  ensureIncreasing(version, events);
  return events;
}

function ensureIncreasing(version: string, events: readonly StorageEvent[]): void {
  let last = versionNumber(version) ?? 0;
  for (const { object } of events) {
    ensure(versionOf(object) > last, `the versions of events increase: ${versionOf(object)} follows ${last}`);
    last = versionOf(object);
  }
}

function ensureEvents(
  events: readonly StorageEvent[],
  expected: readonly (readonly [StorageEvent["type"], StoredObject])[],
): void {
  for (const [index, [type, object]] of expected.entries()) {
    const event = events[index];
    ensure(event?.type === type, `event ${index + 1}: expected ${type}, not ${String(event?.type)}`);
    ensureSame(event.object, object, `event ${index + 1}`);
    if (type !== "DELETED") {
      ensure(versionOf(event.object) === versionOf(object), `event ${index + 1} has the version of the write`);
    }
  }
}
