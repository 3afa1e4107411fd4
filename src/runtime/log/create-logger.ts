import { readFileSync } from "node:fs";
import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";
import { createStackMapper, type StackMapper } from "../../core/stack-mapper.js";
import type { LogFields, Logger } from "../logger.js";
import { toErrorFields } from "./error-fields.js";
import { formatTextLine } from "./text-line.js";

export type LogFormat = "json" | "text";
export type LogLevel = "debug" | "info" | "warn" | "error";

export interface CreateLoggerOptions {
  /** `json` for programs, `text` for people. */
  readonly format: LogFormat;
  /** The least important level to write. */
  readonly level: LogLevel;
  /** Whether the format `text` uses colours. */
  readonly isColoured: boolean;
  /** Writes complete lines. */
  readonly write: (text: string) => void;
}

/** Creates a logger on pino, without its transports: those need threads, and files beside a bundle. */
export function createLogger({ format, level, isColoured, write }: CreateLoggerOptions): Logger {
  const destination: DestinationStream = {
    write: format === "json" ? write : (json) => write(toText(json, isColoured)),
  };
  const root = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return new StructuredLogger(
    root,
    createStackMapper((file) => readFileSync(file, "utf8")),
    {},
  );
}

function toText(json: string, isColoured: boolean): string {
  // A line that pino has just created: an object.
  return formatTextLine(JSON.parse(json) as Record<string, unknown>, isColoured);
}

class StructuredLogger implements Logger {
  readonly #pino: PinoLogger;
  readonly #mapStack: StackMapper;
  readonly #fields: LogFields;

  constructor(root: PinoLogger, mapStack: StackMapper, fields: LogFields) {
    this.#pino = root;
    this.#mapStack = mapStack;
    this.#fields = fields;
  }

  debug(message: string, fields?: LogFields): void {
    this.#write("debug", message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write("info", message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write("warn", message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write("error", message, fields);
  }

  with(fields: LogFields): Logger {
    return new StructuredLogger(this.#pino, this.#mapStack, { ...this.#fields, ...fields });
  }

  #write(level: LogLevel, message: string, fields?: LogFields): void {
    if (!this.#pino.isLevelEnabled(level)) return;
    const line = new Map<string, unknown>();
    for (const [key, value] of Object.entries({ ...this.#fields, ...fields })) {
      // Renames fields with the names of the line's own keys, because a second key would hide the first from most
      // readers.
      const name = key === "level" || key === "time" || key === "msg" ? `${key}_` : key;
      line.set(name, value instanceof Error || key === "error" ? toErrorFields(value, this.#mapStack) : value);
    }
    this.#pino[level](Object.fromEntries(line), message);
  }
}
