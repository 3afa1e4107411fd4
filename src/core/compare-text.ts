/** The order of Go's texts, that of their bytes in UTF-8: the same on every machine, whatever its language. */
export function compareText(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const [first, second] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (first !== second) return rankOf(first) - rankOf(second);
  }
  return left.length - right.length;
}

/** Halves of a character beyond 16 bits stand in the midst of the others; the character itself is behind them all. */
function rankOf(unit: number): number {
  const isHalf = unit >= 0xd800 && unit < 0xe000;
  return isHalf ? unit + 0x1_0000 : unit;
}
