import type { Benchmark, Figures, Row, Sides } from "./benchmark.js";
import type { NodeProgram } from "./nodes.js";
import { orderOf } from "./order.js";
import { type Spread, spreadOf } from "./statistics.js";

/** The number of turns per side that a decision needs. Fewer turns only show that a benchmark runs. */
export const decidingRuns = 5;

/** A row on one Node version. */
export interface Measurement extends Row {
  readonly peer: string;
  /** The version of our side's Node. */
  readonly node: string;
  readonly runs: number;
  readonly ours: Spread;
  readonly comparison: Comparison;
}

/** A row without figures, because a turn of either side failed. */
export interface Failure extends Row {
  readonly peer: string;
  readonly why: string;
}

export type Comparison =
  | {
      readonly kind: "measured";
      readonly theirs: Spread;
      /** The ratio of the medians. */
      readonly ratio: number;
      readonly reached: boolean;
    }
  | { readonly kind: "missing"; readonly why: string };

/** A participant that has a turn in each round. */
interface Contestant {
  readonly turn: () => Figures | Promise<Figures>;
  readonly figures: Figures[];
}

/** Our side on one Node version, and the participant that it is compared with. */
interface Pair {
  readonly node: NodeProgram;
  readonly ours: Contestant;
  readonly theirs: Contestant | undefined;
}

/** Gives the sides their turns in changing order, so that a slow moment of the machine affects all of them. */
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

/** Returns the name of the row's peer. */
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
