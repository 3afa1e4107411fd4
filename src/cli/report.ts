import { formatDiagnostic } from "../core/diagnostic.js";
import type { TsopError } from "../core/errors.js";
import { formatLocation } from "../core/source-location.js";
import type { CommandResult } from "../commands/context.js";

type Format = "text" | "json";

/** The result goes to stdout: as text, or as one JSON document. */
export function reportResult(result: CommandResult, format: Format): void {
  if (format === "json") process.stdout.write(`${JSON.stringify(result.json, undefined, 2)}\n`);
  else if (result.text !== "") process.stdout.write(`${result.text}\n`);
}

/** An error goes to stderr; with `--output json`, to stdout as `{ "error": … }`, so that a script reads one stream. */
export function reportError(error: TsopError, format: Format): void {
  if (format === "json") {
    const { code, message, hint, at, diagnostics } = error;
    process.stdout.write(`${JSON.stringify({ error: { code, message, hint, at, diagnostics } }, undefined, 2)}\n`);
    return;
  }
  process.stderr.write(`${formatError(error)}\n`);
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
export function reportBug(error: unknown, argv: readonly string[], format: Format): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (format === "json") {
    process.stdout.write(`${JSON.stringify({ error: { code: "bug", message: trace } }, undefined, 2)}\n`);
    return;
  }
  process.stderr.write(
    `This is a bug in tsop, not in your project. Please report it with what follows.\n` +
      `command: tsop ${argv.join(" ")}\nnode: ${process.version} ${process.platform}/${process.arch}\n${trace}\n`,
  );
}
