import { formatLocation } from "../core/source-location.js";
import type { LeftPlace } from "../refactor/follow-moves.js";

/** The most places that a text for users lists; the JSON result lists all. */
const mostPlaces = 20;

/** Returns one line for each text that tsop did not change although it names something that has moved or has a new name. */
export function sayLeft(left: readonly LeftPlace[]): string[] {
  const lines = left.slice(0, mostPlaces).map(({ at, text }) => `check ${formatLocation(at)}: it still says ${text}`);
  const more = left.length - lines.length;
  return more > 0 ? [...lines, `check ${more} more places: --output json lists all of them`] : lines;
}
