/** Begins the audit of requests. */
import type { Answer } from "../http/answer.js";
import type { ApiRequest } from "../http/api-request.js";
import { isLongRunning } from "../http/request-timeout.js";
import type { RequestInfo } from "../http/request-info.js";
import { showUser } from "../authentication/reviews.js";
import type { UserInfo } from "../resource.js";
import { internalError } from "../status-error.js";
import type { AuditReference } from "./audit-event.js";
import type { AuditLog } from "./audit-log.js";
import { type AuditPolicy, decideAudit } from "./policy.js";
import { type AuditedResponse, RequestAudit } from "./request-audit.js";
import { sourceAddresses } from "./source-addresses.js";

export interface AuditOptions {
  readonly policy: AuditPolicy;
  readonly log: AuditLog;
}

export class Auditor {
  readonly #options: AuditOptions;
  readonly #now: () => number;
  /** The requests without a last event. */
  readonly #open = new Set<RequestAudit>();

  constructor(options: AuditOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  /**
   * Writes the event of the request. Returns undefined if the policy wants no events.
   *
   * @param user - undefined if the request could not be authenticated
   * @throws StatusError 500 if the log cannot store events
   */
  begin(request: ApiRequest, info: RequestInfo, user: UserInfo | undefined): RequestAudit | undefined {
    const { policy, log } = this.#options;
    const decision = decideAudit(policy, { ...info, user });
    if (decision.level === "None") return undefined;
    checkReady(log);
    const agent = request.headers["user-agent"] ?? "";
    const addresses = sourceAddresses(request);
    const audit = new RequestAudit(
      {
        auditID: request.auditId,
        requestURI: request.target,
        verb: info.verb,
        user: user === undefined ? {} : showUser(user),
        ...(addresses.length === 0 ? {} : { sourceIPs: addresses }),
        ...(agent === "" ? {} : { userAgent: truncate(agent) }),
        ...(info.isResourceRequest ? { objectRef: referenceOf(info) } : {}),
      },
      {
        decision,
        course: user === undefined ? "refused" : isLongRunning(info) ? "long" : "whole",
        write: (event) => log.write(`${JSON.stringify(event)}\n`),
        now: this.#now,
      },
    );
    audit.receive();
    this.#open.add(audit);
    return audit;
  }

  /** Writes the last event of a request. */
  end(audit: RequestAudit): void {
    if (this.#open.delete(audit)) audit.end();
  }

  /** Writes the last event of a request that ends with an unexpected error. */
  panic(audit: RequestAudit, message: string): void {
    if (this.#open.delete(audit)) audit.panic(message);
  }

  /** Writes the last events of all requests. */
  close(): void {
    for (const audit of this.#open) this.end(audit);
  }
}

function checkReady(log: AuditLog): void {
  try {
    log.ready();
  } catch (error) {
    throw internalError(`failed to store audit event: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function auditedResponse(answer: Answer): AuditedResponse {
  switch (answer.type) {
    case "object":
      return { code: answer.code, object: answer.isUnaudited === true ? undefined : answer.object };
    case "text":
      return { code: answer.code, object: answer.object };
    case "stream":
      return { code: 200 };
    case "forwarded":
      return { code: answer.code };
    case "switched":
    case "upgraded":
      return { code: 101 };
  }
}

const maxAgentLength = 1_024;

function truncate(agent: string): string {
  return agent.length > maxAgentLength ? `${agent.slice(0, maxAgentLength)}...TRUNCATED` : agent;
}

function referenceOf({ resource, namespace, name, group, version, subresource }: RequestInfo): AuditReference {
  const fields = { resource, namespace, name, apiGroup: group, apiVersion: version, subresource };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}
