/** The first number of a JSON text that is beyond what a double holds, as it is written. JSON.parse makes it infinite. */
export function findTooLargeNumber(text: string): string | undefined {
  if (!/[eE]\+?\d{3}|\d{309}/.test(text)) return undefined;
  for (const [token, number] of text.matchAll(/"(?:[^"\\]|\\.)*"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g)) {
    if (number !== undefined && !Number.isFinite(Number(number))) return token;
  }
  return undefined;
}

/** What Go says of it. */
export function noDouble(number: string): string {
  return `json: cannot unmarshal number ${number} into Go value of type float64`;
}
