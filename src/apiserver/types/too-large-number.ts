/** Returns the first number in a JSON text that exceeds the range of a double, as written. JSON.parse turns it into infinity. */
export function findTooLargeNumber(text: string): string | undefined {
  if (!/[eE]\+?\d{3}|\d{309}/.test(text)) return undefined;
  for (const [token, number] of text.matchAll(/"(?:[^"\\]|\\.)*"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g)) {
    if (number !== undefined && !Number.isFinite(Number(number))) return token;
  }
  return undefined;
}

/** Returns Go's error for the number. */
export function noDouble(number: string): string {
  return `json: cannot unmarshal number ${number} into Go value of type float64`;
}
