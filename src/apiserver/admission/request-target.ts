/** What a write is about, in the words of admission. Source: k8s.io/apiserver/pkg/admission/{attributes.go,errors.go}. */
import { type GroupVersionKind, parseApiVersion } from "../../core/gvk.js";
import type { AdmissionAttributes, ServedResource } from "../resource.js";
import type { StatusCause } from "../../k8s/meta/v1.js";
import { forbiddenError, StatusError } from "../status-error.js";

/** The kind of the object that is written: that of a subresource may be another than its resource's. */
export function kindOf({ object, oldObject, resource }: AdmissionAttributes): GroupVersionKind {
  const { group, version, kind } = resource;
  const written = object ?? oldObject;
  if (written === undefined || written.kind === "") return { group, version, kind };
  return { ...parseApiVersion(written.apiVersion), kind: written.kind };
}

export function isNamespaceResource({ group, resource }: ServedResource): boolean {
  return group === "" && resource === "namespaces";
}

/** Whether an object of this resource itself is created. */
export function isCreateOf(
  { operation, resource, subresource }: AdmissionAttributes,
  group: string,
  name: string,
): boolean {
  return operation === "CREATE" && subresource === "" && resource.group === group && resource.resource === name;
}

/** A Namespace counts as being in itself. */
export function namespaceOf({ namespace, name, resource }: AdmissionAttributes): string {
  return isNamespaceResource(resource) ? name : namespace;
}

/** A refusal by admission: names are as far as they are known. */
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

/** What configures admission is not subject to it: a webhook that refuses everything can be taken back. */
export function isExempt(attributes: AdmissionAttributes): boolean {
  const { group, kind } = kindOf(attributes);
  return group === "admissionregistration.k8s.io" && exemptKinds.has(kind);
}
