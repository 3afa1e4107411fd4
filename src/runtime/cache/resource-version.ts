/**
 * Which of two resourceVersions is the newer one: less than zero when it is `b`. They are whole numbers of any length
 * (KEP-5504); undefined when one is not, which an aggregated API server may do. Its events then are taken in the order in
 * which they come, and an own write is seen when its event comes.
 */
export function compareResourceVersions(a: string | undefined, b: string | undefined): number | undefined {
  if (a === undefined || b === undefined || !isWholeNumber(a) || !isWholeNumber(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** False also where the two cannot be compared. */
export function isOlderOrSame(a: string | undefined, b: string | undefined): boolean {
  return (compareResourceVersions(a, b) ?? 1) <= 0;
}

/** False also where the two cannot be compared. */
export function isNewer(a: string | undefined, b: string | undefined): boolean {
  return (compareResourceVersions(a, b) ?? 0) > 0;
}

function isWholeNumber(text: string): boolean {
  return /^(0|[1-9][0-9]*)$/.test(text);
}
