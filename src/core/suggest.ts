import { distance } from "fastest-levenshtein";

/** The candidate that a typing mistake most likely meant, or undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const candidateDistance = distance(lower, candidate.toLowerCase());
    if (candidateDistance < bestDistance && candidateDistance < candidate.length) {
      best = candidate;
      bestDistance = candidateDistance;
    }
  }
  return best;
}
