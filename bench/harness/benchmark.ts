import type { NodeProgram } from "./nodes.js";

/** One figure that is measured beside somebody else's. */
export interface Row {
  readonly name: string;
  /** What our side does. */
  readonly work: string;
  /** The highest ratio ours/theirs that is good enough. */
  readonly reach: number;
  readonly unit: "ms" | "MB" | "kB";
  /** How the peer does it, where a benchmark has it do so in several ways. */
  readonly how?: string;
}

/** What one turn comes to: a figure for each row, by its name. */
export type Figures = Readonly<Record<string, number>>;

/** Why a peer is not measured: its row says so. */
export interface Missing {
  readonly missing: string;
}

/** Work that two sides do; one turn of it may give several figures. */
export interface Benchmark {
  /** What it is measured against. */
  readonly peer: string;
  readonly rows: readonly Row[];
  /** Counted turns of each side, unless the command line says otherwise. Default: as many as decide. */
  readonly runs?: number;
  /** Rounds before the first that counts. Default 1; 0 where each turn starts all its processes anew. */
  readonly warmUps?: number;
  /** The peer is a program for Node too: it runs on the Node that our side runs on. */
  readonly isPeerOnNode?: boolean;
  /** `all` leaves it out. */
  readonly onlyByName?: boolean;
  /** Prepares both sides in an empty folder and returns what runs a turn of each. */
  setUp(folder: string): Promise<Sides>;
}

export interface Sides {
  /** The peer with its version, where only the set-up tells. */
  readonly peer?: string;
  ours(node: NodeProgram): Figures | Promise<Figures>;
  /** The Node matters where the peer runs on one. */
  readonly theirs: ((node: NodeProgram) => Figures | Promise<Figures>) | Missing;
  tearDown?(): void | Promise<void>;
}

/** A benchmark of one figure: the milliseconds that each side returns. */
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
