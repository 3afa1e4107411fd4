import { type ApiObject, textsOf } from "../../api-object.js";
import { type FieldError, invalid } from "../../../core/field-error.js";

const standardFinalizers = new Set(["kubernetes", "orphan", "foregroundDeletion"]);

/**
 * A finalizer without a domain must be one of Kubernetes' own.
 * Source: kubernetes/pkg/apis/core/validation/validation.go (validateKubeFinalizerName).
 */
export function validateFinalizerName(name: string, path: string): FieldError[] {
  if (name.includes("/") || standardFinalizers.has(name)) return [];
  return [invalid(path, name, "name is neither a standard finalizer name nor is it fully qualified")];
}

export function validateFinalizerNames({ metadata }: ApiObject): FieldError[] {
  return textsOf(metadata, "finalizers").flatMap((name, index) =>
    validateFinalizerName(name, `metadata.finalizers[${index}]`),
  );
}

/** The groups whose kinds are validated without the metadata rules of the core group. */
const groupsWithout = new Set(["admissionregistration.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io"]);

export function checksFinalizerNames(group: string): boolean {
  return !groupsWithout.has(group);
}
