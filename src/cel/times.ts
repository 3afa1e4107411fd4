/** Times and durations in nanoseconds, parsed and printed like Go does. */
import { errorOf, type DurationValue, type TimestampValue, type Value } from "./values.js";

const second = 1_000_000_000n;

const nanoseconds: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: second,
  m: 60n * second,
  h: 3600n * second,
};

/** Parses a duration like Go's time.ParseDuration, up to 292 years; returns undefined for invalid texts. */
export function parseDuration(text: string): bigint | undefined {
  const unsigned = text.replace(/^[+-]/, "");
  const isNegative = text.startsWith("-");
  if (unsigned === "0") return 0n;
  let total = 0n;
  let length = 0;
  for (const [part, whole = "", fraction = "", unit = ""] of unsigned.matchAll(
    /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/gy,
  )) {
    const factor = nanoseconds[unit];
    if (whole + fraction === "" || factor === undefined) return undefined;
    total += BigInt(whole) * factor + (BigInt(fraction) * factor) / 10n ** BigInt(fraction.length);
    length += part.length;
  }
  if (length === 0 || length !== unsigned.length) return undefined;
  const limit = isNegative ? 1n << 63n : (1n << 63n) - 1n;
  if (total > limit) return undefined;
  return isNegative ? -total : total;
}

/** Parses the additional syntax of format `duration`: whole numbers of units with long names, including days and weeks. */
export function parseFormatDuration(text: string): bigint | undefined {
  const parsed = parseDuration(text);
  if (parsed !== undefined) return parsed;
  let total: bigint | undefined;
  for (const [, amount = "", name = ""] of text.matchAll(/((?:-|(?<!\d))\d+|(?<!\d)\d+\s*)([A-Za-zµ]+)/g)) {
    const unit = unitNamed(name.toLowerCase().trim());
    if (unit !== undefined) total = (total ?? 0n) + BigInt(amount) * unit;
  }
  return total;
}

const unitNames: readonly (readonly [names: readonly string[], unit: bigint])[] = [
  [["ns", "nano"], 1n],
  [["us", "µs", "micro"], 1_000n],
  [["ms", "milli"], 1_000_000n],
  [["s", "sec"], second],
  [["m", "min"], 60n * second],
  [["h", "hr", "hour"], 3600n * second],
  [["d", "day"], 24n * 3600n * second],
  [["w", "wk", "week"], 168n * 3600n * second],
];

function unitNamed(name: string): bigint | undefined {
  return unitNames.find(([names]) => names.includes(name) || name.startsWith(names.at(-1) ?? name))?.[1];
}

/** Parses RFC 3339 like Go's time.Parse; returns undefined for invalid texts. */
export function parseTimestamp(text: string): TimestampValue | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/.exec(
    text,
  );
  if (parts === null) return undefined;
  const [, year = "", month = "", day = "", hour = "", minute = "", seconds = "", fraction = ""] = parts;
  const [sign = "+", zoneHour = "0", zoneMinute = "0"] = parts.slice(8);
  const date = dateSeconds(Number(year), Number(month), Number(day));
  if (date === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(seconds) > 59) return undefined;
  if (Number(zoneHour) > 24 || Number(zoneMinute) > 59) return undefined;
  const offset = (Number(zoneHour) * 3600 + Number(zoneMinute) * 60) * (sign === "-" ? -1 : 1);
  const whole = date + Number(hour) * 3600 + Number(minute) * 60 + Number(seconds) - offset;
  const nanos = BigInt(fraction.slice(0, 9).padEnd(9, "0"));
  return { kind: "timestamp", nanoseconds: BigInt(whole) * second + nanos, offsetSeconds: offset };
}

/** Parses the additional syntax of format `date-time`: a time without a zone. */
export function parseFormatDateTime(text: string): TimestampValue | undefined {
  return parseTimestamp(text) ?? parseTimestamp(`${text}Z`);
}

export function parseDate(text: string): TimestampValue | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
}

function dateSeconds(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / 1000 : undefined;
}

// The first second of year 1 and the last of year 9999.
const firstSecond = -62135596800n;
const lastSecond = 253402300799n;

export function secondsOf(time: TimestampValue): bigint {
  return floorDivide(time.nanoseconds, second);
}

/** Returns the time itself, or an error if it is out of the range of timestamps. */
export function timestampInRange(time: TimestampValue): Value {
  const seconds = secondsOf(time);
  return seconds < firstSecond || seconds > lastSecond ? errorOf("timestamp overflow") : time;
}

export function timestampOfSeconds(seconds: bigint): Value {
  return timestampInRange({ kind: "timestamp", nanoseconds: seconds * second, offsetSeconds: 0 });
}

export function durationInRange(value: bigint): Value {
  return BigInt.asIntN(64, value) === value ? { kind: "duration", nanoseconds: value } : errorOf("integer overflow");
}

export function printTimestamp(time: TimestampValue): string {
  const { offsetSeconds } = time;
  const { year, month, day, hours, minutes, seconds, nanos } = clockOf(time, offsetSeconds);
  const pad = (value: number, width = 2): string => String(value).padStart(width, "0");
  const fraction = nanos === 0 ? "" : `.${pad(nanos, 9).replace(/(?<!0)0+$/, "")}`;
  const date = `${pad(year, 4)}-${pad(month + 1)}-${pad(day)}T${pad(hours)}:${pad(minutes)}:${pad(seconds)}`;
  const away = Math.abs(offsetSeconds);
  const sign = offsetSeconds < 0 ? "-" : "+";
  const zone = away === 0 ? "Z" : `${sign}${pad(Math.floor(away / 3600))}:${pad(Math.floor(away / 60) % 60)}`;
  return date + fraction + zone;
}

export function printDuration({ nanoseconds: value }: DurationValue): string {
  return `${plainNumber(Number(value / second) + Number(value % second) / 1e9)}s`;
}

/** Returns a number without an exponent, in the fewest digits that identify it. */
export function plainNumber(value: number): string {
  const shown = String(value);
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(shown);
  if (parts === null) return shown;
  const [, sign = "", first = "", rest = "", exponent = "0"] = parts;
  const digits = first + rest;
  const places = Number(exponent);
  if (places < 0) return `${sign}0.${"0".repeat(-places - 1)}${digits}`;
  return sign + digits.padEnd(places + 1, "0");
}

export interface Clock {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
  /** From 0, Sunday. */
  readonly weekday: number;
  /** From 0. */
  readonly dayOfYear: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly nanos: number;
}

export function clockOf(time: TimestampValue, offsetSeconds: number): Clock {
  const seconds = Number(secondsOf(time)) + offsetSeconds;
  const date = new Date(seconds * 1000);
  const newYear = new Date(0);
  newYear.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    dayOfYear: Math.floor((date.getTime() - newYear.getTime()) / 86_400_000),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds(),
    nanos: Number(time.nanoseconds - secondsOf(time) * second),
  };
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}
