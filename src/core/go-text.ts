/** Quotes texts like Go and CEL do, for messages of the API server and for rules. */

/** Quotes a text like Go's `%q`. */
export function quoteText(text: string): string {
  return `"${text.replace(/["\\]|[^\P{C}]|(?! )\p{Z}/gu, (character) => controls[character] ?? escapeOf(character))}"`;
}

/** Quotes a text like CEL does: escapes only characters with a short escape. */
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

/**
 * Returns the text before and after the first occurrence of a sign; the second is undefined if there is none. Like Go's
 * strings.Cut.
 */
export function cut(text: string, sign: string): readonly [before: string, behind?: string] {
  const at = text.indexOf(sign);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Joins several errors like Go does: each text once, in brackets if there are several. */
export function joinErrors(errors: readonly string[]): string {
  const texts = [...new Set(errors)];
  return texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
}
