import { parsePattern, type PatternNode } from "../../schema/pattern-syntax.js";

/**
 * Converts an RE2 pattern to an ECMAScript pattern with the flag u, as JSON Schema requires. Returns undefined for patterns
 * with flags, which ECMAScript cannot express inside a pattern.
 */
export function editorPattern(pattern: string): string | undefined {
  const node = parsePattern(pattern);
  const text = node === undefined ? undefined : print(node);
  return text !== undefined && isPattern(text) ? text : undefined;
}

function print(node: PatternNode): string | undefined {
  switch (node.kind) {
    case "character":
      return escape(node.character);
    case "class":
      return node.source.startsWith("[") ? bracket(node.source) : shorthand(node.source);
    case "anchor":
      return node.source === "\\A" ? "^" : node.source === "\\z" ? "$" : node.source;
    case "flags":
      return undefined;
    case "sequence":
      return joined(
        node.parts.map((part) => (part.kind === "choice" ? group(print(part)) : print(part))),
        "",
      );
    case "choice":
      return joined(node.options.map(print), "|");
    case "repeat": {
      const inner = print(node.part);
      const isAtom = node.part.kind === "character" || node.part.kind === "class";
      const atom = isAtom ? inner : group(inner);
      return atom === undefined ? undefined : `${atom}${quantifier(node)}`;
    }
  }
}

function joined(parts: readonly (string | undefined)[], separator: string): string | undefined {
  return parts.every((part) => part !== undefined) ? parts.join(separator) : undefined;
}

function group(inner: string | undefined): string | undefined {
  return inner === undefined ? undefined : `(?:${inner})`;
}

function quantifier({ least, most }: PatternNode & { kind: "repeat" }): string {
  if (most === Infinity) return least === 0 ? "*" : least === 1 ? "+" : `{${least},}`;
  if (most === 1 && least === 0) return "?";
  return least === most ? `{${least}}` : `{${least},${most}}`;
}

function escape(character: string): string {
  if (/[\^$\\.*+?()[\]{}|]/.test(character)) return `\\${character}`;
  return /[\p{C}\p{Z}]/u.test(character) && character !== " " ? hex(character) : character;
}

function hex(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** RE2's white space is ASCII only. */
const space = "\\t\\n\\f\\r ";

function shorthand(source: string): string {
  if (source === ".") return "[^\\n]";
  if (source === "\\s") return `[${space}]`;
  if (source === "\\S") return `[^${space}]`;
  return /^\\p/i.test(source) ? property(source) : source;
}

/** Converts `\pL`, `\p{Greek}` and `\p{^L}`. */
function property(source: string): string {
  const [, letter = "p", negation = "", name = ""] = /^\\([pP])\{?(\^?)(\w+)\}?$/.exec(source) ?? [];
  const sign = (letter === "P") === (negation === "^") ? "p" : "P";
  return `\\${sign}{${/^[CLMNPSZ][a-z]?$/.test(name) ? name : `Script=${name}`}}`;
}

const named: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7f",
  blank: "\\t ",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\t\\n\\v\\f\\r ",
  upper: "A-Z",
  word: "0-9A-Za-z_",
  xdigit: "0-9A-Fa-f",
};

function bracket(source: string): string | undefined {
  const [, negation = "", inner = ""] = /^\[(\^?)([^]*)\]$/.exec(source) ?? [];
  const parts = Array.from(
    inner.matchAll(
      /\[:(\^?)(\w+):\]|\\x(?:\{[0-9A-Fa-f]+\}|[0-9A-Fa-f]{2})|\\[0-7]{1,3}|\\[pP](?:\{[^}]*\}|[^{])|\\[^]|[^]/gu,
    ),
    ([token, not, name]) => {
      if (name !== undefined) return not === "" ? named[name] : undefined;
      if (token === "\\s") return space;
      if (token === "\\S") return undefined;
      if (/^\\[dDwW]$/.test(token)) return token;
      if (/^\\p/i.test(token)) return property(token);
      if (token === "-") return "-";
      const read = parsePattern(token.length === 1 && /[\]^$*+?()|[.{}]/.test(token) ? `\\${token}` : token);
      const [only] = read?.kind === "sequence" ? read.parts : [];
      if (only?.kind !== "character") return undefined;
      return only.character === "-" ? "\\-" : escape(only.character);
    },
  );
  const text = joined(parts, "");
  return text === undefined ? undefined : `[${negation}${text}]`;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
