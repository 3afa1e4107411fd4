/** Prints diagnostics as SARIF 2.1.0 (OASIS), which code scanning services and editors read. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic, Severity } from "../core/diagnostic.js";
import { type ErrorCode, errorCodes } from "../core/error-codes.js";
import type { JsonValue } from "../core/json.js";
import type { SourceLocation } from "../core/source-location.js";

export interface SarifRun {
  /** The folder to which file paths are relative. */
  readonly cwd: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly exitCode: number;
  /** The trace of an unexpected error. */
  readonly bug?: string;
  /** The version of tsop. */
  readonly version: string;
}

/** The base ID that SARIF services use for the root of the sources. */
const rootId = "%SRCROOT%";

export function toSarif({ cwd, diagnostics, exitCode, bug, version }: SarifRun): JsonValue {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].toSorted();
  const notifications = bug === undefined ? [] : [{ level: "error", message: { text: bug } }];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "tsop", version, semanticVersion: version, rules: codes.map(toRule) } },
        invocations: [{ executionSuccessful: bug === undefined, exitCode, toolExecutionNotifications: notifications }],
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [rootId]: { uri: `${pathToFileURL(cwd).href.replace(/\/$/, "")}/` } },
        results: diagnostics.map((diagnostic) => toResult(diagnostic, codes.indexOf(diagnostic.code), cwd)),
      },
    ],
  };
}

function toRule(code: ErrorCode): JsonValue {
  return { id: code, shortDescription: { text: errorCodes[code] } };
}

function toResult({ code, severity, message, hint, at }: Diagnostic, ruleIndex: number, cwd: string): JsonValue {
  return {
    ruleId: code,
    ruleIndex,
    level: levelOf(severity),
    // Readers show only the message, so it includes the hint.
    message: { text: hint === undefined ? message : `${message}\n${hint}` },
    ...(at === undefined ? {} : { locations: [{ physicalLocation: toPhysicalLocation(at, cwd) }] }),
  };
}

function levelOf(severity: Severity): "error" | "warning" | "note" {
  return severity === "info" ? "note" : severity;
}

function toPhysicalLocation({ file, line, column }: SourceLocation, cwd: string): JsonValue {
  const region = { startLine: line, startColumn: column };
  return { artifactLocation: toArtifact(file, cwd), ...(line === undefined ? {} : { region }) };
}

/** Returns the location of a file. Paths in the folder are relative, so that the log is valid on another machine. */
function toArtifact(file: string, cwd: string): JsonValue {
  const relative = path.relative(cwd, path.resolve(cwd, file));
  const isOutside = relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  if (isOutside) return { uri: pathToFileURL(path.resolve(cwd, file)).href };
  return { uri: relative.split(path.sep).map(encodeURIComponent).join("/"), uriBaseId: rootId };
}
