/**
 * Reads the modules that `printDefinition` prints: in an earlier commit or a package, and perhaps after a formatter. Evaluates
 * nothing: the literal may contain JSON, and what formatters make of it.
 */
import { readExactNumber } from "../core/exact-json.js";
import type { ExactJsonObject, ExactJsonValue } from "../core/json.js";
import { setOwn } from "../core/own-members.js";

export type ReadDefinition =
  | { readonly kind: "definition"; readonly value: ExactJsonValue }
  /** `line`: where it is wrong, from 1. */
  | { readonly kind: "invalid"; readonly why: string; readonly line: number };

/** Returns the exported value of a module that exports one literal. */
export function readDefinition(text: string): ReadDefinition {
  const head = /^export const [\w$]+(?:: *[\w$.]+)?\s*=/m.exec(text);
  if (head === null) return { kind: "invalid", why: "it exports no constant", line: 1 };
  const reader = new LiteralReader(text, head.index + head[0].length);
  try {
    const value = reader.value(0);
    reader.end();
    return { kind: "definition", value };
  } catch (error) {
    if (!(error instanceof LiteralFault)) throw error;
    return { kind: "invalid", why: error.message, line: text.slice(0, reader.at).split("\n").length };
  }
}

class LiteralFault extends Error {
  override readonly name = "LiteralFault";
}

/** More than the API server accepts in a schema. */
const mostDepth = 1_000;

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const words: ReadonlyMap<string, ExactJsonValue> = new Map<string, ExactJsonValue>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

class LiteralReader {
  readonly #text: string;
  readonly #space = /(?:\s+|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y;
  readonly #tokens =
    /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|-?\d[\w.+-]*|[A-Za-z_$][\w$]*|[{}[\]:,;]/y;
  /** The position of the current token. */
  at: number;
  #token = "";

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
    this.#next();
  }

  value(depth: number): ExactJsonValue {
    if (depth > mostDepth) throw new LiteralFault("it is nested too deeply");
    const token = this.#token;
    if (token === "{") return this.#object(depth);
    if (token === "[") return this.#list(depth);
    const word = words.get(token);
    if (word === undefined && !isText(token) && !number.test(token)) throw this.#unexpected("a value of JSON");
    this.#next();
    if (word !== undefined) return word;
    return isText(token) ? unquote(token) : readExactNumber(token);
  }

  /** Skips what TypeScript may have after a literal: `satisfies CustomResourceDefinition`, a semicolon. */
  end(): void {
    while (this.#token === ";" || /^[A-Za-z]/.test(this.#token)) this.#next();
    if (this.#token !== "") throw this.#unexpected("the end of the definition");
  }

  #object(depth: number): ExactJsonObject {
    const object: Record<string, ExactJsonValue> = {};
    this.#next();
    while (this.#token !== "}") {
      const key = this.#key();
      this.#take(":");
      if (Object.hasOwn(object, key)) throw new LiteralFault(`the member ${JSON.stringify(key)} occurs twice`);
      setOwn(object, key, this.value(depth + 1));
      this.#separator("}");
    }
    this.#next();
    return object;
  }

  #list(depth: number): ExactJsonValue {
    const list: ExactJsonValue[] = [];
    this.#next();
    while (this.#token !== "]") {
      list.push(this.value(depth + 1));
      this.#separator("]");
    }
    this.#next();
    return list;
  }

  /** Returns the name of a member. JavaScript sets the prototype for `__proto__`, unless it is in brackets. */
  #key(): string {
    const isComputed = this.#token === "[";
    if (isComputed) this.#next();
    const token = this.#token;
    const isName = !isComputed && /^[\w$]/.test(token);
    if (!isText(token) && !isName) throw this.#unexpected("the name of a member");
    const key = isName ? token : unquote(token);
    if (!isComputed && key === "__proto__") throw new LiteralFault("the member __proto__ sets the prototype");
    this.#next();
    if (isComputed) this.#take("]");
    return key;
  }

  #separator(close: string): void {
    if (this.#token !== close) this.#take(",");
  }

  #take(token: string): void {
    if (this.#token !== token) throw this.#unexpected(JSON.stringify(token));
    this.#next();
  }

  /** Moves to the next token. It is empty at the end, and a single character where no token begins. */
  #next(): void {
    this.#space.lastIndex = this.at + this.#token.length;
    this.#space.exec(this.#text);
    this.at = this.#space.lastIndex;
    this.#tokens.lastIndex = this.at;
    this.#token = this.#tokens.exec(this.#text)?.[0] ?? this.#text.charAt(this.at);
  }

  #unexpected(expected: string): LiteralFault {
    const found = this.#token === "" ? "the end of the file" : JSON.stringify(this.#token.slice(0, 40));
    return new LiteralFault(`expected ${expected}, found ${found}`);
  }
}

function isText(token: string): boolean {
  return token.length > 1 && (token.startsWith('"') || token.startsWith("'"));
}

const escapes: ReadonlyMap<string, string> = new Map([
  ...(['"', "'", "\\", "/"] as const).map((character) => [character, character] as const),
  ...[["b", "\b"] as const, ["f", "\f"] as const, ["n", "\n"] as const, ["r", "\r"] as const, ["t", "\t"] as const],
]);

function unquote(token: string): string {
  return token.slice(1, -1).replaceAll(/\\(u[0-9a-fA-F]{4}|.)/g, (_, escape: string) => {
    if (escape.length > 1) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    const character = escapes.get(escape);
    if (character === undefined) throw new LiteralFault(`JSON has no \\${escape}`);
    return character;
  });
}
