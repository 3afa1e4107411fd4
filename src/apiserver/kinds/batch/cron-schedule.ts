/** Checks a schedule, with the messages of the parser that Kubernetes uses: github.com/robfig/cron/v3, parser.go. */

interface FieldRange {
  readonly minimum: number;
  readonly maximum: number;
  readonly names?: readonly string[];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const fields: readonly FieldRange[] = [
  { minimum: 0, maximum: 59 },
  { minimum: 0, maximum: 23 },
  { minimum: 1, maximum: 31 },
  { minimum: 1, maximum: 12, names: months },
  { minimum: 0, maximum: 6, names: days },
];

const descriptors = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];

/** Returns the error, or undefined for a valid schedule. */
export function findScheduleFault(given: string): string | undefined {
  if (given === "") return "empty spec string";
  const zone = /^(?:TZ|CRON_TZ)=([^ ]*)((?: .*)?)$/s.exec(given);
  if (zone !== null && !isTimeZone(zone[1] ?? "")) {
    return `provided bad location ${zone[1] ?? ""}: unknown time zone ${zone[1] ?? ""}`;
  }
  const schedule = (zone?.[2] ?? given).trim();
  if (schedule.startsWith("@")) return findDescriptorFault(schedule);
  const parts = schedule.split(/\s+/).filter((part) => part !== "");
  if (parts.length !== fields.length) {
    return `expected exactly 5 fields, found ${parts.length}: [${parts.join(" ")}]`;
  }
  for (const [index, range] of fields.entries()) {
    for (const expression of (parts[index] ?? "").split(",").filter((part) => part !== "")) {
      const fault = findRangeFault(expression, range);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function findDescriptorFault(descriptor: string): string | undefined {
  if (descriptors.includes(descriptor)) return undefined;
  const [, duration] = /^@every (.*)$/s.exec(descriptor) ?? [];
  if (duration === undefined) return `unrecognized descriptor: ${descriptor}`;
  const isDuration = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.test(duration);
  if (isDuration) return undefined;
  return `failed to parse duration ${descriptor}: time: invalid duration ${JSON.stringify(duration)}`;
}

function findRangeFault(expression: string, range: FieldRange): string | undefined {
  const [bounds = "", stepText, ...more] = expression.split("/");
  const [lowText = "", highText, ...others] = bounds.split("-");
  let [start, end] = [range.minimum, range.maximum];
  if (lowText !== "*" && lowText !== "?") {
    const low = readNumber(lowText, range.names, range.minimum);
    if (typeof low === "string") return low;
    if (others.length > 0) return `too many hyphens: ${expression}`;
    const high = highText === undefined ? low : readNumber(highText, range.names, range.minimum);
    if (typeof high === "string") return high;
    [start, end] = [low, high];
  }
  if (more.length > 0) return `too many slashes: ${expression}`;
  const step = stepText === undefined ? 1 : readNumber(stepText, undefined, 0);
  if (typeof step === "string") return step;
  if (stepText !== undefined && highText === undefined) end = range.maximum;
  if (start < range.minimum) return `beginning of range (${start}) below minimum (${range.minimum}): ${expression}`;
  if (end > range.maximum) return `end of range (${end}) above maximum (${range.maximum}): ${expression}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${expression}`;
  return step === 0 ? `step of range should be a positive number: ${expression}` : undefined;
}

/** Returns the error as a string. */
function readNumber(text: string, names: readonly string[] | undefined, first: number): number | string {
  const index = names?.indexOf(text.toLowerCase()) ?? -1;
  if (index >= 0) return index + first;
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const value = Number(text);
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value;
}

/** Accepts the time zones that Node.js knows, in the spelling of the database, with capital letters. */
export function isTimeZone(name: string): boolean {
  if (name === "" || name === "UTC" || name === "Local") return true;
  if (!/^[A-Z]/.test(name) || /^[+-]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
