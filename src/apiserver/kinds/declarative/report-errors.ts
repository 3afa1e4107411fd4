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
  const unique = [
    ...new Map(outsideContexts(errors).map((error) => [`${error.field}: ${error.message}`, error])).values(),
  ];
  const isDeclared = (error: FieldError): boolean => declared.some((field) => covers(field, error));
  return [
    ...unique.filter((error) => !isDeclared(error)),
    ...declared.flatMap((field) => unique.filter((error) => covers(field, error)).map((error) => field.report(error))),
  ];
}

/**
 * Since 1.36, `shareProcessNamespace` is a field of the pod's spec in the internal type, too: its error has another path, and
 * follows those of the security context.
 */
function outsideContexts(errors: readonly FieldError[]): readonly FieldError[] {
  const inside = ".securityContext.shareProcessNamespace";
  const place = errors.findIndex(({ field }) => field.endsWith(inside));
  const found = errors[place];
  if (found === undefined) return errors;
  const spec = found.field.slice(0, -inside.length);
  const last = errors.findLastIndex(({ field }) => field.startsWith(`${spec}.securityContext.`));
  const others = errors.toSpliced(place, 1);
  return outsideContexts(others.toSpliced(last, 0, { ...found, field: `${spec}.shareProcessNamespace` }));
}

function covers({ field, replaces }: DeclaredField, error: FieldError): boolean {
  return error.field.replaceAll(/\[\d+\]/g, "[*]") === field && replaces(error);
}
