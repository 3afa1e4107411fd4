/** One figure that is measured beside somebody else's. */
export interface Row {
  readonly name: string;
  /** What our side does. */
  readonly work: string;
  /** The highest ratio ours/theirs that is good enough. */
  readonly reach: number;
  readonly unit: "ms" | "MB" | "kB";
}

/** What one run comes to: a figure for each row, by its name. */
export type Figures = Readonly<Record<string, number>>;

/** Work that two sides do; one run of it may give several figures. */
export interface Benchmark {
  /** What it is measured against. */
  readonly peer: string;
  readonly rows: readonly Row[];
  /** Counted runs of each side, unless the command line says otherwise. Default 7. */
  readonly runs?: number;
  /** Prepares both sides in an empty folder and returns what runs each once. */
  setUp(folder: string): Promise<Sides>;
}

export interface Sides {
  ours(): Figures | Promise<Figures>;
  theirs(): Figures | Promise<Figures>;
  tearDown?(): void | Promise<void>;
}

export interface Measurement extends Row {
  readonly peer: string;
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
  readonly reached: boolean;
  readonly runs: number;
}

/** A benchmark of one figure: the milliseconds that each side returns. */
export interface SingleBenchmark extends Omit<Row, "unit"> {
  readonly peer: string;
  readonly setUp: (folder: string) => {
    readonly ours: () => number;
    readonly theirs: () => number;
  };
}

export function single({ peer, setUp, ...row }: SingleBenchmark): Benchmark {
  return {
    peer,
    rows: [{ ...row, unit: "ms" }],
    setUp: (folder) => {
      const { ours, theirs } = setUp(folder);
      return Promise.resolve({ ours: () => ({ [row.name]: ours() }), theirs: () => ({ [row.name]: theirs() }) });
    },
  };
}

/** Runs both sides in turn, so that a slow moment of the machine hits both, and takes medians. The first turn warms up. */
export async function measure(benchmark: Benchmark, folder: string, runs: number): Promise<Measurement[]> {
  const sides = await benchmark.setUp(folder);
  const ours: Figures[] = [];
  const theirs: Figures[] = [];
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
  return benchmark.rows.map((row) => {
    const [our, their] = [medianOf(ours, row), medianOf(theirs, row)];
    const ratio = our / their;
    return { ...row, peer: benchmark.peer, ours: our, theirs: their, ratio, reached: ratio <= row.reach, runs };
  });
}

function medianOf(all: readonly Figures[], { name }: Row): number {
  const sorted = all.map((figures) => figures[name]).toSorted((a = NaN, b = NaN) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  if (low === undefined || high === undefined) throw new Error(`no measurements of ${name}`);
  return (low + high) / 2;
}
