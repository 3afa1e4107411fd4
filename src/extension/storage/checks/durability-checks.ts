import { type Check, ensure, ensureSame, keyOf, noSignal, present, reading, versionOf } from "./bench.js";
import { take } from "./watch-checks.js";

export const durabilityChecks: readonly Check[] = [
  {
    name: "objects and their versions outlive the storage",
    run: async (bench) => {
      const first = await bench.open();
      const kept = present(await first.create(reading("kept"), noSignal), "create");
      const gone = present(await first.create(reading("gone"), noSignal), "create");
      await first.delete(keyOf(gone), gone.metadata.resourceVersion ?? "", noSignal);
      const last = Number((await first.list(noSignal)).version);
      await bench.close(first);
      const second = await bench.open();
      const { objects, version } = await second.list(noSignal);
      ensure(objects.length === 1, `list: expected one object, not ${objects.length}`);
      ensureSame(objects[0], kept, "list");
      ensure(objects[0] !== undefined && versionOf(objects[0]) === versionOf(kept), "an object keeps its version");
      ensure(Number(version) >= versionOf(gone), "the version of a list is not older than the last write");
      const updated = present(await second.update({ ...kept, spec: { celsius: 1 } }, noSignal), "update");
      ensure(versionOf(updated) > last, "versions continue");
    },
  },
  {
    name: "a watch from a version before a restart shows all writes since then, or fails",
    run: async (bench) => {
      const first = await bench.open();
      const { version } = await first.list(noSignal);
      for (const name of ["a", "b", "c"]) await first.create(reading(name), noSignal);
      await bench.close(first);
      const second = await bench.open();
      const events = await take(second, version, 3).catch(() => undefined);
      const names = events?.map(({ object }) => object.metadata.name).join();
      ensure(names === undefined || names === "a,b,c", `expected the events of a, b and c, not ${names}`);
    },
  },
];
