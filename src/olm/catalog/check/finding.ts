import { type Diagnostic, errorAt } from "../../../core/diagnostic.js";
import type { ErrorCode } from "../../../core/error-codes.js";
import type { ValuePath } from "../../../apiserver/yaml/located-document.js";
import type { Blob } from "../read/blob.js";

/** Records a fault of a value in a document of a catalog. */
export type ReportFault = (blob: Blob, path: ValuePath, message: string, hint: string, code?: ErrorCode) => void;

export function faultsInto(diagnostics: Diagnostic[]): ReportFault {
  return (blob, path, message, hint, code = "catalog/invalid") => {
    diagnostics.push(errorAt(code, blob.at(path), message, hint));
  };
}

/** Quotes a name for a message. */
export function quoted(name: string | undefined): string {
  return JSON.stringify(name ?? "");
}
