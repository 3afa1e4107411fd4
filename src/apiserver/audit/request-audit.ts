/**
 * The audit events of one request.
 * Source: k8s.io/apiserver/pkg/endpoints/filters/audit.go, k8s.io/apiserver/pkg/audit/request.go.
 */
import { defined } from "../../core/defined.js";
import { copyJson, isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { ActingUser } from "../authentication/impersonation.js";
import { showUser } from "../authentication/reviews.js";
import type { AuditEvent, AuditStage, AuditReference } from "./audit-event.js";
import type { AuditLevel, AuditNotes } from "./audit-notes.js";
import { withoutManagedFields } from "./managed-fields.js";
import type { AuditDecision } from "./policy.js";

/** How the events of a request follow each other. */
export type AuditCourse =
  /** An event for the request, and one for the response. */
  | "whole"
  /** Also an event when the response begins: for watches, logs and connections to pods. */
  | "long"
  /** The request could not be authenticated: one event, when the response begins. */
  | "refused";

/** The parts of a request that all its events contain. */
export type AuditedRequest = Pick<
  AuditEvent,
  "auditID" | "requestURI" | "verb" | "user" | "sourceIPs" | "userAgent" | "objectRef"
>;

/** A response. The object is absent if the response contains none. */
export interface AuditedResponse {
  readonly code: number;
  readonly object?: JsonObject | undefined;
}

export interface RequestAuditParts {
  readonly decision: AuditDecision;
  readonly course: AuditCourse;
  /** Writes an event. */
  readonly write: (event: AuditEvent) => void;
  readonly now: () => number;
}

const levels: readonly AuditLevel[] = ["None", "Metadata", "Request", "RequestResponse"];

export class RequestAudit implements AuditNotes {
  readonly #request: AuditedRequest;
  readonly #parts: RequestAuditParts;
  readonly #received: string;
  readonly #annotations = new Map<string, string>();
  #reference: AuditReference | undefined;
  #impersonated: JsonObject | undefined;
  #constraint: string | undefined;
  #sent: { readonly body: Json } | undefined;
  #response: AuditedResponse | undefined;
  #isOver = false;

  constructor(request: AuditedRequest, parts: RequestAuditParts) {
    this.#request = request;
    this.#reference = request.objectRef;
    this.#parts = parts;
    this.#received = microTime(parts.now());
  }

  /** Writes the first event. */
  receive(): void {
    if (this.#parts.course !== "refused") this.#write("RequestReceived", undefined, this.#received);
  }

  impersonate({ user, constraint }: ActingUser): void {
    this.#impersonated = showUser(user);
    this.#constraint = constraint;
  }

  annotate(key: string, value: string, level: AuditLevel = "Metadata"): void {
    if (this.#includes(level) && !this.#annotations.has(key)) this.#annotations.set(key, value);
  }

  noteObject(object: JsonObject): void {
    const { name, namespace, uid, resourceVersion } = isJsonObject(object["metadata"]) ? object["metadata"] : {};
    const own = { namespace, name, uid, resourceVersion };
    const given = Object.entries(own).filter(([, value]) => typeof value === "string" && value !== "");
    this.#reference = { ...Object.fromEntries(given), ...this.#reference };
    // Admission changes the object.
    if (this.#includes("Request")) this.#sent = { body: copyJson(this.#shown(object)) };
  }

  noteBody(read: () => Json): void {
    if (!this.#includes("Request")) return;
    try {
      this.#sent = { body: read() };
    } catch {
      // The response reports the error.
    }
  }

  /** Call it before the response is sent. */
  answer(response: AuditedResponse): void {
    if (this.#isOver) return;
    this.#response = response;
    if (this.#parts.course !== "whole") this.#write("ResponseStarted", this.#status());
  }

  /** Call it when the response is complete, or its connection has ended. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#parts.course !== "refused") this.#write("ResponseComplete", this.#status());
  }

  /** Call it in place of `answer` and `end` after an error that the server does not expect. */
  panic(message: string): void {
    this.#isOver = true;
    const status = { metadata: {}, status: "Failure", message: `APIServer panic'd: ${message}` };
    this.#write("Panic", { ...status, reason: "InternalError", code: 500 });
  }

  #includes(level: AuditLevel): boolean {
    return levels.indexOf(this.#parts.decision.level) >= levels.indexOf(level);
  }

  #shown(object: JsonObject): JsonObject {
    return this.#parts.decision.omitsManagedFields ? withoutManagedFields(object) : object;
  }

  #write(stage: AuditStage, responseStatus: JsonObject | undefined, time = microTime(this.#parts.now())): void {
    const { decision, write } = this.#parts;
    if (decision.omitStages.includes(stage)) return;
    const { auditID, requestURI, verb, user, sourceIPs, userAgent } = this.#request;
    const object = this.#response?.object;
    const hasObject = object !== undefined && stage !== "Panic" && this.#includes("RequestResponse");
    write({
      kind: "Event",
      apiVersion: "audit.k8s.io/v1",
      ...{ level: decision.level, auditID, stage, requestURI, verb, user },
      ...defined({
        impersonatedUser: this.#impersonated,
        authenticationMetadata:
          this.#constraint === undefined ? undefined : { impersonationConstraint: this.#constraint },
        sourceIPs,
        userAgent,
        objectRef: this.#reference,
        responseStatus,
        requestObject: this.#sent?.body,
        responseObject: hasObject ? this.#shown(object) : undefined,
      }),
      ...{ requestReceivedTimestamp: this.#received, stageTimestamp: time },
      ...(this.#annotations.size === 0 ? {} : { annotations: Object.fromEntries([...this.#annotations].toSorted()) }),
    });
  }

  /** Returns the Status of the response, which is complete only if the response is a Status. */
  #status(): JsonObject {
    const { code, object } = this.#response ?? { code: 200, object: undefined };
    if (object?.["kind"] !== "Status") return { metadata: {}, code };
    const { status, message, reason, details } = object;
    return { metadata: {}, ...defined({ status, message, reason, details }), code };
  }
}

/** Formats a time like a MicroTime of Kubernetes. */
function microTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000Z");
}
