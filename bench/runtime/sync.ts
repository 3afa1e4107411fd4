import type { Benchmark, Figures } from "../benchmark.js";
import { Arena, type Side } from "./arena.js";

const rules = 21; // an object is 4 KB then

/** How long a cache takes to have all objects of a kind, and how much memory each takes once that is done. */
export function sync(objects: number): Benchmark {
  const name = `sync-${objects}`;
  return {
    peer: "controller-runtime, unstructured",
    rows: [
      { name, work: `cold sync of ${objects} custom resources of 4 KB`, reach: 1, unit: "ms" },
      { name: "sync-rss", work: "memory for each object of that", reach: 1, unit: "kB" },
    ],
    async setUp(folder) {
      const arena = await Arena.open(folder);
      const namespace = await arena.fill(objects, rules);
      const run = async (side: Side): Promise<Figures> => {
        const operator = arena.start(side, { mode: "sync", namespace, objects, workers: 1 });
        const start = await operator.until("start");
        const before = operator.memory("VmRSS");
        const synced = await operator.until("synced");
        await operator.until("settled");
        const grown = operator.memory("VmRSS") - before;
        await operator.stop();
        return { [name]: synced.at - start.at, "sync-rss": grown / objects / 1000 };
      };
      return { ours: () => run("ours"), theirs: () => run("theirs"), tearDown: () => arena.close() };
    },
  };
}
