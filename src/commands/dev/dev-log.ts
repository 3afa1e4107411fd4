import { type Clock, systemClock } from "../../core/clock.js";
import { formatDiagnostic, type Diagnostic } from "../../core/diagnostic.js";
import type { TsopError } from "../../core/errors.js";
import type { Context } from "../context.js";
import { clockTime, formatOperatorLine, formatRepeated, type OperatorLine, sameKey } from "../../core/operator-line.js";
import { repeatedLines } from "./repeated-lines.js";

/** The output of `tsop dev`: lines for users, or one JSON document per line. */
export interface DevLog {
  /** Reports an action of `tsop dev`. */
  say(text: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(diagnostic: Diagnostic): void;
  /** Reports a problem that the user must fix. */
  fail(error: TsopError): void;
  /** Passes on a line of the operator, and its parsed form if it is a log line. */
  passOn(text: string, line: OperatorLine | undefined): void;
}

export function createDevLog({ live, output, report }: Context, clock: Clock = systemClock): DevLog {
  if (live.format === "json") {
    const write = (level: string, msg: string, fields: object): void =>
      live.line(JSON.stringify({ level, time: new Date().toISOString(), from: "tsop", msg, ...fields }));
    return {
      say: (text, fields = {}) => write("info", text, fields),
      warn: ({ message, ...fields }) => write("warn", message, fields),
      fail: ({ message, code, hint, at, diagnostics }) => write("error", message, { code, hint, at, diagnostics }),
      passOn: (text, line) =>
        live.line(line === undefined ? JSON.stringify({ level: "info", from: "operator", msg: text }) : text),
    };
  }
  const take = repeatedLines(clock, (text) => live.line(text));
  return {
    say: (text) => live.line(`${clockTime(undefined)}  ${text}`),
    warn: (diagnostic) => output.note(formatDiagnostic(diagnostic)),
    fail: (error) => report(error),
    passOn: (text, line) => {
      if (line === undefined) {
        live.line(text);
        return;
      }
      const formatted = formatOperatorLine(line, live.isColoured);
      if (formatted === undefined) return;
      take(sameKey(line), formatted, (count, ms) => formatRepeated(line, { count, ms }, live.isColoured));
    },
  };
}
