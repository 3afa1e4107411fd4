import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import type { StackMapper } from "../../core/stack-mapper.js";
import { thrownError } from "../../core/thrown-error.js";

/** An error as plain data. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly hint?: string;
  readonly stack?: string;
  readonly cause?: ErrorFields;
}

const deepestCause = 5;

/** Extracts the useful information from an error for the log. Accepts any thrown value. */
export function toErrorFields(thrown: unknown, mapStack: StackMapper, depth = 0): ErrorFields {
  const error = thrownError(thrown);
  if (!(error instanceof Error)) return { type: typeof error, message: describe(error) };
  const code =
    "code" in error && (typeof error.code === "string" || typeof error.code === "number") ? error.code : undefined;
  const hasCause = error.cause !== undefined && depth < deepestCause;
  return defined({
    ...{ type: error.name, message: error.message, code },
    hint: error instanceof TsopError ? error.hint : undefined,
    stack: error.stack === undefined ? undefined : mapStack(error.stack),
    cause: hasCause ? toErrorFields(error.cause, mapStack, depth + 1) : undefined,
  });
}

function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return Object.prototype.toString.call(value); // circular, or contains a BigInt
  }
}
