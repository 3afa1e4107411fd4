/** Compares texts in Go's order, which is the order of their UTF-8 bytes: the same on every machine, in every locale. */
export function compareText(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const [first, second] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (first !== second) return rankOf(first) - rankOf(second);
  }
  return left.length - right.length;
}

/**
 * Ranks a unit. The halves of a character beyond 16 bits lie in the middle of the other units, but the character itself sorts
 * after all of them.
 */
function rankOf(unit: number): number {
  const isHalf = unit >= 0xd800 && unit < 0xe000;
  return isHalf ? unit + 0x1_0000 : unit;
}
