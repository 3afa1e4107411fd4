import type { FieldError } from "../../../core/field-error.js";
import type { KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { type DeclaredField, declaredFields } from "./declared-fields.js";

/**
 * Returns the errors of an object as the version reports them. Since 1.36, the errors of the kind's own rules come first, each
 * once, and then those of declarative validation.
 * Source: k8s.io/apiserver/pkg/registry/rest/validate.go, k8s.io/apimachinery/pkg/api/validate/errors.go
 * (FilterCoveredHandwrittenErrors).
 */
export function reportErrors(
  errors: readonly FieldError[],
  storageKey: string,
  version: KubernetesVersion,
): readonly FieldError[] {
  const ofVersion = declaredFields[version];
  if (ofVersion === undefined || errors.length === 0) return errors;
  const declared = ofVersion[storageKey] ?? [];
  const unique = [...new Map(errors.map((error) => [`${error.field}: ${error.message}`, error])).values()];
  const isDeclared = (error: FieldError): boolean => declared.some((field) => covers(field, error));
  return [
    ...unique.filter((error) => !isDeclared(error)),
    ...declared.flatMap((field) => unique.filter((error) => covers(field, error)).map((error) => field.report(error))),
  ];
}

function covers({ field, replaces }: DeclaredField, error: FieldError): boolean {
  return error.field.replaceAll(/\[\d+\]/g, "[*]") === field && replaces(error);
}
