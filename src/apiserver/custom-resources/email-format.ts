/**
 * An email address as Go reads it: RFC 5322, with an optional name before it, comments around it, or as the only address of a
 * group. Reads each character a fixed number of times.
 * Source: Go's net/mail.ParseAddress.
 */
import { isIPv6, isStrictIPv4 } from "./address-formats.js";

export function isEmail(text: string): boolean {
  const reader = new AddressReader(text);
  return reader.readAddresses() === 1 && reader.skipComments() && reader.isAtEnd;
}

const atom = /[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.\u0080-\uffff]+/y;
const quotedText = /(?:[ \t!#-[\]-~\u0080-\uffff]|\\[ \t!-~\u0080-\uffff])*"/y;
const literalText = /([!-Z^-~\u0080-\uffff]*)\]/y;
const blanks = /[ \t]*/y;

/** Reads from the current position. A failed read returns undefined and does not move the position. */
class AddressReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** Returns the number of addresses: 1, or the size of a group. */
  readAddresses(): number | undefined {
    this.#skipBlanks();
    if (this.#readSpec()) return this.#readCommentedName() ? 1 : undefined;
    const name = this.#readName();
    if (name && this.#take(":")) return this.#readGroup();
    return name && this.#readBracketed() ? 1 : undefined;
  }

  /** Returns false for an unterminated comment. */
  skipComments(): boolean {
    this.#skipBlanks();
    while (this.#take("(")) {
      if (this.#readComment() === undefined) return false;
      this.#skipBlanks();
    }
    return true;
  }

  #readGroup(): number | undefined {
    this.#skipBlanks();
    if (this.#take(";")) return 0;
    for (let count = 1; ; count += 1) {
      this.#skipBlanks();
      const isAddress = this.#readSpec() ? this.#readCommentedName() : this.#readName() && this.#readBracketed();
      if (!isAddress || !this.skipComments()) return undefined;
      if (this.#take(";")) return count;
      if (!this.#take(",")) return undefined;
    }
  }

  /** Go reads a comment after a bare address as a name, so it must be a valid name. */
  #readCommentedName(): boolean {
    this.#skipBlanks();
    if (!this.#take("(")) return true;
    const words = this.#readComment()?.split(/[ \t]+/);
    return words?.every((word) => formOf(word) !== "unknown charset") ?? false;
  }

  #readBracketed(): boolean {
    return this.#take("<") && this.#readSpec() && this.#take(">");
  }

  #readSpec(): boolean {
    const start = this.#at;
    this.#skipBlanks();
    const local = this.#peek() === '"' ? this.#readQuoted() : this.#readDotAtom();
    if (local !== undefined && local !== "" && this.#take("@")) {
      this.#skipBlanks();
      if (this.#peek() === "[" ? this.#readLiteral() : this.#readDotAtom() !== undefined) return true;
    }
    this.#at = start;
    return false;
  }

  /** Reads the words of a name. The name may be empty before a bracket. */
  #readName(): boolean {
    if (this.#peek() === "<") return true;
    let [words, hasEncoded] = [0, false];
    for (;;) {
      if (words > 0 && !this.skipComments()) return false;
      this.#skipBlanks();
      if (this.isAtEnd) return true;
      const isQuoted = this.#peek() === '"';
      const word = isQuoted ? this.#readQuoted() : this.#match(atom)?.[0];
      const form = isQuoted || word === undefined ? "plain" : formOf(word);
      if (word === undefined || form === "unknown charset") break;
      if (form === "plain") words += 1;
      // Consecutive encoded words are joined, and count as a word only when a plain word follows.
      if (form === "encoded") hasEncoded = true;
      else if (form === "plain" && hasEncoded) [words, hasEncoded] = [words + 1, false];
    }
    this.#skipBlanks();
    return words > 0 || hasEncoded;
  }

  #readDotAtom(): string | undefined {
    const start = this.#at;
    const found = this.#match(atom)?.[0];
    if (found !== undefined && !found.startsWith(".") && !found.endsWith(".") && !found.includes("..")) return found;
    this.#at = start;
    return undefined;
  }

  /** Returns the text between the quotes. */
  #readQuoted(): string | undefined {
    const start = this.#at;
    this.#at += 1;
    const found = this.#match(quotedText)?.[0];
    if (found === undefined) this.#at = start;
    return found?.slice(0, -1);
  }

  #readLiteral(): boolean {
    this.#at += 1;
    const address = this.#match(literalText)?.[1] ?? "";
    return isIPv6(address) || isStrictIPv4(address);
  }

  /** Reads a comment after its opening parenthesis. Comments can be nested. */
  #readComment(): string | undefined {
    const start = this.#at;
    for (let depth = 1; !this.isAtEnd; this.#at += 1) {
      const char = this.#peek();
      if (char === "\\" && this.#at + 1 < this.#text.length) this.#at += 1;
      else if (char === "(") depth += 1;
      else if (char === ")") depth -= 1;
      if (depth === 0) return this.#text.slice(start, this.#at++);
    }
    return undefined;
  }

  #skipBlanks(): void {
    this.#match(blanks);
  }

  #peek(): string | undefined {
    return this.#text[this.#at];
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found;
  }
}

const charsets = new Set(["utf-8", "iso-8859-1", "us-ascii"]);
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const quotedPrintable = /^(?:[ -<>-~\t\r\n]|=[0-9A-Fa-f]{2})*$/;

/** Returns the form of an encoded word (RFC 2047): `=?utf-8?q?text?=`. */
function formOf(word: string): "plain" | "encoded" | "empty" | "unknown charset" {
  const parts = word.split("?");
  const [start, charset = "", encoding = "", content = "", end] = parts;
  if (word.length < 8 || parts.length !== 5 || start !== "=" || end !== "=" || charset === "") return "plain";
  const form = /^b$/i.test(encoding) ? base64 : /^q$/i.test(encoding) ? quotedPrintable : undefined;
  if (form?.test(content) !== true) return "plain";
  if (!charsets.has(charset.toLowerCase())) return "unknown charset";
  return content === "" ? "empty" : "encoded";
}
