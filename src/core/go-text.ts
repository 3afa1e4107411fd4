/** How Go and CEL quote a text, where the API server puts it into a message or a rule sees it. */

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

/** Before and behind the first of a sign; the second is undefined where there is none. Go's strings.Cut. */
export function cut(text: string, sign: string): readonly [before: string, behind?: string] {
  const at = text.indexOf(sign);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** As Go joins several errors: each text once, in brackets where there are more than one. */
export function joinErrors(errors: readonly string[]): string {
  const texts = [...new Set(errors)];
  return texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
}
