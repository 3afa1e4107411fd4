/**
 * The errors of an API server, with its messages.
 * Source: k8s.io/apimachinery/pkg/api/errors/errors.go.
 */
import { type FieldError, invalidObject } from "../core/field-error.js";
import type { JsonObject } from "../core/json.js";
import type { StatusDetails } from "../k8s/meta/v1.js";

export interface StatusFailure {
  readonly code: number;
  /** Absent if the API server gives no reason. */
  readonly reason?: string;
  readonly message: string;
  readonly details?: StatusDetails;
  /** The token that continues an expired list. */
  readonly continueToken?: string;
}

/** The error that a handler throws to reject a request; it becomes the response's code and `Status` object. */
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

/** Formats a resource: `deployments.apps`, `pods`. */
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

/** Creates the error for an object with invalid fields; group and kind are those of the kind, not of the resource. */
export function invalidError(group: string, kind: string, name: string, faults: readonly FieldError[]): StatusError {
  return new StatusError(invalidObject({ group, kind, name }, faults));
}

export function badRequestError(message: string): StatusError {
  return new StatusError({ code: 400, reason: "BadRequest", message });
}

/** Creates an error that kube-apiserver gives no reason for. */
export function serverFault(message: string): StatusError {
  return new StatusError({ code: 500, message });
}

/** Creates the error of an overloaded server; the client retries after a second. */
export function tooManyRequestsError(): StatusError {
  const message = "Too many requests, please try again later.";
  return new StatusError({ code: 429, reason: "TooManyRequests", message, details: { retryAfterSeconds: 1 } });
}

export function unauthorizedError(): StatusError {
  return new StatusError({ code: 401, reason: "Unauthorized", message: "Unauthorized" });
}

/** Creates the error for a watch, or a continued list, at a version that is no longer in the history. */
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
