/** The requirements of a label selector: between commas, but not those within parentheses. */
export function splitSelector(selector: string): string[] {
  const parts: string[] = [];
  let [end, isInside] = [selector.length, false];
  // From the right, a comma is within parentheses where a closing one comes first.
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
