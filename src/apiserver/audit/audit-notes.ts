import type { Json, JsonObject } from "../../core/json.js";

/**
 * How much an audit event contains: nothing at all, who requested what, also the object of the request, also that of the
 * response.
 *
 * @example
 * ```ts
 * import type { AuditLevel } from "tsop/testing";
 *
 * export const levelOf = (resource: string): AuditLevel => (resource === "secrets" ? "Metadata" : "RequestResponse");
 * ```
 */
export type AuditLevel = "None" | "Metadata" | "Request" | "RequestResponse";

/** What endpoints and admission add to the audit events of a request. */
export interface AuditNotes {
  /**
   * Adds an annotation. The first value of a key counts.
   *
   * @param level - the lowest level of an event that contains it. Default: `Metadata`
   */
  annotate(key: string, value: string, level?: AuditLevel): void;
  /** Records the object of the request: decoded and with defaults, before admission. */
  noteObject(object: JsonObject): void;
  /** Records a body that is not an object, such as a patch; calls `read` only if an event will contain it. */
  noteBody(read: () => Json): void;
}

/** The notes of a request without audit events. */
export const withoutAudit: AuditNotes = {
  annotate: () => undefined,
  noteObject: () => undefined,
  noteBody: () => undefined,
};
