/**
 * Returns the order of the turns in a round. Each round starts with a different participant, and every second cycle
 * runs backwards. Within two cycles, each participant has each position twice, and no participant always follows the
 * same one.
 */
export function orderOf<T>(contestants: readonly T[], round: number): T[] {
  const count = contestants.length;
  if (count === 0) return [];
  const first = round % count;
  const order = [...contestants.slice(first), ...contestants.slice(0, first)];
  return Math.floor(round / count) % 2 === 0 ? order : order.toReversed();
}
