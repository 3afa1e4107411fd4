/**
 * Which of two resourceVersions is the newer one: less than zero when it is `b`. They are whole numbers of any length
 * (KEP-5504); undefined when one is not, which an aggregated API server may do.
 */
export function compareResourceVersions(a: string | undefined, b: string | undefined): number | undefined {
  if (a === undefined || b === undefined || !isWholeNumber(a) || !isWholeNumber(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}

function isWholeNumber(text: string): boolean {
  return /^(0|[1-9][0-9]*)$/.test(text);
}
