import type { OpenStorage, StoredObject } from "../object-storage.js";
import { type Bench, type Check, ensure, ensureSame, keyOf, noSignal, present, reading } from "./bench.js";
import { take } from "./watch-checks.js";

/** Of storages that several replicas open at once. A storage for one replica must refuse the second. */
export const sharingChecks: readonly Check[] = [
  {
    name: "a second storage of the same data fails, or shows the same objects",
    run: async (bench) => {
      const pair = await openPair(bench);
      if (pair === undefined) return;
      const [left, right] = pair;
      const created = present(await left.create(reading("a"), noSignal), "create");
      ensureSame(await right.get(keyOf(created), noSignal), created, "get in the other storage");
      ensure((await right.create(reading("a"), noSignal)) === undefined, "the name is taken in the other storage");
      ensureSame((await right.list(noSignal)).objects[0], created, "list in the other storage");
    },
  },
  {
    name: "concurrent writers of a shared storage lose no update, and all watches show the same order",
    run: async (bench) => {
      const pair = await openPair(bench);
      if (pair === undefined) return;
      const [left, right] = pair;
      const { version } = await left.list(noSignal);
      await left.create(reading("counter", 0), noSignal);
      const watches = pair.map((each) => take(each, version, 2 * rounds + 1));
      await Promise.all([count(left), count(right)]);
      ensureSame(await right.get(keyOf(reading("counter")), noSignal), reading("counter", 2 * rounds), "the counter");
      const [seenLeft, seenRight] = (await Promise.all(watches)).map((events) =>
        events.map(({ object }) => `${celsiusOf(object)}@${object.metadata.resourceVersion}`).join(),
      );
      ensure(seenLeft === seenRight, `the watches differ: ${seenLeft}; ${seenRight}`);
    },
  },
];

const rounds = 10;

async function openPair(bench: Bench): Promise<[OpenStorage, OpenStorage] | undefined> {
  const left = await bench.open();
  if (left.isShared) return [left, await bench.open()];
  const second = await bench.open().catch(() => undefined);
  ensure(second === undefined, "a storage that is not shared refuses a second user of its data");
  return undefined;
}

async function count(storage: OpenStorage): Promise<void> {
  for (let done = 0; done < rounds;) {
    const current = present(await storage.get(keyOf(reading("counter")), noSignal), "get");
    const updated = await storage.update({ ...current, spec: { celsius: celsiusOf(current) + 1 } }, noSignal);
    if (updated !== undefined) done += 1;
  }
}

function celsiusOf(object: StoredObject): number {
  return Number(Object.entries(object["spec"] ?? {})[0]?.[1]);
}
