const largest = 2n ** 64n - 1n;

/** Returns why a text is not a resource version, with the message of Go's strconv; undefined for a 64-bit number. */
export function versionFault(text: string): string | undefined {
  const isNumber = /^[0-9]+$/.test(text);
  if (isNumber && BigInt(text) <= largest) return undefined;
  return `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${isNumber ? "value out of range" : "invalid syntax"}`;
}
