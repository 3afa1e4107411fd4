/** What a scalar is, by the rules of YAML 1.1 as Go's library has them. Source: sigs.k8s.io/yaml/goyaml.v2/resolve.go. */
import { YamlFault } from "./yaml-fault.js";

export type ScalarValue = string | number | boolean | null;

const words = new Map<string, ScalarValue>([
  ...["y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"].map((word) => [word, false] as const),
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, NaN] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map((word) => [word, Infinity] as const),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, -Infinity] as const),
]);

const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** Of a text without quotes and without a tag. */
export function plainValue(text: string): ScalarValue {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.\d]/.test(text)) return text;
  const digits = text.startsWith(".") ? text : text.replaceAll("_", "");
  const value = integer(digits) ?? (float.test(digits) ? Number(digits) : undefined);
  return value === undefined || !Number.isFinite(value) ? text : value;
}

/** As Go's strconv.ParseInt reads it with base 0. */
function integer(text: string): number | undefined {
  const [, sign = "", digits = ""] = /^([-+]?)(.*)$/.exec(text) ?? [];
  const octal = /^0[oO]?([0-7]+)$/.exec(digits)?.[1];
  if (octal === undefined && !/^(?:0|[1-9]\d*|0[xX][\da-fA-F]+|0[bB][01]+)$/.test(digits)) return undefined;
  const value = Number(octal === undefined ? digits : `0o${octal}`);
  return sign === "-" ? 0 - value : value;
}

/** @param tag - `tag:yaml.org,2002:int`; others than YAML's own say nothing */
export function taggedValue(text: string, tag: string): ScalarValue {
  const name = /^tag:yaml\.org,2002:(\w+)$/.exec(tag)?.[1];
  if (name === "binary") return decodeBase64(text);
  if (name === undefined || !(name in kinds)) return text;
  const value = plainValue(text);
  const isKind = kinds[name]?.(value) ?? false;
  if (!isKind) throw new YamlFault(`yaml: cannot decode ${nameOf(value)} \`${text}\` as a !!${name}`);
  return value;
}

const kinds: Readonly<Record<string, (value: ScalarValue) => boolean>> = {
  null: (value) => value === null,
  bool: (value) => typeof value === "boolean",
  int: (value) => Number.isInteger(value),
  float: (value) => typeof value === "number",
};

function nameOf(value: ScalarValue): string {
  if (value === null) return "!!null";
  if (typeof value === "boolean") return "!!bool";
  if (typeof value === "number") return Number.isInteger(value) ? "!!int" : "!!float";
  return "!!str";
}

function decodeBase64(text: string): string {
  const digits = text.replaceAll(/[\r\n]/g, "");
  const isWhole = digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits);
  if (!isWhole) throw new YamlFault("yaml: !!binary value contains invalid base64 data");
  return Buffer.from(digits, "base64").toString("utf8");
}
