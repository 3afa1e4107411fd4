import { expect } from "vitest";
import { TsopError } from "../../src/core/errors.js";
import type { SourceLocation } from "../../src/core/source-location.js";
import { snapshot } from "./temp-folder.js";

/** Returns the error of a command in a folder. Nothing below the folder may have changed. */
export async function refusalIn(root: string, run: () => Promise<unknown>): Promise<TsopError> {
  const before = snapshot(root);
  const error = await refusalOf(run());
  expect(snapshot(root)).toEqual(before);
  return error;
}

export async function refusalOf(run: Promise<unknown>): Promise<TsopError> {
  const error: unknown = await run.then(
    () => new Error("nothing was refused"),
    (reason: unknown) => reason,
  );
  if (error instanceof TsopError) return error;
  throw error;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly at?: SourceLocation | undefined;
  readonly hint?: string | undefined;
}

/** Returns all problems: the diagnostics of an error, or the error itself if it has none. */
export function problemsOf(error: TsopError): readonly Problem[] {
  return error.diagnostics.length === 0 ? [error] : error.diagnostics;
}

/** Prints one line for each problem. */
export function printProblems(error: TsopError): string {
  return problemsOf(error)
    .map(({ code, message, hint }) => `${code}: ${message} | ${hint ?? ""}`)
    .join("\n");
}
