/**
 * Determines the value of an unquoted text, by the rules of Go's YAML libraries, which kube-apiserver and kustomize use.
 * Sources: go.yaml.in/yaml/v3/resolve.go for 1.2, go.yaml.in/yaml/v2 (resolve.go, decode.go) for 1.1.
 */
import { printTime, readTime } from "./timestamps.js";

export type PlainTag = "!!str" | "!!int" | "!!float" | "!!bool" | "!!null" | "!!timestamp";

/** A value with its tag. Whole numbers are exact. */
export interface Resolved {
  readonly tag: PlainTag;
  /** For a time, its text in JSON; in YAML 1.1, the text as written. */
  readonly value: string | bigint | number | boolean | null;
}

export type YamlVersion = "1.1" | "1.2";

/** @param words - between blanks; the first may be empty */
function meaning(words: string, resolved: Resolved): [word: string, resolved: Resolved][] {
  return words.split(" ").map((word) => [word, resolved]);
}

const words = new Map<string, Resolved>([
  ...meaning("true True TRUE", { tag: "!!bool", value: true }),
  ...meaning("false False FALSE", { tag: "!!bool", value: false }),
  ...meaning(" ~ null Null NULL", { tag: "!!null", value: null }),
  ...meaning(".nan .NaN .NAN", { tag: "!!float", value: NaN }),
  ...meaning(".inf .Inf .INF +.inf +.Inf +.INF", { tag: "!!float", value: Infinity }),
  ...meaning("-.inf -.Inf -.INF", { tag: "!!float", value: -Infinity }),
]);

const oldWords = new Map<string, Resolved>([
  ...meaning("y Y yes Yes YES on On ON", { tag: "!!bool", value: true }),
  ...meaning("n N no No NO off Off OFF", { tag: "!!bool", value: false }),
]);

export function resolvePlain(text: string, version: YamlVersion): Resolved {
  const word = words.get(text) ?? (version === "1.1" ? oldWords.get(text) : undefined);
  if (word !== undefined) return word;
  if (text.startsWith(".")) return resolveFraction(text);
  if (!/^[-+0-9]/.test(text)) return { tag: "!!str", value: text };
  const time = readTime(text);
  if (time !== undefined) return { tag: "!!timestamp", value: version === "1.1" ? text : printTime(time) };
  return resolveNumber(text.replaceAll("_", ""), version) ?? { tag: "!!str", value: text };
}

/**
 * Resolves a number that starts with a dot. Here an underscore must be between digits; in other numbers Go ignores all of
 * them.
 */
function resolveFraction(text: string): Resolved {
  const isNumber = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/.test(text);
  const value = isNumber ? Number(text.replaceAll("_", "")) : Infinity;
  return Number.isFinite(value) ? { tag: "!!float", value } : { tag: "!!str", value: text };
}

function resolveNumber(text: string, version: YamlVersion): Resolved | undefined {
  const whole = readWhole(text, version);
  if (whole !== undefined) return { tag: "!!int", value: whole };
  if (!/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text)) return undefined;
  const value = Number(text);
  // Go rejects values that are out of range.
  return Number.isFinite(value) ? { tag: "!!float", value } : undefined;
}

/** Returns undefined if the number does not fit into 64 bits. */
function readWhole(text: string, version: YamlVersion): bigint | undefined {
  const [, sign = "", digits = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  const notation = notationOf(digits);
  if (notation === undefined) return readSignedDigits(text, version);
  const magnitude = BigInt(notation);
  const value = sign === "-" ? -magnitude : magnitude;
  return isSigned(value) || (sign === "" && value < 2n ** 64n) ? value : undefined;
}

/** Returns the number in JavaScript notation: a leading zero alone means octal. */
function notationOf(digits: string): string | undefined {
  if (/^0[0-7]+$/.test(digits)) return `0o${digits.slice(1)}`;
  return /^(?:0|[1-9][0-9]*|0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)$/.test(digits) ? digits : undefined;
}

/** Reads `0b-1`: parses the part after the prefix again, on its own. */
function readSignedDigits(text: string, version: YamlVersion): bigint | undefined {
  const [, base = "", sign, digits = ""] = /^(0b(?=.[01]+$)|0o(?=.[0-7]+$))([-+])(.*)$/.exec(text) ?? [];
  if (sign === undefined || (base === "0o" && version === "1.1")) return undefined;
  const value = BigInt(`${base}${digits}`) * (sign === "-" ? -1n : 1n);
  return isSigned(value) ? value : undefined;
}

function isSigned(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 63n;
}
