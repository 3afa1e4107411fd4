/** Returns whether Go's base64.StdEncoding decodes a text: line breaks do not count, and the padding is required. */
export function isBase64(text: string): boolean {
  const digits = text.replaceAll(/[\r\n]/g, "");
  return digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits);
}
