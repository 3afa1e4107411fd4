/** The audit log of `tsop apiserver`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { AuditFile } from "../apiserver/audit/audit-file.js";
import type { AuditOptions } from "../apiserver/audit/auditor.js";
import { type AuditPolicy, metadataPolicy } from "../apiserver/audit/policy.js";
import { readAuditPolicy } from "../apiserver/audit/read-policy.js";
import { errorAt } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { readLocatedDocument } from "../apiserver/yaml/located-document.js";
import type { Context } from "./context.js";

export interface AuditFlags {
  readonly auditLog?: string | undefined;
  readonly auditPolicy?: string | undefined;
}

export interface OpenedAudit {
  readonly options: AuditOptions;
  /** Where the events go, for a message: `audit.log`. */
  readonly place: string;
  /** Whether the log contains every request: no policy file decides. */
  readonly isComplete: boolean;
  /** @throws TsopError `files/write-failed` if the disk does not accept the last events */
  close(): void;
}

/**
 * Opens the audit log; undefined without one.
 *
 * @throws TsopError `usage/invalid-argument`, `apiserver/audit-policy-invalid`, `files/read-failed`, `files/write-failed`
 */
export function openAudit(
  { auditLog, auditPolicy }: AuditFlags,
  { cwd, live }: Pick<Context, "cwd" | "live">,
): OpenedAudit | undefined {
  if (auditLog === undefined) {
    if (auditPolicy === undefined) return undefined;
    throw new TsopError("usage/invalid-argument", "--audit-policy needs --audit-log", {
      hint: "Name the file of the log with --audit-log, or write --audit-log - for the standard output.",
    });
  }
  const policy = auditPolicy === undefined ? metadataPolicy : readPolicyFile(cwd, auditPolicy);
  const isComplete = auditPolicy === undefined;
  if (auditLog === "-") {
    const log = { ready: () => undefined, write: (line: string) => live.line(line.trimEnd()) };
    return { options: { policy, log }, place: "the standard output", isComplete, close: () => undefined };
  }
  const log = AuditFile.open(path.resolve(cwd, auditLog));
  return { options: { policy, log }, place: auditLog, isComplete, close: () => log.close() };
}

function readPolicyFile(cwd: string, file: string): AuditPolicy {
  const reading = readLocatedDocument(file, readBytes(cwd, file));
  if (reading.kind === "fault") {
    throw new TsopError("apiserver/audit-policy-invalid", `the audit policy cannot be read: ${reading.message}`, {
      at: reading.at,
      hint: "Write a Policy of audit.k8s.io/v1.",
    });
  }
  const { value, at, secondDocument } = reading.document;
  const second = secondDocument();
  if (second !== undefined) {
    throw new TsopError("apiserver/audit-policy-invalid", "the file contains more than one document", {
      at: second,
      hint: "Write all rules in one policy: the first rule that matches a request counts.",
    });
  }
  const found = readAuditPolicy(value, true);
  if (found.kind === "policy") return found.policy;
  throw TsopError.fromDiagnostics(
    found.problems.map(({ path: steps, message, hint }) =>
      errorAt("apiserver/audit-policy-invalid", at(steps), message, hint),
    ),
  );
}

function readBytes(cwd: string, file: string): Buffer {
  try {
    return readFileSync(path.resolve(cwd, file));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TsopError("files/read-failed", `cannot read the audit policy ${file}: ${why}`, {
      at: { file },
      hint: "Name an existing file with --audit-policy, or omit the flag to log the metadata of every request.",
      cause,
    });
  }
}
