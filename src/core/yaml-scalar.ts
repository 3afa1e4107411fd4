/** Formats one scalar: plain if every reader reads it as this text, otherwise quoted or as a block. */

const lineWidth = 80;

/** Words that some reader reads as null or a boolean. */
const reservedWord = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/**
 * Returns the lines of a scalar, the first one after `start`. Continuation lines are indented by `indent`.
 * A key stays on one line.
 */
export function printScalar(
  value: string | number | bigint | boolean | null,
  indent: number,
  start: string,
  options: { readonly key?: boolean; /** Never plain. */ readonly quote?: boolean } = {},
): string[] {
  if (typeof value === "number") return [start + printNumber(value)];
  if (typeof value !== "string") return [start + String(value)];
  // A fast path for almost all keys of a schema and many values; the rules below give the same result.
  const canBePlain = options.quote !== true;
  if (canBePlain && isWord(value) && start.length + value.length <= lineWidth) return [start + value];
  const canFold = options.key !== true;
  if (!isPrintable(value)) return [start + printDoubleQuoted(value)];
  if (value.includes("\n")) {
    return canFold && isBlockSafe(value) ? printLiteral(value, indent, start) : [start + printDoubleQuoted(value)];
  }
  if (isOtherThanText(value)) return [start + printDoubleQuoted(value)];
  const text = canBePlain && isPlainSafe(value) ? value : `'${value.replaceAll("'", "''")}'`;
  return canFold ? fold(text, indent, start) : [start + text];
}

/** Letters and digits that no reader can read as anything but text. */
function isWord(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(text) && !reservedWord.test(text);
}

function printNumber(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`${value} is not a number that JSON can hold`);
  // YAML 1.1 reads 1e+21 as text and 1.0e+21 as a number.
  return String(value).replace(/^(-?\d+)e/, "$1.0e");
}

/**
 * Returns whether a text contains only tabs, line feeds, and characters that both YAML 1.1 and 1.2 treat as printable and not
 * as a line break.
 */
function isPrintable(text: string): boolean {
  if (/^[\x20-\x7e]*$/.test(text)) return true;
  return /^[\t\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u.test(text);
}

/** Returns whether some reader reads the text as null, a boolean, a number, a date, a merge or a value key. */
function isOtherThanText(text: string): boolean {
  return (
    reservedWord.test(text) ||
    /^(?:|~|=|<<|[-+]?\.inf|\.nan)$/i.test(text) ||
    // Any text that starts like a number and contains only characters of numbers: 017, 0o17, 0x1F, 1_000, 1:30, 1e3, .5,
    // 2001-01-01, 2001-01-01T00:00:00Z. Intentionally wider than any reader's own rule, except for UUIDs.
    (/^[-+]?\.?[0-9][-+.:_0-9a-fox]*(?:[tz\s][-+.:0-9tz\s]*)?$/i.test(text) &&
      !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
  );
}

function isPlainSafe(text: string): boolean {
  return !/^[-?:,[\]{}#&*!|>'"%@`=<~]/.test(text) && !/^\s|\s$|\s#|:(?:\s|$)|\t|^\.\.\./.test(text);
}

/** Returns whether the first line of a block scalar shows its indentation, and no reader drops or folds any of it. */
function isBlockSafe(text: string): boolean {
  return /^\n*[^\s]/.test(text) && !/\n[ \t]*$/.test(text.replace(/(?<!\n)\n+$/, "")) && !/^[ ]*\t/m.test(text);
}

function printLiteral(text: string, indent: number, start: string): string[] {
  const margin = " ".repeat(indent);
  const body = text.replace(/(?<!\n)\n+$/, "");
  const tail = text.slice(body.length).split("\n").slice(2);
  const chomp = text === body ? "-" : tail.length === 0 ? "" : "+";
  const lines = [...body.split("\n"), ...tail];
  return [`${start}|${chomp}`, ...lines.map((line) => (line === "" ? "" : margin + line))];
}

function printDoubleQuoted(text: string): string {
  let out = "";
  for (const character of text) {
    if (character === '"' || character === "\\") out += `\\${character}`;
    else if (character === "\n") out += "\\n";
    else if (character === "\t") out += "\\t";
    else if (isPrintable(character)) out += character;
    else out += escapeCodePoint(character.codePointAt(0) ?? 0);
  }
  return `"${out}"`;
}

function escapeCodePoint(code: number): string {
  // A lone surrogate is not a character; a reader would reject the whole file.
  if (code >= 0xd800 && code <= 0xdfff) return "\\uFFFD";
  const hex = code.toString(16).toUpperCase();
  return code <= 0xff
    ? `\\x${hex.padStart(2, "0")}`
    : code <= 0xffff
      ? `\\u${hex.padStart(4, "0")}`
      : `\\U${hex.padStart(8, "0")}`;
}

/** Folds a long plain or single-quoted text at single spaces, which readers join again. */
function fold(text: string, indent: number, start: string): string[] {
  if (start.length + text.length <= lineWidth) return [start + text];
  const margin = " ".repeat(indent);
  const lines: string[] = [];
  let line = start;
  let from = 0;
  const space = /(?<=\S) (?=\S)/g;
  for (let match = space.exec(text); match !== null; match = space.exec(text)) {
    if (line.length + match.index - from <= lineWidth) continue;
    lines.push(line + text.slice(from, match.index));
    line = margin;
    from = match.index + 1;
  }
  return [...lines, line + text.slice(from)];
}
