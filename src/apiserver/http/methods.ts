import { StatusError } from "../status-error.js";

/** Creates the error for an unknown path in a served group. */
export function unknownPathError(): StatusError {
  return new StatusError({
    code: 404,
    reason: "NotFound",
    message: "the server could not find the requested resource",
    details: {},
  });
}

/**
 * Creates the error for a method that a path does not support. Source: k8s.io/apiserver/pkg/endpoints (go-restful's response as a
 * Status).
 */
export function methodNotAllowedError(): StatusError {
  return new StatusError({
    code: 405,
    reason: "MethodNotAllowed",
    message: "the server does not allow this method on the requested resource",
    details: {},
  });
}
