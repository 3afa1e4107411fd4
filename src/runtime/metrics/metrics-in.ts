import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Makes metrics of one registry. They are shown in the order in which they are made. */
export function metricsIn(registry: Registry) {
  const registers = [registry];
  return {
    counter: (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: (name: string, help: string, ...labelNames: string[]) => new Gauge({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
    /** Calls back whenever somebody looks, for the values. */
    measured: (name: string, help: string, labelNames: readonly string[], collect: (gauge: Gauge) => void) =>
      new Gauge({
        ...{ name, help, labelNames, registers },
        collect() {
          collect(this);
        },
      }),
    /** As {@link measured}, of something that only grows. */
    counted: (name: string, help: string, labelNames: readonly string[], collect: (counter: Counter) => void) =>
      new Counter({
        ...{ name, help, labelNames, registers },
        collect() {
          collect(this);
        },
      }),
  };
}
