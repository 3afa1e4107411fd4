/** Parsers for flag values that are not plain text. */
import { isIP } from "node:net";
import type { ValueParser } from "./flags.js";

export const count: ValueParser<number> = {
  parse: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
  expected: "Write a whole number from zero.",
};

export const port: ValueParser<number> = {
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  expected: "Write a number from 0 (a free port) to 65535.",
};

/** Parses `90s`, `5m`, `1h30m`, or a number of seconds. The value is in milliseconds. */
export const duration: ValueParser<number> = {
  parse: (text) => {
    const match = /^(?:(\d{1,6})|(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?)$/.exec(text);
    const [, bare = 0, hours = 0, minutes = 0, seconds = 0] = match ?? [];
    const total = Number(bare) + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return total > 0 ? total * 1000 : undefined;
  },
  expected: "Write a time above zero, such as 90s, 5m or 1h30m.",
};

/** Parses `200ms`, or a duration. The value is in milliseconds. */
export const lag: ValueParser<number> = {
  parse: (text) => {
    const [, milliseconds] = /^(\d{1,6})ms$/.exec(text) ?? [];
    const ms = milliseconds === undefined ? duration.parse(text) : Number(milliseconds);
    return ms === undefined || ms > 60_000 ? undefined : ms;
  },
  expected: "Write a time up to a minute, such as 200ms or 2s.",
};

export const ipAddress: ValueParser<string> = {
  parse: (text) => (isIP(text) === 0 ? undefined : text),
  expected: "Write an IP address, such as 0.0.0.0.",
};
