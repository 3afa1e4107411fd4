/** One thing that is measured beside something else, in one run on one machine. */
export interface Benchmark {
  readonly name: string;
  /** What our side does. */
  readonly work: string;
  /** What it is measured against. */
  readonly peer: string;
  /** The highest ratio ours/theirs that is good enough. */
  readonly reach: number;
  readonly unit: "ms" | "MB";
  /** Prepares both sides in an empty folder and returns what measures each once. */
  setUp(folder: string): Promise<Sides>;
}

export interface Sides {
  ours(): number | Promise<number>;
  theirs(): number | Promise<number>;
  tearDown?(): void | Promise<void>;
}

export interface Measurement {
  readonly name: string;
  readonly work: string;
  readonly peer: string;
  readonly unit: string;
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
  readonly reach: number;
  readonly reached: boolean;
  readonly runs: number;
}

/** Runs both sides in turn, so that a slow moment of the machine hits both, and takes medians. The first turn warms up. */
export async function measure(benchmark: Benchmark, folder: string, runs: number): Promise<Measurement> {
  const sides = await benchmark.setUp(folder);
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (let run = 0; run <= runs; run++) {
      const [our, their] = [await sides.ours(), await sides.theirs()];
      if (run === 0) continue;
      ours.push(our);
      theirs.push(their);
    }
  } finally {
    await sides.tearDown?.();
  }
  const { name, work, peer, unit, reach } = benchmark;
  const ratio = median(ours) / median(theirs);
  return {
    name,
    work,
    peer,
    unit,
    ours: median(ours),
    theirs: median(theirs),
    ratio,
    reach,
    reached: ratio <= reach,
    runs,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  if (low === undefined || high === undefined) throw new Error("no measurements");
  return (low + high) / 2;
}
