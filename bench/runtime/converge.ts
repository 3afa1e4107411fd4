import { isDeepStrictEqual } from "node:util";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import type { Benchmark, Figures } from "../benchmark.js";
import { Arena, type Side, Widget } from "./arena.js";

export interface Convergence {
  readonly objects: number;
  readonly workers: number;
  /** Default: `converge-OBJECTS-WORKERS`. */
  readonly name?: string;
  /** Name of a second row: the memory it took. */
  readonly rss?: string;
}

/** From the start of the operator until all widgets have their ConfigMap and their status. */
export function converge({ objects, workers, name = `converge-${objects}-${workers}`, rss }: Convergence): Benchmark {
  const work = `${objects} custom resources to status.ready, one owned ConfigMap each, ${workers} ${workers === 1 ? "worker" : "workers"}`;
  const memory = { name: rss ?? `${name}-rss`, work: `most memory of ${name}`, reach: 1.7, unit: "MB" } as const;
  return {
    peer: "controller-runtime",
    rows: [{ name, work, reach: 1, unit: "ms" }, ...(rss === undefined ? [] : [memory])],
    runs: 3,
    async setUp(folder) {
      const arena = await Arena.open(folder);
      const run = async (side: Side): Promise<Figures> => {
        const namespace = await arena.fill(objects);
        const operator = arena.start(side, { mode: "converge", namespace, objects, workers });
        const { at } = await operator.until("converged");
        const figures = { [name]: at - operator.startedAt, [memory.name]: operator.memory("VmHWM") / 1e6 };
        await check(arena, namespace, objects);
        await operator.stop();
        return figures;
      };
      return { ours: () => run("ours"), theirs: () => run("theirs"), tearDown: () => arena.close() };
    },
  };
}

/** A side that does less than it says does not count. */
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
