import { mergePatch } from "../../src/kube/client.js";
import type { Benchmark } from "../harness/benchmark.js";
import { percentile } from "../harness/statistics.js";
import { type Arena, operators } from "./arena.js";
import { paced } from "./paced.js";
import { nameOf, Widget } from "./widgets.js";

const objects = 1_000;
const seconds = 10;

/** Measures the time from the moment that a change is sent to the API server until a reconciler is called for it. */
export function latency(perSecond: number): Benchmark {
  const name = `latency-${perSecond}`;
  return operators({
    rows: [
      { name, work: `event to reconcile at ${perSecond} updates a second, p99`, reach: 1.5, unit: "ms" },
      { name: `${name}-p50`, work: "the same, p50", reach: 1.5, unit: "ms" },
    ],
    turn: async (arena, command) => {
      const namespace = await arena.fill(objects);
      const operator = arena.start(command, { mode: "latency", namespace, objects, workers: 10 });
      await operator.until("synced");
      await update(arena, namespace, perSecond);
      await arena.client.patch(Widget, { namespace, name: nameOf(0) }, mergePatch({ spec: { size: -1 } }));
      // The benchmark's own programs report this format.
      const micros = (await operator.until("latencies"))["micros"] as number[];
      // Two updates of one object can become one event, but rarely: each object is updated at most every two seconds.
      if (micros.length < 0.95 * perSecond * seconds) throw new Error(`${micros.length} reconciles`);
      return { [name]: percentile(micros, 99) / 1000, [`${name}-p50`]: percentile(micros, 50) / 1000 };
    },
  });
}

/** Updates one object after the other. */
function update(arena: Arena, namespace: string, perSecond: number): Promise<void> {
  return paced(perSecond, seconds, (index) => {
    const sentAt = Math.round((performance.timeOrigin + performance.now()) * 1000);
    return arena.client.patch(Widget, { namespace, name: nameOf(index % objects) }, mergePatch({ spec: { sentAt } }));
  });
}
