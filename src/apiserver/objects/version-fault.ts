const largest = 2n ** 64n - 1n;

/** Why a text is no resource version, in the words of Go's strconv; undefined for a number of 64 bits. */
export function versionFault(text: string): string | undefined {
  const isNumber = /^[0-9]+$/.test(text);
  if (isNumber && BigInt(text) <= largest) return undefined;
  return `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${isNumber ? "value out of range" : "invalid syntax"}`;
}
