import type { JsonObject } from "../../core/json.js";
import type { AuditLevel } from "./audit-notes.js";

/**
 * The point of a request's handling at which the server writes an event. `ResponseStarted` occurs for requests that last, such
 * as watches, and for requests that cannot be authenticated.
 *
 * @example
 * ```ts
 * import type { AuditStage } from "tsop/testing";
 *
 * export const last: readonly AuditStage[] = ["ResponseComplete", "Panic"];
 * ```
 */
export type AuditStage = "RequestReceived" | "ResponseStarted" | "ResponseComplete" | "Panic";

/**
 * An event of the audit log: an Event of `audit.k8s.io/v1`.
 *
 * @example
 * ```ts
 * import type { AuditEvent } from "tsop/testing";
 *
 * export const describe = ({ verb, objectRef }: AuditEvent) => `${verb} ${objectRef?.resource} ${objectRef?.name}`;
 * ```
 */
export interface AuditEvent {
  readonly kind: "Event";
  readonly apiVersion: "audit.k8s.io/v1";
  readonly level: AuditLevel;
  /** The same for all events of a request: the header `Audit-ID` of the request and of the response. */
  readonly auditID: string;
  readonly stage: AuditStage;
  /** As sent. */
  readonly requestURI: string;
  /** `get`, `list`, `watch`, `create`, …; the HTTP method in lower case if the path is not a resource. */
  readonly verb: string;
  /** A UserInfo of `authentication.k8s.io/v1`; empty if the request could not be authenticated. */
  readonly user: JsonObject;
  readonly impersonatedUser?: JsonObject;
  /** The verb that allowed the impersonation, unless it was `impersonate`. */
  readonly authenticationMetadata?: { readonly impersonationConstraint: string };
  readonly sourceIPs?: readonly string[];
  readonly userAgent?: string;
  readonly objectRef?: AuditReference;
  /** A Status of the response, without its kind. */
  readonly responseStatus?: JsonObject;
  /** From the level `Request` on: the object, or the patch. */
  readonly requestObject?: unknown;
  /** From the level `RequestResponse` on. */
  readonly responseObject?: unknown;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  /** From authorization, admission plugins, webhooks and policies. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * The object that a request is about. Fields that do not apply are absent.
 *
 * @example
 * ```ts
 * import type { AuditReference } from "tsop/testing";
 *
 * export const isStatus = ({ subresource }: AuditReference) => subresource === "status";
 * ```
 */
export interface AuditReference {
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  readonly subresource?: string;
}
