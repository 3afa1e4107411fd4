/** How Go prints numbers and texts, where the API server puts that into a message or a rule sees it. */

/** `%g`: as few digits as tell the number from others. */
export function printDouble(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  if (value === 0) return "0";
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return power < 0 ? value.toFixed(countDecimals(digits) - power) : String(value);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

function countDecimals(digits: string): number {
  return digits.includes(".") ? digits.length - digits.indexOf(".") - 1 : 0;
}

/** `%q` */
export function quoteText(text: string): string {
  return `"${text.replace(/["\\]|[^\P{C}]|(?! )\p{Z}/gu, (character) => controls[character] ?? escapeOf(character))}"`;
}

/** CEL's way to quote a text: only what has a short escape is escaped. */
export function quoteForCel(text: string): string {
  return `"${text.replace(/["\\]|[^\P{Cc}]/gu, (character) => controls[character] ?? character)}"`;
}

const controls: Readonly<Record<string, string>> = {
  '"': String.raw`\"`,
  "\\": String.raw`\\`,
  "\u0007": String.raw`\a`,
  "\b": String.raw`\b`,
  "\f": String.raw`\f`,
  "\n": String.raw`\n`,
  "\r": String.raw`\r`,
  "\t": String.raw`\t`,
  "\v": String.raw`\v`,
};

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, "0")}`;
  return code > 0xffff ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
}
