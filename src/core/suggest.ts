import { distance } from "fastest-levenshtein";

/**
 * Returns the candidate that the user most likely meant, or undefined if none is near.
 *
 * @param limit - the number of letters that may differ. Default: a third of them, and at least two.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  limit = Math.max(2, Math.floor(word.length / 3)),
): string | undefined {
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const candidateDistance = distance(lower, candidate.toLowerCase());
    if (candidateDistance < bestDistance && candidateDistance < candidate.length) {
      best = candidate;
      bestDistance = candidateDistance;
    }
  }
  return best;
}
