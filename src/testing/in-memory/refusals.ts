import { ApiError } from "../../kube/api-error.js";
import type { KubeObject } from "../../kube/objects.js";
import { parseApiVersion } from "../../core/gvk.js";

type Identity = Pick<KubeObject, "apiVersion" | "kind">;

export function notFound(identity: Identity, name: string): ApiError {
  return refusal(404, "NotFound", identity, name, "not found");
}

export function alreadyExists(identity: Identity, name: string): ApiError {
  return refusal(409, "AlreadyExists", identity, name, "already exists");
}

/** Somebody wrote in between, or another manager owns a field. */
export function conflict(identity: Identity, name: string, why: string): ApiError {
  return refusal(409, "Conflict", identity, name, why);
}

export function invalid(identity: Identity, name: string, why: string): ApiError {
  return refusal(422, "Invalid", identity, name, `is invalid: ${why}`);
}

function refusal(code: number, reason: string, { apiVersion, kind }: Identity, name: string, why: string): ApiError {
  const { group } = parseApiVersion(apiVersion);
  const message = `${kind.toLowerCase()} ${JSON.stringify(name)} ${why}`;
  return new ApiError(
    { kind: "Status", status: "Failure", code, reason, message, details: { name, group, kind } },
    code,
  );
}
