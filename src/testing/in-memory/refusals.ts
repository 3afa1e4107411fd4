/** The API server's refusals, with its codes, reasons, details and (where it says something) words. */
import { parseApiVersion } from "../../core/gvk.js";
import { pluralize } from "../../core/plural.js";
import { ApiError } from "../../kube/api-error.js";
import type { KubeObject, StatusDetails } from "../../kube/objects.js";

type Identity = Pick<KubeObject, "apiVersion" | "kind">;

export function notFound(identity: Identity, name: string): ApiError {
  const { details, text } = resourceOf(identity, name);
  return refusal(404, "NotFound", `${text} not found`, details);
}

export function alreadyExists(identity: Identity, name: string): ApiError {
  const { details, text } = resourceOf(identity, name);
  return refusal(409, "AlreadyExists", `${text} already exists`, details);
}

/** Somebody wrote in between, or the object is another one than was meant. */
export function conflict(identity: Identity, name: string, why: string): ApiError {
  const { details, text } = resourceOf(identity, name);
  return refusal(409, "Conflict", `Operation cannot be fulfilled on ${text}: ${why}`, details);
}

/** A delete that names another state of the object. */
export function preconditionFailed({ apiVersion, kind }: Identity, name: string, why: string): ApiError {
  const { group } = parseApiVersion(apiVersion);
  const text = `${qualify(kind, group)} ${JSON.stringify(name)}`;
  return refusal(409, "Conflict", `Operation cannot be fulfilled on ${text}: ${why}`, detailsOf(name, group, kind));
}

export const modified = "the object has been modified; please apply your changes to the latest version and try again";

/** A field that does not do; `reason` is the API's word for why, such as `FieldValueRequired`. */
export function invalid(
  { apiVersion, kind }: Identity,
  name: string,
  cause: { readonly reason: string; readonly message: string; readonly field: string },
): ApiError {
  const { group } = parseApiVersion(apiVersion);
  const message = `${qualify(kind, group)} ${JSON.stringify(name)} is invalid: ${cause.field}: ${cause.message}`;
  return refusal(422, "Invalid", message, { ...detailsOf(name, group, kind), causes: [cause] });
}

export function immutableUid(object: KubeObject): ApiError {
  const { name, uid = "" } = object.metadata;
  const message = `Invalid value: ${JSON.stringify(uid)}: field is immutable`;
  return invalid(object, name, { reason: "FieldValueInvalid", message, field: "metadata.uid" });
}

/** A request that no state of the server could make right. */
export function badRequest(message: string): ApiError {
  return refusal(400, "BadRequest", message);
}

/** A JSON patch that does not fit the object. The API server does not say why; this says it. */
export function unfitPatch(message: string): ApiError {
  return refusal(422, "Invalid", message, {});
}

/** A subresource that does not know the verb. */
export function methodNotAllowed(): ApiError {
  return refusal(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
}

/** The scale of a custom resource of which nobody has said how many there should be. */
export function noReplicas(): ApiError {
  return refusal(
    500,
    "InternalError",
    'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
  );
}

/** The API server has no reason for this one, and a code that says it is to blame itself. */
export function versionOnCreate(): ApiError {
  return new ApiError(
    {
      kind: "Status",
      status: "Failure",
      code: 500,
      message: "resourceVersion should not be set on objects to be created",
    },
    500,
  );
}

/** A field that an apply would change, and who has set it. */
export interface FieldConflict {
  /** As the API server writes it: `"alice"`, or `"tsop" using v1`. */
  readonly owner: string;
  /** Such as `.spec.replicas`. */
  readonly field: string;
}

export function applyConflict(conflicts: readonly FieldConflict[]): ApiError {
  const byOwner = new Map<string, string[]>();
  for (const { owner, field } of conflicts) byOwner.set(owner, [...(byOwner.get(owner) ?? []), field]);
  const parts = [...byOwner].map(([owner, fields]) =>
    fields.length === 1
      ? `conflict with ${owner}: ${fields.join("")}`
      : `conflicts with ${owner}:${fields.map((field) => `\n- ${field}`).join("")}`,
  );
  const count = conflicts.length === 1 ? "1 conflict" : `${conflicts.length} conflicts`;
  const causes = conflicts.map(({ owner, field }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${owner}`,
    field,
  }));
  return refusal(409, "Conflict", `Apply failed with ${count}: ${parts.join("\n")}`, { causes });
}

function resourceOf({ apiVersion, kind }: Identity, name: string): { details: StatusDetails; text: string } {
  const { group } = parseApiVersion(apiVersion);
  // Without discovery, the plural that nearly every kind has.
  const plural = pluralize(kind);
  return { details: detailsOf(name, group, plural), text: `${qualify(plural, group)} ${JSON.stringify(name)}` };
}

function qualify(name: string, group: string): string {
  return group === "" ? name : `${name}.${group}`;
}

function detailsOf(name: string, group: string, kind: string): StatusDetails {
  return { ...(name === "" ? {} : { name }), ...(group === "" ? {} : { group }), kind };
}

function refusal(code: number, reason: string, message: string, details?: StatusDetails): ApiError {
  const status = { kind: "Status" as const, status: "Failure" as const, code, reason, message };
  return new ApiError(details === undefined ? status : { ...status, details }, code);
}
