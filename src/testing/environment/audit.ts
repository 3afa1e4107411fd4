/** The audit log of a test environment. */
import path from "node:path";
import type { AuditEvent } from "../../apiserver/audit/audit-event.js";
import { AuditFile } from "../../apiserver/audit/audit-file.js";
import type { AuditOptions } from "../../apiserver/audit/auditor.js";
import { type AuditPolicy, metadataPolicy } from "../../apiserver/audit/policy.js";
import { readAuditPolicy } from "../../apiserver/audit/read-policy.js";
import { TsopError } from "../../core/errors.js";
import { checkOptions } from "./check-options.js";

/**
 * Which requests a test environment records, and where.
 *
 * @example
 * ```ts
 * import { type AuditEvent, TestEnvironment } from "tsop/testing";
 *
 * export async function countWrites(work: (environment: TestEnvironment) => Promise<void>): Promise<number> {
 *   const events: AuditEvent[] = [];
 *   const policy = { omitStages: ["RequestReceived" as const], rules: [{ level: "Request" as const }] };
 *   await using environment = await TestEnvironment.start({ audit: { policy, log: (event) => events.push(event) } });
 *   await work(environment);
 *   return events.filter(({ verb }) => verb === "update" || verb === "patch").length;
 * }
 * ```
 */
export interface TestAudit {
  /** The first rule that matches a request decides. Default: the metadata of every request. */
  readonly policy?: AuditPolicy;
  /**
   * Receives each event; or the path of a file, to which the server appends a line of JSON for each event. The event of a
   * response comes before the client has the response.
   */
  readonly log: ((event: AuditEvent) => void) | string;
}

/** @throws TsopError `usage/invalid-argument` with all problems of the policy */
export function checkAudit(call: string, audit: TestAudit): void {
  checkOptions(`${call}, audit,`, audit, ["policy", "log"]);
  const { policy, log } = audit;
  if (typeof log !== "function" && (typeof log !== "string" || log === "")) {
    throw new TsopError("usage/invalid-argument", `${call}: audit has no log`, {
      hint: "Pass a function that receives each event, or the path of a file: audit: { log: (event) => events.push(event) }.",
    });
  }
  if (policy === undefined) return;
  const reading = readAuditPolicy(policy, false);
  if (reading.kind === "policy") return;
  const problems = reading.problems.map(({ path: steps, message }) => `${showPath(steps)}: ${message}`);
  throw new TsopError("usage/invalid-argument", `${call}: invalid audit policy: ${problems.join("; ")}`, {
    hint: reading.problems.map(({ hint }) => hint).join("\n"),
  });
}

function showPath(steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}.${step}`),
    "policy",
  );
}

export interface OpenedTestAudit {
  readonly options: AuditOptions;
  close(): void;
}

/** @throws TsopError `files/write-failed` */
export function openTestAudit({ policy = metadataPolicy, log }: TestAudit, cwd: string): OpenedTestAudit {
  if (typeof log === "string") {
    const file = AuditFile.open(path.resolve(cwd, log));
    return { options: { policy, log: file }, close: () => file.close() };
  }
  const write = (line: string): void => log(JSON.parse(line) as AuditEvent); // the server printed it
  return { options: { policy, log: { ready: () => undefined, write } }, close: () => undefined };
}
