/**
 * In which order a round has its turns. Each round begins with another one, and every second cycle runs backwards, so that
 * within two cycles each has each place twice, and nobody always comes after the same one.
 */
export function orderOf<T>(contestants: readonly T[], round: number): T[] {
  const count = contestants.length;
  if (count === 0) return [];
  const first = round % count;
  const order = [...contestants.slice(first), ...contestants.slice(0, first)];
  return Math.floor(round / count) % 2 === 0 ? order : order.toReversed();
}
