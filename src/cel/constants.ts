/** What the API server computes when it prepares an expression: conversions of constants. One that fails, it refuses. */
import type { Checked } from "./checked.js";
import type { CallExpression, Expression, Literal } from "./expression.js";
import { walk } from "./walk.js";

/** A checked expression of which it is known what the API server computes beforehand: it costs nothing. */
export interface Prepared extends Checked {
  readonly constants: ReadonlySet<Expression>;
}

export function prepare(checked: Checked): Prepared {
  const constants = new Set<Expression>();
  walk(checked.expression, (node) => {
    if (isConstant(node, checked)) constants.add(node);
  });
  return { ...checked, constants };
}

/** A constant. Of some, only that they are constant matters. */
export type Constant = Literal | { readonly type: "duration" | "timestamp" | "other" };

export type Folded = { readonly constant: Constant } | { readonly fault: string };

/** Undefined for what is no constant. */
export function fold(node: Expression, checked: Checked): Folded | undefined {
  switch (node.kind) {
    case "literal":
      return { constant: node.value };
    case "identifier":
    case "select":
      return checked.types.get(node)?.kind === "type" && checked.names.has(node) ? other : undefined;
    case "list":
      return node.elements.every(({ value }) => isConstant(value, checked)) ? other : undefined;
    case "map":
      return node.entries.every(({ key, value }) => isConstant(key, checked) && isConstant(value, checked))
        ? other
        : undefined;
    case "call":
      return foldCall(node, checked);
    case "message":
    case "comprehension":
      return undefined;
  }
}

const never: Literal = { type: "bool", value: false };
const other: Folded = { constant: { type: "other" } };

function isConstant(node: Expression, checked: Checked): boolean {
  const folded = fold(node, checked);
  return folded !== undefined && "constant" in folded;
}

function foldCall(node: CallExpression, checked: Checked): Folded | undefined {
  const [argument, range] = node.args;
  const name = checked.names.get(node) ?? node.name;
  // Nothing is in an empty list: what is looked for is not even evaluated.
  if (name === "@in" && range?.kind === "list" && range.elements.length === 0) return { constant: never };
  if (node.target !== undefined || argument === undefined || node.args.length !== 1) return undefined;
  if (!Object.hasOwn(conversions, name)) return undefined;
  const convert = conversions[name];
  const folded = fold(argument, checked);
  if (convert === undefined || folded === undefined || "fault" in folded) return undefined;
  const result = convert(folded.constant);
  return typeof result === "string" ? { fault: result } : { constant: result };
}

type Convert = (constant: Constant) => Constant | string;

const conversions: Readonly<Record<string, Convert>> = {
  bool: toBool,
  bytes: (constant) =>
    constant.type === "bytes" || constant.type === "string"
      ? { type: "bytes", value: bytesOf(constant) }
      : none("bytes", constant),
  double: toDouble,
  duration: toDuration,
  dyn: (constant) => constant,
  int: toInt,
  string: toText,
  timestamp: toTimestamp,
  type: () => ({ type: "other" }),
  uint: toUint,
};

function none(name: string, constant: Constant): string {
  return `${name}() cannot convert ${constant.type === "other" ? "that" : constant.type}`;
}

function bytesOf(constant: Literal & { type: "bytes" | "string" }): Uint8Array {
  return constant.type === "bytes" ? constant.value : new TextEncoder().encode(constant.value);
}

function toBool(constant: Constant): Constant | string {
  if (constant.type === "bool") return constant;
  if (constant.type !== "string") return none("bool", constant);
  if (/^(?:1|t|T|TRUE|true|True)$/.test(constant.value)) return { type: "bool", value: true };
  if (/^(?:0|f|F|FALSE|false|False)$/.test(constant.value)) return { type: "bool", value: false };
  return `${JSON.stringify(constant.value)} is no bool`;
}

function toDouble(constant: Constant): Constant | string {
  switch (constant.type) {
    case "double":
      return constant;
    case "int":
    case "uint":
      return { type: "double", value: Number(constant.value) };
    case "string": {
      const text = constant.value;
      if (/^[+-]?(?:inf|infinity)$|^nan$/i.test(text)) return { type: "double", value: Number.NaN };
      const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text));
      return isNumber ? { type: "double", value: Number(text) } : `${JSON.stringify(text)} is no double`;
    }
    default:
      return none("double", constant);
  }
}

function toInt(constant: Constant): Constant | string {
  switch (constant.type) {
    case "int":
      return constant;
    case "uint":
      return integer("int", constant.value, String(constant.value));
    case "double":
      return Number.isFinite(constant.value) && Math.abs(constant.value) < 2 ** 63
        ? { type: "int", value: BigInt(Math.trunc(constant.value)) }
        : `${constant.value} is out of the range of int`;
    case "string":
      return /^[+-]?\d+$/.test(constant.value)
        ? integer("int", BigInt(constant.value.replace("+", "")), constant.value)
        : `${JSON.stringify(constant.value)} is no int`;
    case "duration":
    case "timestamp":
      return { type: "int", value: 0n };
    default:
      return none("int", constant);
  }
}

function toUint(constant: Constant): Constant | string {
  switch (constant.type) {
    case "uint":
      return constant;
    case "int":
      return integer("uint", constant.value, String(constant.value));
    case "double":
      return constant.value >= 0 && constant.value < 2 ** 64
        ? { type: "uint", value: BigInt(Math.trunc(constant.value)) }
        : `${constant.value} is out of the range of uint`;
    case "string":
      return /^\d+$/.test(constant.value)
        ? integer("uint", BigInt(constant.value), constant.value)
        : `${JSON.stringify(constant.value)} is no uint`;
    default:
      return none("uint", constant);
  }
}

function integer(type: "int" | "uint", value: bigint, shown: string): Constant | string {
  const fits = type === "int" ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value);
  return fits === value ? { type, value } : `${shown} is out of the range of ${type}`;
}

function toText(constant: Constant): Constant | string {
  switch (constant.type) {
    case "string":
      return constant;
    case "bool":
    case "int":
    case "uint":
    case "double":
      return { type: "string", value: String(constant.value) };
    case "bytes":
      try {
        return { type: "string", value: new TextDecoder("utf-8", { fatal: true }).decode(constant.value) };
      } catch {
        return "the bytes are no UTF-8";
      }
    case "duration":
    case "timestamp":
      return { type: "string", value: "" };
    default:
      return none("string", constant);
  }
}

function toDuration(constant: Constant): Constant | string {
  if (constant.type === "duration" || constant.type === "int") return { type: "duration" };
  if (constant.type !== "string") return none("duration", constant);
  return isDuration(constant.value)
    ? { type: "duration" }
    : `${JSON.stringify(constant.value)} is no duration, as 1h30m is`;
}

const nanoseconds: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
};

/** As Go's time.ParseDuration has it: up to 292 years. */
function isDuration(text: string): boolean {
  const unsigned = text.replace(/^[+-]/, "");
  if (unsigned === "0") return true;
  const parts = [...unsigned.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== unsigned) return false;
  const total = parts.reduce((sum, [, amount, unit = ""]) => sum + Number(amount) * (nanoseconds[unit] ?? 0), 0);
  return total < 2 ** 63;
}

function toTimestamp(constant: Constant): Constant | string {
  if (constant.type === "timestamp") return constant;
  if (constant.type === "int") {
    const isInRange = constant.value >= -62135596800n && constant.value <= 253402300799n;
    return isInRange ? { type: "timestamp" } : `${constant.value} is out of the range of timestamp`;
  }
  if (constant.type !== "string") return none("timestamp", constant);
  return isTimestamp(constant.value)
    ? { type: "timestamp" }
    : `${JSON.stringify(constant.value)} is no timestamp, as 2026-01-31T12:00:00Z is`;
}

/** As Go's time.Parse reads RFC 3339, from year 1 on. */
function isTimestamp(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,]\d+)?[+-](\d{2}):(\d{2})$/.exec(
    text.replace(/Z$/, "+00:00"),
  );
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts
    .slice(1)
    .map(Number);
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const isDate = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= days;
  return isDate && hour < 24 && minute < 60 && second < 60 && zoneHour <= 24 && zoneMinute < 60;
}
