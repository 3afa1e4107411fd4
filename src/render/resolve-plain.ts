/**
 * What a text without quotes is, by the rules of Go's YAML libraries.
 * Sources: go.yaml.in/yaml/v3/resolve.go for 1.2, go.yaml.in/yaml/v2/resolve.go for 1.1.
 */
import { printTime, readTime } from "./timestamps.js";

/** A value with the tag that it was read as. Whole numbers are kept exact; a time is the text that JSON has for it. */
export interface Resolved {
  readonly tag: "!!str" | "!!int" | "!!float" | "!!bool" | "!!null" | "!!timestamp";
  readonly value: string | bigint | number | boolean | null;
}

export type YamlVersion = "1.1" | "1.2";

const words = new Map<string, Resolved>([
  ...["true", "True", "TRUE"].map((word): [string, Resolved] => [word, { tag: "!!bool", value: true }]),
  ...["false", "False", "FALSE"].map((word): [string, Resolved] => [word, { tag: "!!bool", value: false }]),
  ...["", "~", "null", "Null", "NULL"].map((word): [string, Resolved] => [word, { tag: "!!null", value: null }]),
  ...[".nan", ".NaN", ".NAN"].map((word): [string, Resolved] => [word, { tag: "!!float", value: NaN }]),
  ...["", "+"].flatMap((sign) =>
    [".inf", ".Inf", ".INF"].map((word): [string, Resolved] => [sign + word, { tag: "!!float", value: Infinity }]),
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((word): [string, Resolved] => [word, { tag: "!!float", value: -Infinity }]),
]);

const oldWords = new Map<string, Resolved>([
  ...["y", "Y", "yes", "Yes", "YES", "on", "On", "ON"].map((word): [string, Resolved] => [
    word,
    { tag: "!!bool", value: true },
  ]),
  ...["n", "N", "no", "No", "NO", "off", "Off", "OFF"].map((word): [string, Resolved] => [
    word,
    { tag: "!!bool", value: false },
  ]),
]);

export function resolvePlain(text: string, version: YamlVersion): Resolved {
  const word = words.get(text) ?? (version === "1.1" ? oldWords.get(text) : undefined);
  if (word !== undefined) return word;
  const first = text.charCodeAt(0);
  const isDigit = first >= 0x30 && first <= 0x39;
  if (text.startsWith(".")) return resolveFraction(text);
  if (!isDigit && first !== 0x2b && first !== 0x2d) return { tag: "!!str", value: text };
  const time = isDigit ? readTime(text) : undefined;
  if (time !== undefined) return { tag: "!!timestamp", value: printTime(time) };
  return resolveNumber(text.replaceAll("_", "")) ?? { tag: "!!str", value: text };
}

function resolveFraction(text: string): Resolved {
  if (!/^\.[0-9]+(?:[eE][-+]?[0-9]+)?$/.test(text)) return { tag: "!!str", value: text };
  return { tag: "!!float", value: Number(text) };
}

function resolveNumber(text: string): Resolved | undefined {
  const whole = readWhole(text);
  if (whole !== undefined) return { tag: "!!int", value: whole };
  if (!/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text)) return undefined;
  const value = Number(text);
  // Go refuses what is out of range.
  return Number.isFinite(value) ? { tag: "!!float", value } : undefined;
}

/** With Go's prefixes, where a leading zero alone means octal; none when it does not fit into 64 bits. */
function readWhole(text: string): bigint | undefined {
  const [, sign = "", digits = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  const notation =
    /^0[xX][0-9a-fA-F]+$/.test(digits) || /^0[bB][01]+$/.test(digits) || /^0[oO][0-7]+$/.test(digits)
      ? digits
      : /^0[0-7]+$/.test(digits)
        ? `0o${digits.slice(1)}`
        : /^(?:0|[1-9][0-9]*)$/.test(digits)
          ? digits
          : undefined;
  if (notation === undefined) return undefined;
  const magnitude = BigInt(notation);
  const value = sign === "-" ? -magnitude : magnitude;
  const isSigned = value >= -(2n ** 63n) && value < 2n ** 63n;
  return isSigned || (sign === "" && value < 2n ** 64n) ? value : undefined;
}
