import type { Literal } from "./expression.js";
import type { Token } from "./tokens.js";

/** The value of a token that is a literal; a text says what is wrong with it. */
export function readLiteral(token: Token, sign: "" | "-" = ""): Literal | string {
  switch (token.kind) {
    case "int": {
      const value = sign === "-" ? -BigInt(token.text) : BigInt(token.text);
      return BigInt.asIntN(64, value) === value ? { type: "int", value } : `${sign}${token.text} is no int of 64 bits`;
    }
    case "uint": {
      const value = BigInt(token.text.slice(0, -1));
      return BigInt.asUintN(64, value) === value ? { type: "uint", value } : `${token.text} is no uint of 64 bits`;
    }
    case "double": {
      const value = Number(sign + token.text);
      return Number.isFinite(value) ? { type: "double", value } : `${sign}${token.text} is too large for a double`;
    }
    case "string":
      return readText(token.text);
    case "bytes":
      return readBytes(token.text.slice(1));
    default:
      throw new Error(`${token.text} is no literal`);
  }
}

function readText(quoted: string): Literal | string {
  const { content, isRaw } = unquote(quoted);
  if (isRaw) return { type: "string", value: content };
  let fault: string | undefined;
  const value = content.replace(escapes, (escape) => {
    const code = codeOf(escape);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      fault = `${escape} is no Unicode code point`;
      return "";
    }
    return String.fromCodePoint(code);
  });
  return fault ?? { type: "string", value };
}

function readBytes(quoted: string): Literal | string {
  const { content, isRaw } = unquote(quoted);
  if (isRaw) return { type: "bytes", value: new TextEncoder().encode(content) };
  const bytes: number[] = [];
  let from = 0;
  for (const { 0: escape, index } of content.matchAll(escapes)) {
    if (/^\\[uU]/.test(escape)) return `${escape} stands for a character, which bytes do not have`;
    bytes.push(...new TextEncoder().encode(content.slice(from, index)), codeOf(escape) & 0xff);
    from = index + escape.length;
  }
  bytes.push(...new TextEncoder().encode(content.slice(from)));
  return { type: "bytes", value: Uint8Array.from(bytes) };
}

function unquote(quoted: string): { readonly content: string; readonly isRaw: boolean } {
  const isRaw = /^[rR]/.test(quoted);
  const text = (isRaw ? quoted.slice(1) : quoted).replace(/\r\n?/g, "\n");
  const quotes = text.length >= 6 && (text.startsWith('"""') || text.startsWith("'''")) ? 3 : 1;
  return { content: text.slice(quotes, -quotes), isRaw };
}

const escapes = /\\(?:[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|[^])/g;

function codeOf(escape: string): number {
  const letter = escape.charAt(1);
  if (/[xXuU]/.test(letter)) return Number.parseInt(escape.slice(2), 16);
  if (/[0-3]/.test(letter)) return Number.parseInt(escape.slice(1), 8);
  return simpleEscapes[letter] ?? letter.charCodeAt(0);
}

const simpleEscapes: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };
