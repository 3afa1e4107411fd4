/** The target of a write, in the terms of admission. Source: k8s.io/apiserver/pkg/admission/{attributes.go,errors.go}. */
import { type GroupVersionKind, parseApiVersion } from "../../core/gvk.js";
import type { AdmissionAttributes, ServedResource } from "../resource.js";
import type { StatusCause } from "../../k8s/meta/v1.js";
import { forbiddenError, StatusError } from "../status-error.js";

/** Returns the kind of the written object: the kind of a subresource may differ from that of its resource. */
export function kindOf({ object, oldObject, resource }: AdmissionAttributes): GroupVersionKind {
  const { group, version, kind } = resource;
  const written = object ?? oldObject;
  if (written === undefined || written.kind === "") return { group, version, kind };
  return { ...parseApiVersion(written.apiVersion), kind: written.kind };
}

export function isNamespaceResource({ group, resource }: ServedResource): boolean {
  return group === "" && resource === "namespaces";
}

/** Returns whether a request creates an object of the resource itself. */
export function isCreateOf(
  { operation, resource, subresource }: AdmissionAttributes,
  group: string,
  name: string,
): boolean {
  return operation === "CREATE" && subresource === "" && resource.group === group && resource.resource === name;
}

/** Returns the namespace of a write; a Namespace counts as being in itself. */
export function namespaceOf({ namespace, name, resource }: AdmissionAttributes): string {
  return isNamespaceResource(resource) ? name : namespace;
}

/** Creates the error of a write that admission rejects, with the names that are known. */
export function admissionForbidden(
  attributes: AdmissionAttributes,
  why: string,
  causes: StatusCause[] = [],
): StatusError {
  const { resource, object } = attributes;
  const { name = "", generateName = "" } = object?.metadata ?? {};
  const known = [attributes.name, name, generateName].find((text) => text !== "") ?? "Unknown";
  const { failure } = forbiddenError({ group: resource.group, resource: resource.resource }, known, why);
  if (causes.length === 0) return new StatusError(failure);
  return new StatusError({ ...failure, details: { ...failure.details, causes } });
}

const exemptKinds: ReadonlySet<string> = new Set([
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
]);

/**
 * Returns whether a write configures admission, which exempts it from admission: otherwise a webhook that rejects everything
 * could not be deleted.
 */
export function isExempt(attributes: AdmissionAttributes): boolean {
  const { object, oldObject, resource } = attributes;
  // Every write asks, several times, and nearly every kind is told by its name alone.
  if (!exemptKinds.has((object ?? oldObject)?.kind || resource.kind)) return false;
  return kindOf(attributes).group === "admissionregistration.k8s.io";
}
