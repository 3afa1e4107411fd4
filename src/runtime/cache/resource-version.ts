/**
 * Compares two resourceVersions: the result is less than zero if `b` is newer. They are whole numbers of any length
 * (KEP-5504). Returns undefined if one of them is not a number, which is possible with an aggregated API server. The
 * cache then applies events in the order of their arrival, and sees a write of this process when its event arrives.
 */
export function compareResourceVersions(a: string | undefined, b: string | undefined): number | undefined {
  if (a === undefined || b === undefined || !isWholeNumber(a) || !isWholeNumber(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Returns false if the two cannot be compared. */
export function isOlderOrSame(a: string | undefined, b: string | undefined): boolean {
  return (compareResourceVersions(a, b) ?? 1) <= 0;
}

/** Returns false if the two cannot be compared. */
export function isNewer(a: string | undefined, b: string | undefined): boolean {
  return (compareResourceVersions(a, b) ?? 0) > 0;
}

function isWholeNumber(text: string): boolean {
  return /^(0|[1-9][0-9]*)$/.test(text);
}
