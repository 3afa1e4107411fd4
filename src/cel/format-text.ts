/** `"…".format([…])` */
import { toText } from "./functions-conversions.js";
import { printDouble } from "../core/go-number.js";
import { quoteText } from "../core/go-text.js";
import { plainDouble } from "./read-number.js";
import { plainNumber } from "./times.js";
import { errorOf, is, isError, kindOf, typeNameOf, type Value } from "./values.js";

class FormatFault extends Error {}

export function formatText(text: string, values: readonly Value[]): Value {
  try {
    return format(text, values);
  } catch (error) {
    if (error instanceof FormatFault) return errorOf(error.message);
    throw error;
  }
}

function format(text: string, values: readonly Value[]): string {
  let next = 0;
  return text.replace(/%(?:%|(?:\.(\d*))?([^]?))/g, (clause, digits: string | undefined, verb: string) => {
    if (clause === "%%") return "%";
    const value = values[next];
    if (value === undefined) throw new FormatFault(`index ${next} out of range`);
    next++;
    if (clause === "%") throw new FormatFault("unexpected end of string");
    const print = printers.get(verb);
    if (print === undefined || digits === "") {
      const why =
        digits === ""
          ? 'error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax'
          : `unrecognized formatting clause "${verb}"`;
      throw new FormatFault(`could not parse formatting clause: ${why}`);
    }
    if (isError(value)) throw new FormatFault(value.message);
    return print(value, digits === undefined ? 6 : Number(digits));
  });
}

type Print = (value: Value, precision: number) => string;

const printers: ReadonlyMap<string, Print> = new Map<string, Print>([
  ["s", printAny],
  ["d", (value) => inBase(value, 10) ?? refuse("decimal clause can only be used on integers", value)],
  [
    "b",
    (value) => {
      if (typeof value === "boolean") return value ? "1" : "0";
      return inBase(value, 2) ?? refuse("only integers and bools can be formatted as binary", value);
    },
  ],
  ["o", (value) => inBase(value, 8) ?? refuse("octal clause can only be used on integers", value)],
  ["x", printHex],
  ["X", (value) => printHex(value).toUpperCase()],
  ["f", (value, precision) => printFixed(doubleOf("fixed-point", value), precision)],
  ["e", (value, precision) => printScientific(doubleOf("scientific", value), precision)],
]);

function refuse(rule: string, value: Value): never {
  throw new FormatFault(`error during formatting: ${rule}, was given ${typeNameOf(value)}`);
}

function inBase(value: Value, base: number): string | undefined {
  if (typeof value === "bigint") return value.toString(base);
  return is(value, "uint") ? value.value.toString(base) : undefined;
}

function printHex(value: Value): string {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  if (bytes instanceof Uint8Array) return Buffer.from(bytes).toString("hex");
  return inBase(value, 16) ?? refuse("only integers, byte buffers, and strings can be formatted as hex", value);
}

function doubleOf(clause: string, value: Value): number {
  if (typeof value === "number") return value;
  const isSpecial = value === "NaN" || value === "Infinity" || value === "-Infinity";
  const read = isSpecial ? plainDouble(value) : undefined;
  return read ?? refuse(`${clause} clause can only be used on doubles`, value);
}

/** Formats a number with commas between thousands: the API server prints numbers in American English. */
function printFixed(value: number, precision: number): string {
  if (!Number.isFinite(value)) return printSpecial(value);
  const [whole = "", fraction] = roundedToEven(value, Math.min(precision, 99)).split(".");
  const exact = whole.includes("e") ? plainNumber(Number(whole)) : whole;
  const grouped = withCommas(exact);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function withCommas(number: string): string {
  const [sign, digits] = number.startsWith("-") ? ["-", number.slice(1)] : ["", number];
  const first = digits.length % 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  return sign + groups.filter((group) => group !== "").join(",");
}

/** Rounds like Go: if two numbers are equally near, to the even one. */
function roundedToEven(value: number, precision: number): string {
  const isShort = Number.isInteger(value * 2 ** (precision + 1));
  const exact = value.toFixed(precision + 1);
  const isTie = isShort && exact.endsWith("5");
  const lower = exact.slice(0, -1).replace(/\.$/, "");
  return isTie && /[02468]$/.test(lower) ? lower : value.toFixed(precision);
}

function printSpecial(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "∞" : "-∞";
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Formats `%e` like the API server, which uses the precision as a width. */
function printScientific(value: number, width: number): string {
  if (!Number.isFinite(value)) return printSpecial(value).padStart(width);
  const [digits = "", exponent = "0"] = value.toExponential(6).split("e");
  const power = String(Math.abs(Number(exponent))).padStart(2, "0");
  const raised = Array.from(power, (digit) => superscripts[Number(digit)] ?? "").join("");
  return `${digits}×10${exponent.startsWith("-") ? "⁻" : ""}${raised}`.padStart(width);
}

/** The kinds of values that `%s` prints, besides lists, maps and null. */
export const printable = [
  ...(["int", "uint", "double", "bool", "string", "timestamp", "bytes", "duration", "type"] as const),
] as const;

function printAny(value: Value): string {
  if (value === null) return "null";
  if (is(value, "list")) return `[${value.items.map((item) => quoted(item, printInner(item))).join(", ")}]`;
  if (is(value, "map")) {
    const entries = value.keys.map((key) => {
      const held = value.find(key) ?? null;
      return [quoted(key, printAny(key)), quoted(held, printInner(held))] as const;
    });
    const sorted = entries.toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
    return `{${sorted.map(([key, held]) => `${key}:${held}`).join(", ")}}`;
  }
  const text = printable.some((kind) => kind === kindOf(value)) ? toText(value) : undefined;
  if (typeof text === "string") return text;
  if (text !== undefined && isError(text)) {
    throw new FormatFault(`error during formatting: could not convert argument ${quoteText(text.message)} to string`);
  }
  return refuse(
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
    value,
  );
}

/** Prints values within lists and maps in CEL notation: doubles with six decimals, times as calls. */
function printInner(value: Value): string {
  if (typeof value === "number") {
    return Number.isFinite(value) ? roundedToEven(value, 6) : printDouble(value);
  }
  const text = printAny(value);
  return is(value, "timestamp") || is(value, "duration") ? `${value.kind}(${quoteText(text)})` : text;
}

function quoted(value: Value, text: string): string {
  if (typeof value === "string") return quoteText(text);
  if (value instanceof Uint8Array) return `b${quoteText(text)}`;
  return typeof value === "number" && !Number.isFinite(value) ? quoteText(text) : text;
}
