import type { ExpressionFault } from "./expression.js";

/** Formats the faults of an expression like the API server does: each with its line, and a mark below the position. */
export function showFaults(text: string, faults: readonly ExpressionFault[]): string {
  return faults
    .map(({ at, message, said = { at, text: message } }) => said)
    .toSorted((left, right) => left.at - right.at)
    .map((said) => showFault(text, said))
    .join("\n");
}

function showFault(text: string, { at, text: why }: NonNullable<ExpressionFault["said"]>): string {
  const before = text.slice(0, at).split("\n");
  const line = before.length;
  const skipped = Array.from(before.at(-1) ?? "");
  const source = text.split("\n")[line - 1] ?? "";
  // A wide mark shows a character of more than one byte.
  const dots = skipped.map((character) => (isWide(character) ? "．" : ".")).join("");
  const [marked = ""] = Array.from(text.slice(at));
  const caret = isWide(marked) ? "＾" : "^";
  return `ERROR: <input>:${line}:${skipped.length + 1}: ${why}\n | ${source.replaceAll("\t", " ")}\n | ${dots}${caret}`;
}

function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0x7f;
}
