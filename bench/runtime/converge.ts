import { isDeepStrictEqual } from "node:util";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import type { Benchmark } from "../harness/benchmark.js";
import { type Arena, operators } from "./arena.js";
import { Widget } from "./widgets.js";

export interface Convergence {
  readonly objects: number;
  readonly workers: number;
  /** Default: `converge-OBJECTS-WORKERS`. */
  readonly name?: string;
  /** The name of a second row for the memory of the operator. */
  readonly rss?: string;
  readonly onlyByName?: boolean;
}

/** Measures the time from the start of the operator until all widgets have their ConfigMap and their status. */
export function converge({ objects, workers, rss, ...more }: Convergence): Benchmark {
  const { name = `converge-${objects}-${workers}`, onlyByName = false } = more;
  const work = `${objects} custom resources to status.ready, one owned ConfigMap each, ${workers} ${workers === 1 ? "worker" : "workers"}`;
  const memory = { name: rss ?? `${name}-rss`, work: `most memory of ${name}`, reach: 1.7, unit: "MB" } as const;
  return operators({
    onlyByName,
    rows: [{ name, work, reach: 1, unit: "ms" }, ...(rss === undefined ? [] : [memory])],
    turn: async (arena, command) => {
      const namespace = await arena.fill(objects);
      const operator = arena.start(command, { mode: "converge", namespace, objects, workers });
      const { at } = await operator.until("converged");
      const figures = { [name]: at - operator.startedAt, [memory.name]: operator.memory("VmHWM") / 1e6 };
      await check(arena, namespace, objects);
      return figures;
    },
  });
}

/** Checks the result. A side that does less than required does not count. */
async function check(arena: Arena, namespace: string, objects: number): Promise<void> {
  const widgets = await arena.client.list(Widget, { namespace });
  const configs = await arena.client.list(ConfigMap, { namespace });
  const sizes = new Map(configs.items.map(({ metadata, data }) => [metadata.name, data]));
  const converged = widgets.items.filter(
    ({ metadata, spec, status }) =>
      status?.ready === true && isDeepStrictEqual(sizes.get(metadata.name), { size: String(spec.size) }),
  );
  if (converged.length !== objects) throw new Error(`${converged.length} of ${objects} have converged`);
}
