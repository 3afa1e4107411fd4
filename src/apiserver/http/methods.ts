import { StatusError } from "../status-error.js";

/** A path in a served group that leads nowhere. */
export function unknownPathError(): StatusError {
  return new StatusError({
    code: 404,
    reason: "NotFound",
    message: "the server could not find the requested resource",
    details: {},
  });
}

/** A method that a path does not take. Source: k8s.io/apiserver/pkg/endpoints (go-restful's answer, made a Status). */
export function methodNotAllowedError(): StatusError {
  return new StatusError({
    code: 405,
    reason: "MethodNotAllowed",
    message: "the server does not allow this method on the requested resource",
    details: {},
  });
}
