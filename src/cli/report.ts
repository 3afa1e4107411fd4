import { type Diagnostic, formatDiagnostic } from "../core/diagnostic.js";
import type { TsopError } from "../core/errors.js";
import { formatLocation } from "../core/source-location.js";
import { visible } from "../core/visible.js";
import type { CommandResult } from "../commands/context.js";
import { packageVersion } from "../commands/version.js";
import { type SarifRun, toSarif } from "./sarif.js";

export type OutputFormat = "text" | "json" | "sarif";

/** The result goes to stdout: as text, as one JSON document, or as a SARIF log of what was found. */
export function reportResult(result: CommandResult, format: OutputFormat, cwd: string): void {
  switch (format) {
    case "text":
      if (result.text !== "") process.stdout.write(`${shownText(result, process.stdout.isTTY)}\n`);
      return;
    case "json":
      printJson(result.json);
      return;
    case "sarif":
      printSarif({ cwd, diagnostics: result.diagnostics ?? [], exitCode: result.exitCode ?? 0 });
  }
}

/** Text of others in it is made visible; a document for other programs is changed for a terminal alone. */
export function shownText({ text, isDocument = false, isPainted = false }: CommandResult, onTerminal: boolean): string {
  return isDocument && !onTerminal ? text : visible(text, { colours: isPainted });
}

/** An error goes to stderr as text, and to stdout as JSON or SARIF, so that a script reads one stream. */
export function reportError(error: TsopError, format: OutputFormat, cwd: string): void {
  switch (format) {
    case "text":
      process.stderr.write(`${visible(formatError(error))}\n`);
      return;
    case "json": {
      const { code, message, hint, at, diagnostics } = error;
      printJson({ error: { code, message, hint, at, diagnostics } });
      return;
    }
    case "sarif":
      printSarif({ cwd, diagnostics: diagnosticsOf(error), exitCode: error.exitCode });
  }
}

/** What a person reads of an error: every diagnostic, or the message, its place, and on a line of its own the hint. */
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

/** Something that tsop did not foresee: the trace, and what to do with it. */
export function reportBug(error: unknown, argv: readonly string[], format: OutputFormat, cwd: string): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  switch (format) {
    case "text":
      process.stderr.write(
        `This is a bug in tsop, not in your project. Please report it with what follows.\n` +
          `command: tsop ${visible(argv.join(" "))}\nnode: ${process.version} ${process.platform}/${process.arch}\n${visible(trace)}\n`,
      );
      return;
    case "json":
      printJson({ error: { code: "bug", message: trace } });
      return;
    case "sarif":
      printSarif({ cwd, diagnostics: [], exitCode: 70, bug: trace });
  }
}

/** An error that is not made of diagnostics is one itself. */
function diagnosticsOf({ diagnostics, code, message, at, hint }: TsopError): readonly Diagnostic[] {
  if (diagnostics.length > 0) return diagnostics;
  const own = { code, severity: "error", message } as const;
  return [{ ...own, ...(at === undefined ? {} : { at }), ...(hint === undefined ? {} : { hint }) }];
}

function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}

function printSarif(run: Omit<SarifRun, "version">): void {
  printJson(toSarif({ ...run, version: packageVersion() }));
}
