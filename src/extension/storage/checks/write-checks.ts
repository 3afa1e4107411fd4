import {
  type Check,
  ensure,
  ensureSame,
  keyOf,
  noSignal,
  present,
  reading,
  readings,
  sensors,
  versionOf,
} from "./bench.js";
import type { StoredObject } from "../object-storage.js";

export const writeChecks: readonly Check[] = [
  {
    name: "create stores the object, and returns it with a version",
    run: async (bench) => {
      const storage = await bench.open();
      const created = present(await storage.create(reading("a"), noSignal), "create");
      ensureSame(created, reading("a"), "create");
      const found = await storage.get(keyOf(created), noSignal);
      ensureSame(found, created, "get");
      ensure(found?.metadata.resourceVersion === created.metadata.resourceVersion, "get returns the version of create");
      const { objects, version } = await storage.list(noSignal);
      ensure(objects.length === 1, `list: expected one object, not ${objects.length}`);
      ensureSame(objects[0], created, "list");
      ensure(Number(version) >= versionOf(created), "the version of a list is not older than its objects");
    },
  },
  {
    name: "create ignores the resourceVersion of the object",
    run: async (bench) => {
      const storage = await bench.open();
      const given = reading("a");
      const created = await storage.create(
        { ...given, metadata: { ...given.metadata, resourceVersion: "1" } },
        noSignal,
      );
      versionOf(present(created, "create"));
    },
  },
  {
    name: "an object keeps every field and every character",
    run: async (bench) => {
      const storage = await bench.open();
      for (const [index, object] of difficult.entries()) {
        const given = { ...object, metadata: { ...object.metadata, name: `difficult-${index}` } };
        ensureSame(await storage.create(given, noSignal), given, "create");
        ensureSame(await storage.get(keyOf(given), noSignal), given, "get");
      }
    },
  },
  {
    name: "create returns undefined if the name is taken, and changes nothing",
    run: async (bench) => {
      const storage = await bench.open();
      await storage.create(reading("a", 1), noSignal);
      ensure((await storage.create(reading("a", 2), noSignal)) === undefined, "the second create returns undefined");
      ensureSame(await storage.get(keyOf(reading("a")), noSignal), reading("a", 1), "get");
    },
  },
  {
    name: "update replaces the object, with a greater version",
    run: async (bench) => {
      const storage = await bench.open();
      const created = present(await storage.create(reading("a"), noSignal), "create");
      const updated = present(await storage.update({ ...created, spec: { celsius: 1 } }, noSignal), "update");
      ensureSame(updated, reading("a", 1), "update");
      ensure(versionOf(updated) > versionOf(created), "the version of an update is greater");
      ensureSame(await storage.get(keyOf(created), noSignal), updated, "get");
    },
  },
  {
    name: "update returns undefined for another version or a missing object, and changes nothing",
    run: async (bench) => {
      const storage = await bench.open();
      const created = present(await storage.create(reading("a"), noSignal), "create");
      await storage.update({ ...created, spec: { celsius: 1 } }, noSignal);
      ensure((await storage.update({ ...created, spec: { celsius: 2 } }, noSignal)) === undefined, "an old version");
      const missing = reading("b");
      const metadata = { ...missing.metadata, resourceVersion: created.metadata.resourceVersion ?? "" };
      ensure((await storage.update({ ...missing, metadata }, noSignal)) === undefined, "a missing object");
      ensure((await storage.update(reading("a", 3), noSignal)) === undefined, "no version");
      ensureSame(await storage.get(keyOf(created), noSignal), reading("a", 1), "get");
    },
  },
  {
    name: "delete removes exactly the version",
    run: async (bench) => {
      const storage = await bench.open();
      const created = present(await storage.create(reading("a"), noSignal), "create");
      const updated = present(await storage.update({ ...created, spec: { celsius: 1 } }, noSignal), "update");
      const key = keyOf(created);
      const [old, current] = [created, updated].map(({ metadata }) => metadata.resourceVersion ?? "");
      ensure(!(await storage.delete(key, old ?? "", noSignal)), "delete at an old version returns false");
      ensureSame(await storage.get(key, noSignal), updated, "get after a delete at an old version");
      ensure(await storage.delete(key, current ?? "", noSignal), "delete at the current version returns true");
      ensure(!(await storage.delete(key, current ?? "", noSignal)), "a second delete returns false");
      ensure((await storage.get(key, noSignal)) === undefined, "get after a delete returns undefined");
      const again = present(await storage.create(reading("a"), noSignal), "create after a delete");
      ensure(versionOf(again) > versionOf(updated), "the version of a new object with an old name is greater");
    },
  },
  {
    name: "namespaces and kinds are separate",
    run: async (bench) => {
      const [storage, others] = await bench.openAll(readings, sensors);
      const objects = [reading("c", 1, "a-b"), reading("b-c", 2, "a"), reading("c", 3, "a.b"), reading("a", 4, "a")];
      for (const object of objects) present(await storage.create(object, noSignal), "create");
      for (const object of objects) ensureSame(await storage.get(keyOf(object), noSignal), object, "get");
      const sensor: StoredObject = { ...reading("a"), kind: sensors.kind, metadata: { name: "a" } };
      present(await others?.create(sensor, noSignal), "create of another kind");
      ensure((await storage.list(noSignal)).objects.length === objects.length, "a list shows one kind");
      ensureSame(await others?.get({ name: "a" }, noSignal), sensor, "get of another kind");
    },
  },
  {
    name: "of concurrent writes of one version, one succeeds",
    run: async (bench) => {
      const storage = await bench.open();
      const creates = await Promise.all(numbers.map((each) => storage.create(reading("a", each), noSignal)));
      const [created, ...more] = creates.filter((each) => each !== undefined);
      ensure(created !== undefined && more.length === 0, "one create returns an object");
      const updates = await Promise.all(
        numbers.map((each) => storage.update({ ...created, spec: { celsius: each } }, noSignal)),
      );
      const [updated, ...others] = updates.filter((each) => each !== undefined);
      ensure(updated !== undefined && others.length === 0, "one update returns an object");
      ensureSame(await storage.get(keyOf(created), noSignal), updated, "get");
    },
  },
];

const numbers = [...Array(20).keys()];

const difficult: readonly StoredObject[] = [
  reading("a".repeat(253)),
  {
    ...reading("a"),
    spec: JSON.parse('{"__proto__": {"a": 1}, "constructor": {"prototype": 1}, "": null}') as object & {},
  },
  {
    ...reading("a"),
    spec: { text: '\n\r\t\u0000\u2028\uD83D\uDE00 "quoted" \\ ä 漢', empty: {}, list: [[], [null, false, 1.5, -0.1]] },
  },
  { ...reading("a"), spec: { large: "x".repeat(900_000) } },
] as StoredObject[];
