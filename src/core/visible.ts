/**
 * Makes external text safe for a terminal or a log: shows characters that would move the cursor, change colours, set a
 * clipboard or change the direction of writing, instead of applying them.
 */

/** Control characters (C0, DEL, C1), line separators, and characters that change the direction of writing. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const unsafeOnOneLine = new RegExp(unsafe, "gu");
const unsafeOnLines = new RegExp(`\\r\\n|[\\n\\t]|${unsafe.source}`, "gu");
const unsafeButColours = new RegExp(`\\u001b\\[[\\d;]{0,16}m|${unsafeOnLines.source}`, "gu");

/** Makes text of several lines safe. @param options - `colours`: preserve the escape sequences of colours */
export function visible(text: string, { colours = false }: { readonly colours?: boolean } = {}): string {
  return text.replace(colours ? unsafeButColours : unsafeOnLines, (found) =>
    found === "\n" || found === "\t" || found.length > 1 ? found : escapeOf(found),
  );
}

/** Makes text safe that must stay on one line. */
export function oneLine(text: string): string {
  return text.replace(unsafeOnOneLine, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
