/** Splits a label selector into its requirements: at commas, except those within parentheses. */
export function splitSelector(selector: string): string[] {
  const parts: string[] = [];
  let [end, isInside] = [selector.length, false];
  // Scanning from the right, a comma is within parentheses if a closing parenthesis comes first.
  for (let at = selector.length - 1; at >= 0; at -= 1) {
    const char = selector[at];
    if (char === ")" || char === "(") isInside = char === ")";
    else if (char === "," && !isInside) {
      parts.push(selector.slice(at + 1, end));
      end = at;
    }
  }
  return [...parts, selector.slice(0, end)].toReversed();
}
