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
const [tries, triesAtFirst, triesInDoubt] = [3, 8, 24];
/** What took longer in all, is tried no more often than the rest; where the test would fail, it has more time. */
const [patienceMs, patienceInDoubtMs] = [300, 3000];
/** To what multiple of the first size the time is followed. */
const reach = 16;

/**
 * Measures `run` at growing sizes, up to sixteen times the first, and fails where the time grows much faster than the size. It counts
 * the time of the processor, not that of the clock, takes the least of several tries, and climbs in small steps, so that neither a
 * busy machine nor an exponential function spoils it.
 *
 * Errors by which `run` refuses its input are as good as answers, but a TypeError, RangeError or ReferenceError is a fault.
 *
 * @param makeInput - the worst input of size `n` that you can think of; its time is not counted
 */
export function expectLinear<Input>(
  makeInput: (n: number) => Input,
  run: (input: Input) => unknown,
  { from = 8, upTo = 200_000, slack = 6 }: LinearOptions = {},
  stopwatch: Stopwatch = processorTime,
): void {
  const least = (n: number, enough: (ms: number) => boolean, times: number): number => {
    const patience = times === triesInDoubt ? patienceInDoubtMs : patienceMs;
    let [best, total] = [Infinity, 0];
    const goOn = (done: number): boolean => done < times && (done < tries || total < patience) && !enough(best);
    for (let done = 0; goOn(done); done++) {
      const input = makeInput(n);
      const ms = stopwatch(() => refuseOrRun(run, input));
      [best, total] = [Math.min(best, ms), total + ms];
    }
    return best;
  };
  const never = (): boolean => false;
  // The first run of all compiles; each size below is at least measured twice.
  let [size, ms] = [from, least(from, never, 2)];
  while (ms < measurableMs && size < upTo) {
    const next = Math.min(stepFrom(size), upTo);
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
      throw new Error(
        `size ${firstSize} took ${firstMs.toFixed(1)} ms, size ${size} took ${taken.toFixed(1)} ms: ` +
          `${(taken / firstMs).toFixed(1)} times as long for ${ratio.toFixed(1)} times as much`,
      );
    }
  }
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
