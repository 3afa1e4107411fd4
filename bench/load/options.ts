import { parseArgs } from "node:util";

export interface LoadOptions {
  readonly minutes: number;
  /** The number of watches at a time. */
  readonly watches: number;
  /** The number of writes per second. */
  readonly writes: number;
  /** Whether the server also stores its objects in a file. */
  readonly data: boolean;
  readonly seed: number;
}

/** @throws Error that names the invalid argument */
export function parseOptions(args: readonly string[]): LoadOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "60" },
      watches: { type: "string", default: "100" },
      writes: { type: "string", default: "200" },
      data: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
    },
  });
  const number = (flag: "minutes" | "watches" | "writes" | "seed", most: number, least = 1): number => {
    const value = Number(values[flag]);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Error(`--${flag} ${values[flag]}: a whole number from ${least} to ${most}`);
  };
  return {
    // The server keeps the changes of five minutes. The second half, which shows growth, begins after that.
    minutes: number("minutes", 24 * 60, 12),
    watches: number("watches", 2_000),
    writes: number("writes", 10_000),
    data: values.data,
    seed: number("seed", 0xffff_ffff),
  };
}
