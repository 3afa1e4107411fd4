/** Times as Go's time package reads them: layouts time.RFC3339 and metav1.RFC3339Micro. */

export type TimeReading = { readonly text: string | null } | { readonly fault: string };

interface Part {
  /** The part in Go's layout. */
  readonly layout: string;
  readonly pattern: RegExp;
  readonly name?: "year" | "month" | "day" | "hour" | "minute" | "second" | "fraction" | "zone";
  readonly range?: readonly [least: number, most: number];
}

const date: readonly Part[] = [
  { layout: "2006", pattern: /^\d{4}/, name: "year" },
  { layout: "-", pattern: /^-/ },
  { layout: "01", pattern: /^\d{2}/, name: "month", range: [1, 12] },
  { layout: "-", pattern: /^-/ },
  { layout: "02", pattern: /^\d{2}/, name: "day" },
  { layout: "T", pattern: /^T/ },
  { layout: "15", pattern: /^\d{2}/, name: "hour", range: [0, 23] },
  { layout: ":", pattern: /^:/ },
  { layout: "04", pattern: /^\d{2}/, name: "minute", range: [0, 59] },
  { layout: ":", pattern: /^:/ },
];
const zone: Part = { layout: "Z07:00", pattern: /^(?:Z|[+-]\d{2}:\d{2})/, name: "zone" };
/** A fraction can follow the seconds, although the layout has none. */
const seconds: readonly Part[] = [
  { layout: "05", pattern: /^\d{2}(?:[.,]\d+)?/, name: "second", range: [0, 59] },
  zone,
];
const microseconds: readonly Part[] = [
  { layout: "05", pattern: /^\d{2}/, name: "second", range: [0, 59] },
  { layout: ".000000", pattern: /^\.\d{6}/, name: "fraction" },
  zone,
];

const wholeTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Returns a time such as `2020-01-01T00:00:00Z`, or null for Go's zero time. */
export function readTime(text: string): TimeReading {
  // Most times are in this form already, such as all that the server itself writes.
  if (wholeTime.test(text) && !text.startsWith("0001-01-01T") && isRealTime(text)) return { text };
  return read(text, [...date, ...seconds], "2006-01-02T15:04:05Z07:00");
}

/** Returns a time such as `2020-01-01T00:00:00.000000Z`, or null for Go's zero time. */
export function readMicroTime(text: string): TimeReading {
  return read(text, [...date, ...microseconds], "2006-01-02T15:04:05.000000Z07:00");
}

/** Returns whether a time in the form of ISO 8601 exists: `2021-02-29T00:00:00Z` does not. */
function isRealTime(text: string): boolean {
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.slice(0, -1));
}

function read(text: string, parts: readonly Part[], layout: string): TimeReading {
  const found: Partial<Record<NonNullable<Part["name"]>, string>> = {};
  let rest = text;
  for (const part of parts) {
    const [match] = part.pattern.exec(rest) ?? [];
    if (match === undefined) {
      return { fault: `parsing time ${quoted(text)} as "${layout}": cannot parse ${quoted(rest)} as "${part.layout}"` };
    }
    rest = rest.slice(match.length);
    if (part.name === undefined) continue;
    found[part.name] = match;
    const [least, most] = part.range ?? [0, Infinity];
    const value = Math.floor(Number(match.replace(",", ".")));
    if (value < least || value > most) return { fault: `parsing time ${quoted(text)}: ${part.name} out of range` };
  }
  if (rest !== "") return { fault: `parsing time ${quoted(text)}: extra text: ${quoted(rest)}` };
  const { year = "", month = "", day = "", hour = "", minute = "", second = "", fraction = "" } = found;
  const instant = new Date(0);
  instant.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (day === "00" || instant.getUTCMonth() !== Number(month) - 1) {
    return { fault: `parsing time ${quoted(text)}: day out of range` };
  }
  const offset = offsetOf(found.zone ?? "Z");
  if (typeof offset === "string") return { fault: `parsing time ${quoted(text)}: ${offset}` };
  instant.setUTCHours(Number(hour), Number(minute) - offset, Number(second.slice(0, 2)));
  const whole = instant.toISOString().replace(/\.\d+Z$/, "");
  return { text: whole === "0001-01-01T00:00:00" && /^[.0]*$/.test(fraction) ? null : `${whole}${fraction}Z` };
}

/** Returns the offset in minutes, or the error as a string. */
function offsetOf(text: string): number | string {
  if (text === "Z") return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(4))];
  if (hours > 24) return "time zone offset hour out of range";
  if (minutes > 59) return "time zone offset minute out of range";
  return (text.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** Quotes a value as in Go's ParseError. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
