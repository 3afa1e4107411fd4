/** The fields of a log line, in addition to its message. An `Error` is printed with its stack. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Writes log lines: a message for people, and fields for programs. Use `error` for problems that need attention;
 * `debug` is off by default.
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
  /** Returns a logger that adds these fields to all its lines. */
  with(fields: LogFields): Logger;
}
