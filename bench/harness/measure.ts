import type { Benchmark, Figures, Row, Sides } from "./benchmark.js";
import type { NodeProgram } from "./nodes.js";
import { orderOf } from "./order.js";
import { type Spread, spreadOf } from "./statistics.js";

/** Fewer turns of each side than that say whether a benchmark runs, and decide nothing. */
export const decidingRuns = 5;

/** One row, on one Node. */
export interface Measurement extends Row {
  readonly peer: string;
  /** Version of the Node that our side ran on. */
  readonly node: string;
  readonly runs: number;
  readonly ours: Spread;
  readonly comparison: Comparison;
}

/** A row that a turn of either side stopped: it has no figures. */
export interface Failure extends Row {
  readonly peer: string;
  readonly why: string;
}

export type Comparison =
  | {
      readonly kind: "measured";
      readonly theirs: Spread;
      /** Of the medians. */
      readonly ratio: number;
      readonly reached: boolean;
    }
  | { readonly kind: "missing"; readonly why: string };

/** Somebody who has a turn in each round. */
interface Contestant {
  readonly turn: () => Figures | Promise<Figures>;
  readonly figures: Figures[];
}

/** Our side on one Node, and who it is compared with. */
interface Pair {
  readonly node: NodeProgram;
  readonly ours: Contestant;
  readonly theirs: Contestant | undefined;
}

/** Gives each side its turns in changing order, so that a slow moment of the machine hits all alike. */
export async function measure(
  benchmark: Benchmark,
  { folder, nodes, runs }: { readonly folder: string; readonly nodes: readonly NodeProgram[]; readonly runs: number },
): Promise<Measurement[]> {
  const sides = await benchmark.setUp(folder);
  const pairs = pairsOf(benchmark, sides, nodes);
  const contestants = [
    ...new Set(pairs.flatMap(({ ours, theirs }) => (theirs === undefined ? [ours] : [ours, theirs]))),
  ];
  const { warmUps = 1 } = benchmark;
  try {
    for (let round = 0; round < warmUps + runs; round++) {
      for (const { turn, figures } of orderOf(contestants, round)) {
        const made = await turn();
        if (round >= warmUps) figures.push(made);
      }
    }
  } finally {
    await sides.tearDown?.();
  }
  const why = typeof sides.theirs === "function" ? "" : sides.theirs.missing;
  return benchmark.rows.flatMap((row) =>
    pairs.map(({ node, ours: { figures }, theirs }) => {
      const ours = spreadIn(figures, row);
      const comparison: Comparison =
        theirs === undefined ? { kind: "missing", why } : compare(ours, spreadIn(theirs.figures, row), row);
      return { ...row, peer: peerOf(row, sides.peer ?? benchmark.peer), node: node.version, runs, ours, comparison };
    }),
  );
}

/** What the row is measured against. */
export function peerOf({ how }: Row, peer: string): string {
  return how === undefined ? peer : `${peer}, ${how}`;
}

function pairsOf(benchmark: Benchmark, sides: Sides, nodes: readonly NodeProgram[]): Pair[] {
  const { theirs } = sides;
  const alone = typeof theirs === "function" ? theirs : undefined;
  const peerOn = (node: NodeProgram | undefined): Contestant | undefined =>
    alone === undefined || node === undefined ? undefined : { turn: () => alone(node), figures: [] };
  const shared = benchmark.isPeerOnNode === true ? undefined : peerOn(nodes[0]);
  return nodes.map((node) => ({
    node,
    ours: { turn: () => sides.ours(node), figures: [] },
    theirs: benchmark.isPeerOnNode === true ? peerOn(node) : shared,
  }));
}

function spreadIn(all: readonly Figures[], { name }: Row): Spread {
  try {
    return spreadOf(all.map((figures) => figures[name] ?? NaN));
  } catch (cause) {
    throw new Error(`no measurements of ${name}`, { cause });
  }
}

function compare(ours: Spread, theirs: Spread, { reach }: Row): Comparison {
  const ratio = ours.median / theirs.median;
  return { kind: "measured", theirs, ratio, reached: ratio <= reach };
}
