import type { OutputFormat } from "../report.js";

/** What all commands share. */
export interface GlobalOptions {
  readonly directory?: string;
  readonly output: OutputFormat;
}
