/**
 * The refusals of an API server, in its words.
 * Source: k8s.io/apimachinery/pkg/api/errors/errors.go.
 */
import { type FieldError, invalidObject } from "../core/field-error.js";
import type { JsonObject } from "../core/json.js";
import type { StatusDetails } from "../k8s/meta/v1.js";

export interface StatusFailure {
  readonly code: number;
  /** Absent where the API server names none. */
  readonly reason?: string;
  readonly message: string;
  readonly details?: StatusDetails;
  /** With which a list that has expired may go on. */
  readonly continueToken?: string;
}

/** What a handler throws to refuse a request; it becomes the answer's code and `Status` object. */
export class StatusError extends Error {
  override readonly name = "StatusError";

  readonly failure: StatusFailure;

  constructor(failure: StatusFailure) {
    super(failure.message);
    this.failure = failure;
  }

  toStatus(): JsonObject {
    const { code, reason, message, details, continueToken } = this.failure;
    return {
      kind: "Status",
      apiVersion: "v1",
      metadata: continueToken === undefined ? {} : { continue: continueToken },
      status: "Failure",
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details: details as JsonObject }),
      code,
    };
  }
}

export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** `deployments.apps`, `pods`. */
export function showGroupResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

function detailsOf({ group, resource }: GroupResource, name: string): StatusDetails {
  return {
    ...(name === "" ? {} : { name }),
    ...(group === "" ? {} : { group }),
    ...(resource === "" ? {} : { kind: resource }),
  };
}

export function notFoundError(resource: GroupResource, name: string): StatusError {
  const message = `${showGroupResource(resource)} "${name}" not found`;
  return new StatusError({ code: 404, reason: "NotFound", message, details: detailsOf(resource, name) });
}

export function alreadyExistsError(resource: GroupResource, name: string): StatusError {
  const message = `${showGroupResource(resource)} "${name}" already exists`;
  return new StatusError({ code: 409, reason: "AlreadyExists", message, details: detailsOf(resource, name) });
}

export function conflictError(resource: GroupResource, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${showGroupResource(resource)} "${name}": ${why}`;
  return new StatusError({ code: 409, reason: "Conflict", message, details: detailsOf(resource, name) });
}

export function forbiddenError(resource: GroupResource, name: string, why: string): StatusError {
  const message =
    resource.resource === ""
      ? `forbidden: ${why}`
      : name === ""
        ? `${showGroupResource(resource)} is forbidden: ${why}`
        : `${showGroupResource(resource)} "${name}" is forbidden: ${why}`;
  return new StatusError({ code: 403, reason: "Forbidden", message, details: detailsOf(resource, name) });
}

/** An object whose fields are not valid; group and kind are the kind's, not the resource's. */
export function invalidError(group: string, kind: string, name: string, faults: readonly FieldError[]): StatusError {
  return new StatusError(invalidObject({ group, kind, name }, faults));
}

export function badRequestError(message: string): StatusError {
  return new StatusError({ code: 400, reason: "BadRequest", message });
}

/** An error that kube-apiserver has no reason for. */
export function serverFault(message: string): StatusError {
  return new StatusError({ code: 500, message });
}

/** Of a server that has enough to do; the client comes back after a second. */
export function tooManyRequestsError(): StatusError {
  const message = "Too many requests, please try again later.";
  return new StatusError({ code: 429, reason: "TooManyRequests", message, details: { retryAfterSeconds: 1 } });
}

export function unauthorizedError(): StatusError {
  return new StatusError({ code: 401, reason: "Unauthorized", message: "Unauthorized" });
}

/** The history up to a version is gone: of a watch, or of a list that is continued. */
export function expiredError(message: string): StatusError {
  return new StatusError({ code: 410, reason: "Expired", message });
}

export function internalError(message: string): StatusError {
  return new StatusError({
    code: 500,
    reason: "InternalError",
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  });
}
