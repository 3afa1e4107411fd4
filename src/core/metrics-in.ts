import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Creates metrics in a registry. They appear in the order of their creation. */
export function metricsIn(registry: Registry) {
  const registers = [registry];
  return {
    counter: (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: (name: string, help: string, ...labelNames: string[]) => new Gauge({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
    /** Calls back at every scrape for the values. */
    measured: (name: string, help: string, labelNames: readonly string[], collect: (gauge: Gauge) => void) =>
      new Gauge({
        ...{ name, help, labelNames, registers },
        collect() {
          collect(this);
        },
      }),
    /** Like {@link measured}, for values that only grow. */
    counted: (name: string, help: string, labelNames: readonly string[], collect: (counter: Counter) => void) =>
      new Counter({
        ...{ name, help, labelNames, registers },
        collect() {
          collect(this);
        },
      }),
  };
}
