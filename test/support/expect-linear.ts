import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { processorTime } from "./processor-time.js";

/** Checks that a function takes time in proportion to its input: for pure functions that read other people's texts. */

export interface LinearOptions {
  /** The smallest size to measure. Default: 8. A small size ends the test of an exponential function soon. */
  readonly from?: number;
  /** The size at which measuring starts at the latest, even if `run` is still too quick to be measured. Default: 200,000. */
  readonly upTo?: number;
  /** The tolerated factor beyond proportional growth. Default: 6; a quadratic function takes 16 times more. */
  readonly slack?: number;
}

/** Returns the processor time of the work, in milliseconds. */
type Stopwatch = (work: () => void) => number;

/** Long enough for the stopwatch, and short enough for sixteen times as much. */
const measurableMs = 5;
/** Returns the next size. Small sizes grow by one, because an exponential function doubles its time with each. */
const stepFrom = (size: number): number => (size < 64 ? size + 1 : size * 2);
const [tries, triesAtFirst, triesInDoubt] = [3, 8, Infinity];
/** The total time after which tries are not repeated further; longer if the test would otherwise fail. */
const [patienceMs, patienceInDoubtMs] = [300, 1000];
/** The multiple of the first size up to which the time is measured. */
const reach = 16;
/** The longest text in characters, like the body of a request: beyond it, V8's regular expressions have no memory to backtrack. */
const longestText = 3 * 2 ** 20;
/** A function fails only if it fails in each round: garbage collection may spoil one. */
const rounds = 2;

/**
 * Measures `run` at growing sizes, up to sixteen times the first, and fails if the time grows much faster than the size. It
 * measures processor time, not elapsed time, takes the least of several tries, and climbs in small steps, so that neither a busy
 * machine nor an exponential function spoils it. A failed measurement is repeated from the beginning, with an empty memory.
 *
 * If `run` rejects its input with an error, that is as good as a result, but a TypeError, RangeError or ReferenceError fails the
 * test.
 *
 * @param makeInput - the worst input of size `n` that you can think of; its time is not counted
 */
export function expectLinear<Input>(
  makeInput: (n: number) => Input,
  run: (input: Input) => unknown,
  options: LinearOptions = {},
  stopwatch: Stopwatch = processorTime,
): void {
  let growth: string | undefined;
  for (let round = 0; round < rounds; round++) {
    growth = findGrowth(makeInput, run, options, stopwatch);
    if (growth === undefined) return;
    collectGarbage();
  }
  throw new Error(growth);
}

/** Measures one round; returns how the time grows if it grows much faster than the size. */
function findGrowth<Input>(
  makeInput: (n: number) => Input,
  run: (input: Input) => unknown,
  { from = 8, upTo = 200_000, slack = 6 }: LinearOptions,
  stopwatch: Stopwatch,
): string | undefined {
  const least = (n: number, enough: (ms: number) => boolean, times: number): number => {
    const patience = times === triesInDoubt ? patienceInDoubtMs : patienceMs;
    let [best, total] = [Infinity, 0];
    const atLeast = times === triesInDoubt ? 2 : tries;
    const goOn = (done: number): boolean => done < times && (done < atLeast || total < patience) && !enough(best);
    for (let done = 0; goOn(done); done++) {
      const input = makeInput(n);
      const ms = stopwatch(() => refuseOrRun(run, input));
      [best, total] = [Math.min(best, ms), total + ms];
    }
    return best;
  };
  const never = (): boolean => false;
  const sample = makeInput(from);
  const step = typeof sample === "string" ? Math.ceil(sample.length / from) : 1;
  const largest = Math.min(upTo, Math.floor(longestText / Math.max(step, 1) / reach));
  // The first run compiles the function; each size below is measured at least twice.
  let [size, ms] = [from, least(from, never, 2)];
  while (ms < measurableMs && size < largest) {
    const next = Math.min(stepFrom(size), largest);
    [size, ms] = [next, least(next, (best) => best < measurableMs, tries)];
  }
  const [firstSize, firstMs] = [size, Math.max(least(size, never, triesAtFirst), measurableMs / 4)];
  while (size < firstSize * reach) {
    size = Math.min(stepFrom(size), firstSize * reach);
    const ratio = size / firstSize;
    // In between, the limit only decides whether to go on: another kind of garbage collection may take several times as long.
    const limit = firstMs * (ratio < reach ? Math.max(ratio ** 2, 1) * 4 : ratio * slack);
    const taken = least(size, (best) => best <= limit, triesInDoubt);
    if (taken > limit) {
      return (
        `size ${firstSize} took ${firstMs.toFixed(1)} ms, size ${size} took ${taken.toFixed(1)} ms: ` +
        `${(taken / firstMs).toFixed(1)} times as long for ${ratio.toFixed(1)} times as much`
      );
    }
  }
  return undefined;
}

/** Node offers the collector only behind a flag, which may be set at run time. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  // The flag adds this function to every new context.
  (runInNewContext("gc") as () => void)();
}

function refuseOrRun<Input>(run: (input: Input) => unknown, input: Input): void {
  try {
    run(input);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) throw error;
  }
}
