/**
 * The syntax of RE2, as far as it matters for matching texts: sequences, repetitions and choices. RE2 itself interprets
 * character classes.
 */
export type PatternNode =
  /** One literal character. */
  | { readonly kind: "character"; readonly character: string }
  /** One of several characters: `[a-z]`, `\d`, `.`. */
  | { readonly kind: "class"; readonly source: string }
  /** An anchor, which matches no character: `^`, `\b`. */
  | { readonly kind: "anchor"; readonly source: string }
  /** `(?i)`, which applies to the rest of the group; also the flags of `(?i:…)`. */
  | { readonly kind: "flags"; readonly source: string }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly least: number; readonly most: number };

/** RE2's limit for nested groups. Source: regexp/syntax/parse.go (maxHeight). */
const deepest = 1000;

/** Parses every pattern that RE2 accepts; returns undefined for texts that are not RE2 patterns. */
export function parsePattern(pattern: string): PatternNode | undefined {
  const cursor: Cursor = { text: pattern, at: 0, depth: 0 };
  const node = readChoice(cursor);
  return cursor.at === pattern.length ? node : undefined;
}

interface Cursor {
  readonly text: string;
  at: number;
  /** The number of open groups. */
  depth: number;
}

/** Returns the match of `expression`, sticky, at the cursor, and moves the cursor after it. */
function take(cursor: Cursor, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = cursor.at;
  const found = expression.exec(cursor.text);
  if (found === null) return undefined;
  cursor.at += found[0].length;
  return found;
}

function readChoice(cursor: Cursor): PatternNode {
  const options = [readSequence(cursor)];
  while (take(cursor, /\|/y) !== undefined) options.push(readSequence(cursor));
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
}

function readSequence(cursor: Cursor): PatternNode {
  const parts: PatternNode[] = [];
  while (cursor.at < cursor.text.length && !/[|)]/.test(cursor.text.charAt(cursor.at))) {
    const quoted = take(cursor, /\\Q([^]*?)(?:\\E|$)/y);
    if (quoted !== undefined) {
      parts.push(...Array.from(quoted[1] ?? "", (character) => ({ kind: "character", character }) as const));
      continue;
    }
    const atom = readAtom(cursor);
    const part = atom && readRepeat(cursor, atom);
    if (part === undefined) break;
    parts.push(part);
  }
  return { kind: "sequence", parts };
}

const repeatSign = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

/** Reads a repetition. RE2 allows no repetition sign after another: returns undefined for `a**`. */
function readRepeat(cursor: Cursor, atom: PatternNode): PatternNode | undefined {
  const sign = take(cursor, repeatSign);
  if (sign === undefined) return atom;
  if (take(cursor, repeatSign) !== undefined) return undefined;
  const [, symbol, least, comma, most] = sign;
  if (symbol !== undefined) {
    return { kind: "repeat", part: atom, least: symbol === "+" ? 1 : 0, most: symbol === "?" ? 1 : Infinity };
  }
  const upper = comma === undefined ? Number(least) : most === "" ? Infinity : Number(most);
  return { kind: "repeat", part: atom, least: Number(least), most: upper };
}

function readAtom(cursor: Cursor): PatternNode | undefined {
  const flags = take(cursor, /\(\?[a-zA-Z]*(?:-[a-zA-Z]+)?\)/y);
  if (flags !== undefined) return { kind: "flags", source: flags[0] };
  const group = take(cursor, /\((?:\?P?<\w+>|\?([a-zA-Z]*(?:-[a-zA-Z]+)?):)?/y);
  if (group !== undefined) return readGroup(cursor, group[1] ?? "");
  const anchor = take(cursor, /[\^$]|\\[AzbB]/y);
  if (anchor !== undefined) return { kind: "anchor", source: anchor[0] };
  // In a class, a leading bracket, a named class and an escaped character do not end the class.
  const aClass = take(
    cursor,
    /\[\^?\]?(?:\[:\^?\w+:\]|\\[pP]\{[^}]*\}|\\[^]|[^\]\\])*\]|\\[dDsSwW]|\\[pP](?:\{[^}]*\}|[^{])|\./y,
  );
  if (aClass !== undefined) return { kind: "class", source: aClass[0] };
  // A class without an end; the next bracket need not search for the end again.
  return cursor.text[cursor.at] === "[" ? undefined : readCharacter(cursor);
}

function readGroup(cursor: Cursor, flags: string): PatternNode | undefined {
  if (cursor.depth === deepest) return undefined;
  cursor.depth += 1;
  const inner = readChoice(cursor);
  cursor.depth -= 1;
  if (take(cursor, /\)/y) === undefined) return undefined;
  return flags === "" ? inner : { kind: "sequence", parts: [{ kind: "flags", source: `(?${flags})` }, inner] };
}

const controls: Readonly<Record<string, string>> = { a: "\x07", f: "\f", t: "\t", n: "\n", r: "\r", v: "\v" };

function readCharacter(cursor: Cursor): PatternNode | undefined {
  const hex = take(cursor, /\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/y);
  if (hex !== undefined) return toCharacter(parseInt(hex[1] ?? hex[2] ?? "", 16));
  const octal = take(cursor, /\\([0-7]{1,3})/y);
  if (octal !== undefined) return toCharacter(parseInt(octal[1] ?? "", 8));
  const escaped = take(cursor, /\\([^])/uy)?.[1];
  if (escaped !== undefined) return { kind: "character", character: controls[escaped] ?? escaped };
  const plain = take(cursor, /[^\\*+?|()]/uy)?.[0];
  return plain === undefined ? undefined : { kind: "character", character: plain };
}

function toCharacter(code: number): PatternNode | undefined {
  return code > 0x10ffff ? undefined : { kind: "character", character: String.fromCodePoint(code) };
}
