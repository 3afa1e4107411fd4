import type { Implementation, Implementations } from "./implementation.js";
import { quoteText } from "../core/go-text.js";
import { clockOf, secondsOf, type Clock } from "./times.js";
import { errorOf, is, type ErrorValue, type TimestampValue } from "./values.js";

export const times: Implementations = {
  getDate: onClock(({ day }) => day),
  getDayOfMonth: onClock(({ day }) => day - 1),
  getDayOfWeek: onClock(({ weekday }) => weekday),
  getDayOfYear: onClock(({ dayOfYear }) => dayOfYear),
  getFullYear: onClock(({ year }) => year),
  getHours: onClock(({ hours }) => hours, 3_600_000_000_000n),
  getMilliseconds: onClock(({ nanos }) => Math.floor(nanos / 1_000_000), 1_000_000n),
  getMinutes: onClock(({ minutes }) => minutes, 60_000_000_000n),
  getMonth: onClock(({ month }) => month),
  getSeconds: onClock(({ seconds }) => seconds, 1_000_000_000n),
};

/** Returns a part of a time; for a duration, the total number of the unit. */
function onClock(part: (clock: Clock) => number, unit?: bigint): Implementation {
  return ([value, zone]) => {
    if (unit !== undefined && zone === undefined && is(value, "duration")) return value.nanoseconds / unit;
    if (!is(value, "timestamp")) return undefined;
    if (zone === undefined) return BigInt(part(clockOf(value, 0)));
    if (typeof zone !== "string") return undefined;
    const offset = offsetIn(zone, value);
    return typeof offset === "number" ? BigInt(part(clockOf(value, offset))) : offset;
  };
}

function offsetIn(zone: string, time: TimestampValue): number | ErrorValue {
  const colon = zone.indexOf(":");
  if (colon === -1) return offsetOfPlace(zone, time);
  const numbers: number[] = [];
  for (const part of [zone.slice(0, colon), zone.slice(colon + 1)]) {
    if (!/^[+-]?\d+$/.test(part)) {
      return errorOf(`strconv.Atoi: parsing ${quoteText(part)}: invalid syntax`);
    }
    numbers.push(Number(part));
  }
  const [hours = 0, minutes = 0] = numbers;
  return (hours * 60 + (zone.startsWith("-") ? -minutes : minutes)) * 60;
}

function offsetOfPlace(place: string, time: TimestampValue): number | ErrorValue {
  if (place === "" || place === "UTC" || place === "Local") return 0;
  const seconds = Number(secondsOf(time));
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: place,
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      hourCycle: "h23",
    });
    const parts = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
    const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
    const year = parts.get("era")?.startsWith("B") === true ? 1 - number("year") : number("year");
    const there = new Date(0);
    there.setUTCFullYear(year, number("month") - 1, number("day"));
    there.setUTCHours(number("hour"), number("minute"), number("second"));
    return there.getTime() / 1000 - seconds;
  } catch (error) {
    if (error instanceof RangeError) return errorOf(`unknown time zone ${place}`);
    throw error;
  }
}
