import type { LogFields, Logger } from "../../src/runtime/logger.js";

export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that records its lines. */
export class RecordingLogger implements Logger {
  readonly lines: LogLine[];
  readonly #fields: LogFields;

  constructor(lines: LogLine[] = [], fields: LogFields = {}) {
    this.lines = lines;
    this.#fields = fields;
  }

  debug(message: string, fields?: LogFields): void {
    this.#add("debug", message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#add("info", message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#add("warn", message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#add("error", message, fields);
  }

  with(fields: LogFields): RecordingLogger {
    return new RecordingLogger(this.lines, { ...this.#fields, ...fields });
  }

  /** Returns the messages of one level. */
  messages(level: LogLine["level"]): string[] {
    return this.lines.filter((line) => line.level === level).map((line) => line.message);
  }

  #add(level: LogLine["level"], message: string, fields: LogFields = {}): void {
    this.lines.push({ level, message, fields: { ...this.#fields, ...fields } });
  }
}
