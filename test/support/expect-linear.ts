import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Shows that a function takes time in proportion to its input: for the pure functions that see what others wrote. */

export interface LinearOptions {
  /** The smallest size that is measured; 8 unless told. An exponential function ends the test soon only where this is small. */
  readonly from?: number;
  /** The size at which measuring begins at the latest, where `run` is still too quick to be measured; 200,000 unless told. */
  readonly upTo?: number;
  /** How many times more than in proportion is forgiven; 6 unless told, where a quadratic function takes 16 times more. */
  readonly slack?: number;
}

/** Time of the processor, in milliseconds. */
type Stopwatch = (work: () => void) => number;

/** Long enough for the stopwatch, and short enough for sixteen times as much. */
const measurableMs = 5;
/** The next size: small ones by one, for an exponential function doubles its time with each. */
const stepFrom = (size: number): number => (size < 64 ? size + 1 : size * 2);
const [tries, triesAtFirst, triesInDoubt] = [3, 8, Infinity];
/** What took longer in all, is tried no more often than the rest; where the test would fail, it has more time. */
const [patienceMs, patienceInDoubtMs] = [300, 1000];
/** To what multiple of the first size the time is followed. */
const reach = 16;
/** No text is longer than the body of a request may be, in characters: beyond it, V8's regular expressions have no memory to go back. */
const longestText = 3 * 2 ** 20;
/** A function fails only where it fails in each round: the collector of a full memory may spoil one. */
const rounds = 2;

/**
 * Measures `run` at growing sizes, up to sixteen times the first, and fails where the time grows much faster than the size. It counts
 * the time of the processor, not that of the clock, takes the least of several tries, and climbs in small steps, so that neither a
 * busy machine nor an exponential function spoils it. What fails is measured again, from the beginning and with an empty memory.
 *
 * Errors by which `run` refuses its input are as good as answers, but a TypeError, RangeError or ReferenceError is a fault.
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

/** One round: how the time grows, where it grows much faster than the size. */
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
  // The first run of all compiles; each size below is at least measured twice.
  let [size, ms] = [from, least(from, never, 2)];
  while (ms < measurableMs && size < largest) {
    const next = Math.min(stepFrom(size), largest);
    [size, ms] = [next, least(next, (best) => best < measurableMs, tries)];
  }
  const [firstSize, firstMs] = [size, Math.max(least(size, never, triesAtFirst), measurableMs / 4)];
  while (size < firstSize * reach) {
    size = Math.min(stepFrom(size), firstSize * reach);
    const ratio = size / firstSize;
    // On the way, all that matters is whether to go on: memory that is collected in another way may cost some times more.
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

/** Node offers the collector only behind a flag, which may be set while it runs. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  // That flag gives every new context this function.
  (runInNewContext("gc") as () => void)();
}

function refuseOrRun<Input>(run: (input: Input) => unknown, input: Input): void {
  try {
    run(input);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) throw error;
  }
}

function processorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
