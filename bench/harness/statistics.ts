/** The summary of several runs. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** @throws Error if there are no figures, or if a figure is not a number: a side without measurements has no result */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined || min === undefined || max === undefined) {
    throw new Error("there are no figures");
  }
  if (figures.some((figure) => !Number.isFinite(figure)))
    throw new Error(`not all figures are numbers: ${figures.join(", ")}`);
  return { min, median: (low + high) / 2, max };
}

/** Returns the percentile of the figures. NaN if there are no figures. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN;
}
