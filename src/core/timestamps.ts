/** Parses times in YAML. Source: go.yaml.in/yaml/v3/resolve.go, parseTimestamp. */

export interface Time {
  /** Year, month, day, hour, minute, second. */
  readonly parts: readonly number[];
  /** The digits after the second, at most nine, without trailing zeros. */
  readonly fraction: string;
  /** The offset from UTC in minutes. */
  readonly offset: number;
}

const date = "([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})";
const clock = "([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,]([0-9]+))?";
const formats = [new RegExp(`^${date}[Tt]${clock}(Z|[-+][0-9]{2}:[0-9]{2})$`), new RegExp(`^${date} ${clock}$`)];
const dateOnly = new RegExp(`^${date}$`);

export function readTime(text: string): Time | undefined {
  if (!/^[0-9]{4}-/.test(text)) return undefined;
  const match = formats[0]?.exec(text) ?? formats[1]?.exec(text) ?? dateOnly.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"] = match;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const offset = readZone(zone);
  if (offset === undefined || !isReal(parts)) return undefined;
  return { parts, fraction: fraction.slice(0, 9).replace(/(?<!0)0+$/, ""), offset };
}

function readZone(zone: string): number | undefined {
  if (zone === "Z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  if (hours > 24 || minutes > 60) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

function isReal([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]): boolean {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false;
  const last = new Date(Date.UTC(2000, month, 0));
  last.setUTCFullYear(year, month, 0);
  return day <= last.getUTCDate();
}

/** Prints a time like Go's JSON: RFC 3339. */
export function printTime({ parts, fraction, offset }: Time): string {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const two = (value: number): string => String(value).padStart(2, "0");
  const size = Math.abs(offset);
  const zone = offset === 0 ? "Z" : `${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  const rest = fraction === "" ? "" : `.${fraction}`;
  const days = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  return `${days}T${two(hour)}:${two(minute)}:${two(second)}${rest}${zone}`;
}
