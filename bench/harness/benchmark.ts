import type { NodeProgram } from "./nodes.js";

/** One figure that is compared with a peer. */
export interface Row {
  readonly name: string;
  /** The work of our side. */
  readonly work: string;
  /** The highest acceptable ratio ours/theirs. */
  readonly reach: number;
  readonly unit: "ms" | "MB" | "kB";
  /** The method of the peer, if a benchmark compares several methods. */
  readonly how?: string;
}

/** The result of one turn: a figure for each row, by its name. */
export type Figures = Readonly<Record<string, number>>;

/** The reason why a peer is not measured; its row shows it. */
export interface Missing {
  readonly missing: string;
}

/** Work that two sides do. One turn can produce several figures. */
export interface Benchmark {
  /** The name of the peer. */
  readonly peer: string;
  readonly rows: readonly Row[];
  /** The number of counted turns per side, unless the command line sets another. Default: enough for a decision. */
  readonly runs?: number;
  /** The number of uncounted rounds before the first counted round. Default 1; 0 if each turn starts all its processes again. */
  readonly warmUps?: number;
  /** Whether the peer runs on Node, too: then it uses the same Node as our side. */
  readonly isPeerOnNode?: boolean;
  /** Whether `all` omits the benchmark. */
  readonly onlyByName?: boolean;
  /** Prepares both sides in an empty folder. Returns the functions that run a turn of each. */
  setUp(folder: string): Promise<Sides>;
}

export interface Sides {
  /** The peer with its version, if only the set-up knows the version. */
  readonly peer?: string;
  ours(node: NodeProgram): Figures | Promise<Figures>;
  /** The Node matters only for a peer that runs on Node. */
  readonly theirs: ((node: NodeProgram) => Figures | Promise<Figures>) | Missing;
  tearDown?(): void | Promise<void>;
}

/** A benchmark with a single figure: the milliseconds that each side returns. */
export interface SingleBenchmark extends Omit<Row, "unit" | "how">, Omit<Benchmark, "rows" | "setUp"> {
  readonly setUp: (folder: string) => SingleSides | Promise<SingleSides>;
}

export interface SingleSides {
  readonly peer?: string;
  readonly ours: (node: NodeProgram) => number;
  readonly theirs: ((node: NodeProgram) => number) | Missing;
}

export function single({ name, work, reach, setUp, ...benchmark }: SingleBenchmark): Benchmark {
  return {
    ...benchmark,
    rows: [{ name, work, reach, unit: "ms" }],
    setUp: async (folder) => {
      const { ours, theirs, ...more } = await setUp(folder);
      return {
        ...more,
        ours: (node) => ({ [name]: ours(node) }),
        theirs: typeof theirs === "function" ? (node) => ({ [name]: theirs(node) }) : theirs,
      };
    },
  };
}
