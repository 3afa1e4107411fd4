import { type Diagnostic, formatDiagnostic } from "../core/diagnostic.js";
import type { TsopError } from "../core/errors.js";
import { formatLocation } from "../core/source-location.js";
import { visible } from "../core/visible.js";
import type { CommandResult } from "../commands/context.js";
import { packageVersion } from "../commands/version.js";
import { type SarifRun, toSarif } from "./sarif.js";

export type OutputFormat = "text" | "json" | "sarif";

/** A result in each format. */
interface Forms {
  readonly text: () => void;
  readonly json: unknown;
  readonly sarif: Omit<SarifRun, "version">;
}

function report(format: OutputFormat, { text, json, sarif }: Forms): void {
  if (format === "text") text();
  else {
    const document = format === "json" ? json : toSarif({ ...sarif, version: packageVersion() });
    process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
  }
}

/** Prints the result to stdout: as text, as one JSON document, or as a SARIF log of the findings. */
export function reportResult(result: CommandResult, format: OutputFormat, cwd: string): void {
  const { text, json, diagnostics = [], exitCode = 0 } = result;
  report(format, {
    text: () => {
      if (text !== "") process.stdout.write(`${shownText(result, process.stdout.isTTY)}\n`);
    },
    json,
    sarif: { cwd, diagnostics, exitCode },
  });
}

/** Escapes the text of other sources. Changes a document for other programs only on a terminal. */
export function shownText({ text, isDocument = false, isPainted = false }: CommandResult, onTerminal: boolean): string {
  return isDocument && !onTerminal ? text : visible(text, { colours: isPainted });
}

/** Prints an error to stderr as text, or to stdout as JSON or SARIF, so that scripts read a single stream. */
export function reportError(error: TsopError, format: OutputFormat, cwd: string): void {
  const { code, message, hint, at, diagnostics, exitCode } = error;
  report(format, {
    text: () => void process.stderr.write(`${visible(formatError(error))}\n`),
    json: { error: { code, message, hint, at, diagnostics } },
    sarif: { cwd, diagnostics: diagnosticsOf(error), exitCode },
  });
}

/** Formats an error for users: all diagnostics, or the message with its location and the hint on a separate line. */
export function formatError(error: TsopError): string {
  if (error.diagnostics.length > 0) {
    const count = error.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
    const lines = error.diagnostics.map(formatDiagnostic);
    return `${lines.join("\n")}\n${count} ${count === 1 ? "error" : "errors"}; nothing was changed.`;
  }
  const place = error.at === undefined ? "" : `${formatLocation(error.at)}  `;
  const hint = error.hint === undefined ? "" : `\n  ${error.hint.replaceAll("\n", "\n  ")}`;
  return `${place}error ${error.code}: ${error.message}${hint}`;
}

/** Reports an unexpected error: the trace, and what to do with it. */
export function reportBug(error: unknown, argv: readonly string[], format: OutputFormat, cwd: string): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const about =
    `This is a bug in tsop, not in your project. Please report it with the text below.\n` +
    `command: tsop ${visible(argv.join(" "))}\nnode: ${process.version} ${process.platform}/${process.arch}\n`;
  report(format, {
    text: () => void process.stderr.write(`${about}${visible(trace)}\n`),
    json: { error: { code: "bug", message: trace } },
    sarif: { cwd, diagnostics: [], exitCode: 70, bug: trace },
  });
}

/** Returns the diagnostics of an error. An error without diagnostics counts as a diagnostic. */
function diagnosticsOf({ diagnostics, code, message, at, hint }: TsopError): readonly Diagnostic[] {
  if (diagnostics.length > 0) return diagnostics;
  const own = { code, severity: "error", message } as const;
  return [{ ...own, ...(at === undefined ? {} : { at }), ...(hint === undefined ? {} : { hint }) }];
}
