/** Reads JSON step by step. Source: the scanner of Go's encoding/json, for its messages. */

export class JsonSyntaxFault extends Error {
  override readonly name = "JsonSyntaxFault";
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainString = /"[ !#-[\]-\uffff]*"/y;

export class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the opening bracket of an object or list, or undefined after a complete value. */
  readValue(): "{" | "[" | undefined {
    this.#skipSpace();
    const character = this.#text[this.#at];
    switch (character) {
      case "{":
      case "[":
        this.#at += 1;
        return character;
      case '"':
        this.#readString();
        return undefined;
      case "t":
        this.#readLiteral("true");
        return undefined;
      case "f":
        this.#readLiteral("false");
        return undefined;
      case "n":
        this.#readLiteral("null");
        return undefined;
      default:
        if (character !== "-" && !isDigit(character)) this.#fail("looking for beginning of value");
        this.#readNumber();
        return undefined;
    }
  }

  /** Returns true if the object or list ends here. Otherwise, its next member follows. */
  readEnd(isList: boolean, isNew: boolean): boolean {
    this.#skipSpace();
    const character = this.#text[this.#at];
    if (character === (isList ? "]" : "}")) {
      this.#at += 1;
      return true;
    }
    if (isNew) return false;
    if (character !== ",") this.#fail(isList ? "after array element" : "after object key:value pair");
    this.#at += 1;
    return false;
  }

  readKey(): string {
    this.#skipSpace();
    if (this.#text[this.#at] !== '"') this.#fail("looking for beginning of object key string");
    const key = this.#readString();
    this.#skipSpace();
    if (this.#text[this.#at] !== ":") this.#fail("after object key");
    this.#at += 1;
    return key;
  }

  expectEnd(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail("after top-level value");
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #readLiteral(literal: string): void {
    for (const expected of literal) {
      if (this.#text[this.#at] !== expected) {
        this.#failInside(0, `in literal ${literal} (expecting '${expected}')`);
      }
      this.#at += 1;
    }
  }

  #readNumber(): void {
    number.lastIndex = this.#at;
    const [found] = number.exec(this.#text) ?? [];
    if (found === undefined) this.#failInside(1, "in numeric literal");
    this.#at += found.length;
    const follower = this.#text[this.#at];
    if (follower === "." && !/[.eE]/.test(found)) this.#failInside(1, "after decimal point in numeric literal");
    if ((follower === "e" || follower === "E") && !/[eE]/.test(found)) {
      const hasSign = /[+-]/.test(this.#text[this.#at + 1] ?? "");
      this.#failInside(hasSign ? 2 : 1, "in exponent of numeric literal");
    }
  }

  #readString(): string {
    const start = this.#at;
    plainString.lastIndex = start;
    if (plainString.test(this.#text)) {
      this.#at = plainString.lastIndex;
      return this.#text.slice(start + 1, this.#at - 1);
    }
    this.#at += 1;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(code) || code < 0x20) this.#fail("in string literal");
      this.#at += 1;
      if (code === 0x22) return JSON.parse(this.#text.slice(start, this.#at)) as string;
      if (code === 0x5c) this.#skipEscape();
    }
  }

  #skipEscape(): void {
    const character = this.#text[this.#at] ?? "";
    if (character === "" || !'"\\/bfnrtu'.includes(character)) this.#fail("in string escape code");
    this.#at += 1;
    if (character !== "u") return;
    for (let digit = 0; digit < 4; digit += 1) {
      if (!/[0-9a-fA-F]/.test(this.#text[this.#at] ?? "")) this.#fail("in \\u hexadecimal character escape");
      this.#at += 1;
    }
  }

  /** If a literal or number is truncated, Go reports the space that it appends to the text. */
  #failInside(count: number, where: string): never {
    this.#at += count;
    if (this.#at >= this.#text.length) throw new JsonSyntaxFault(`invalid character ' ' ${where}`);
    this.#fail(where);
  }

  #fail(where: string): never {
    const character = this.#text[this.#at];
    if (character === undefined) throw new JsonSyntaxFault("unexpected end of JSON input");
    throw new JsonSyntaxFault(`invalid character ${quoted(character)} ${where}`);
  }
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

/** Go reads bytes, so it shows only the first byte of a non-ASCII character. */
function quoted(character: string): string {
  if (character === "'") return "'\\''";
  const [byte = 0] = Buffer.from(character);
  if (byte >= 0x80) return byte < 0xa1 ? `'\\u00${byte.toString(16)}'` : `'${String.fromCharCode(byte)}'`;
  if (character === '"') return `'"'`;
  if (byte < 0x20 && !"\t\n\r\b\f".includes(character)) return `'\\x${byte.toString(16).padStart(2, "0")}'`;
  return `'${JSON.stringify(character).slice(1, -1)}'`;
}
