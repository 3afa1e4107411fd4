/** Values that a log line carries beside its message. An `Error` is printed with its stack. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Writes log lines: a message for people, and fields for programs. `error` is for what needs attention, `debug` is
 * silent by default.
 *
 * @example
 * ```ts
 * import type { Logger } from "tsop";
 *
 * export function report(log: Logger, replicas: number): void {
 *   log.info("scaled", { replicas });
 *   log.with({ tenant: "blue" }).error("cannot scale", { error: new Error("quota exceeded") });
 * }
 * ```
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger whose lines all carry these fields. */
  with(fields: LogFields): Logger;
}
