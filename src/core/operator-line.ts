/** Formats the JSON log of an operator as lines for people. */
import { oneLine } from "./visible.js";

/** A line of an operator's log. */
export interface OperatorLine {
  readonly time?: string;
  readonly level?: string;
  readonly msg: string;
  readonly controller?: string;
  readonly object?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The messages that every operator logs at start and end, and that `tsop dev` reports itself. */
const routine = new Set([
  "using the cluster",
  "workers started",
  "stopping on a signal; a second signal ends this process at once",
  "the parent process has ended; stopping",
  "stopping",
  "stopped",
]);

/** Returns undefined for a line that does not belong to the log. */
export function parseOperatorLine(text: string): OperatorLine | undefined {
  if (!text.startsWith("{")) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("msg" in value) || typeof value.msg !== "string") {
    return undefined;
  }
  const { time, level, controller, object, ...rest } = value as Record<string, unknown>;
  const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== "msg" && name !== "reconcileID"));
  const texts = Object.entries({ time, level, controller, object }).filter(([, text]) => typeof text === "string");
  return { ...Object.fromEntries(texts), msg: value.msg, fields };
}

/** Returns whether the line reports the end of a reconciler run. */
export function isRun({ msg, fields }: OperatorLine): boolean {
  return msg === "reconciled" && typeof fields["result"] === "string";
}

/** Returns whether the controllers wait for changes from here on. */
export function isReady({ msg }: OperatorLine): boolean {
  return msg === "workers started";
}

/** Formats one line, with further lines below it for an error; returns undefined for a line without news. */
export function formatOperatorLine(line: OperatorLine, isColoured: boolean): string | undefined {
  if (routine.has(line.msg) && line.level === "info") return undefined;
  const paint = isColoured ? colour : plain;
  const text = isRun(line) ? [describeRun(line, paint)] : describeMessage(line, paint);
  return [[...headOf(line, paint), ...text.slice(0, 1)].join("  "), ...text.slice(1)].join("\n");
}

function headOf({ time, controller, object }: OperatorLine, paint: Paint): string[] {
  return [
    paint("dim", clockTime(time)),
    ...(controller === undefined ? [] : [paint("dim", printable(controller))]),
    ...(object === undefined ? [] : [paint("bold", printable(object))]),
  ];
}

/** Returns the same key for lines with the same message about the same object. */
export function sameKey({ level, msg, controller, object, fields }: OperatorLine): string {
  const { error, result } = fields;
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  return JSON.stringify([level, msg, controller, object, result, message]);
}

/** Formats one line that replaces lines with the same message. */
export function formatRepeated(
  line: OperatorLine,
  { count, ms }: { readonly count: number; readonly ms: number },
  isColoured: boolean,
): string {
  const { level, msg, fields } = line;
  const paint = isColoured ? colour : plain;
  const label = level === "error" ? paint("red", "error ") : level === "warn" ? paint("yellow", "warning ") : "";
  const what = isRun(line) ? runWord(fields["result"], paint) : `${label}${printable(msg)}`;
  const because = isRun(line) ? causesOf(fields["because"], paint) : "";
  const times = `${count} more ${count === 1 ? "time" : "times"} in ${showMs(ms)}`;
  return [...headOf(line, paint), `${what}, ${times}${because}`].join("  ");
}

type Style = "dim" | "bold" | "red" | "yellow" | "green";
type Paint = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, readonly [number, number]>> = {
  dim: [2, 22],
  bold: [1, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
};

const plain: Paint = (_, text) => text;
const colour: Paint = (style, text) => `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m`;

function describeRun({ fields }: OperatorLine, paint: Paint): string {
  const { result, durationMs, requeueAfterMs, because } = fields;
  const took = typeof durationMs === "number" ? ` in ${showMs(durationMs)}` : "";
  const again = typeof requeueAfterMs === "number" ? `, again in ${showMs(requeueAfterMs)}` : "";
  return `${runWord(result, paint)}${took}${again}${causesOf(because, paint)}`;
}

function runWord(result: unknown, paint: Paint): string {
  const isWell = result === "success" || result === "requeue_after";
  return isWell ? paint("green", "reconciled") : paint("red", result === "terminal" ? "gave up" : "failed");
}

function causesOf(because: unknown, paint: Paint): string {
  const causes = Array.isArray(because) ? because.map(String).join("; ") : "";
  return causes === "" ? "" : paint("dim", `  (${printable(causes)})`);
}

/** Formats the message, with the details of an error below it. */
function describeMessage({ level = "info", msg, fields }: OperatorLine, paint: Paint): string[] {
  const { error, hint, ...rest } = fields;
  const pairs = Object.entries(rest).map(([key, value]) => ` ${printable(key)}=${showValue(value)}`);
  const label = level === "error" ? paint("red", "error ") : level === "warn" ? paint("yellow", "warning ") : "";
  const first = `${label}${printable(msg)}${pairs.length === 0 ? "" : paint("dim", ` ${pairs.join("")}`)}`;
  return [first, ...errorLines(error), ...(typeof hint === "string" ? indented(hint) : [])];
}

/** Formats the stack of an error: only frames of the project's own files, not of the library and of Node. */
function errorLines(error: unknown): string[] {
  if (error === undefined) return [];
  if (typeof error !== "object" || error === null) return indented(JSON.stringify(error));
  const { type, message, stack, hint, cause } = error as Readonly<Record<string, unknown>>;
  const text = typeof message === "string" ? message : JSON.stringify(error);
  const frames = typeof stack === "string" ? stack.split("\n").filter((line) => /^\s+at /.test(line)) : [];
  const own = frames.filter((frame) => !/node:|node_modules|[\\/]\.tsop[\\/]/.test(frame)).slice(0, 5);
  return [
    ...indented(typeof type !== "string" || type === "Error" ? text : `${type}: ${text}`),
    ...own.flatMap((frame) => indented(`  ${frame.trim()}`)),
    ...(typeof hint === "string" ? indented(hint) : []),
    ...(cause === undefined ? [] : ["    caused by:", ...errorLines(cause)]),
  ];
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `    ${printable(line)}`);
}

function showValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[^\s"=]+$/.test(text) ? printable(text) : printable(JSON.stringify(value));
}

export function showMs(ms: number): string {
  if (ms < 10_000) return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
  const minutes = ms / 60_000;
  return minutes < 2 ? `${Math.round(ms / 1000)} s` : `${Math.round(minutes)} min`;
}

/** Returns the local time of day. */
export function clockTime(time: string | undefined): string {
  const date = time === undefined ? new Date() : new Date(time);
  if (Number.isNaN(date.getTime())) return "--:--:--.---";
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0"));
  return `${parts.join(":")}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** Returns external text that stays on one line. */
export function printable(text: string): string {
  return oneLine(text.replaceAll("\t", "  "));
}
