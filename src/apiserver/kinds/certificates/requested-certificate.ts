/** What Pods and PodCertificateRequests ask of a certificate. Source: pkg/apis/core/validation/validation.go, names.go. */
import { type FieldError, invalid, required, tooLong } from "../../../core/field-error.js";
import { checkQualifiedName } from "../validation/names.js";

const mostAnnotationBytes = 256 * 1024;

export function validateUserAnnotations(annotations: Readonly<Record<string, string>>, path: string): FieldError[] {
  const entries = Object.entries(annotations);
  const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return [
    ...entries.flatMap(([key]) => validateKeyOfDomain(key.toLowerCase(), path)),
    ...(size > mostAnnotationBytes ? [tooLong(path, mostAnnotationBytes)] : []),
  ];
}

/** Source: k8s.io/apimachinery/pkg/util/validation/validation.go (IsDomainPrefixedKey). */
function validateKeyOfDomain(key: string, path: string): FieldError[] {
  if (key === "") return [required(path)];
  const faults = checkQualifiedName(key).map((fault) => invalid(path, key, fault));
  if (faults.length > 0 || key.includes("/")) return faults;
  return [invalid(path, key, 'must be a domain-prefixed key (such as "acme.io/foo")')];
}

const hour = 60 * 60;
/** The longest life of a certificate of Kubernetes' own signers, in seconds. */
export const longestOfKubernetes = 24 * hour;

/** The range of `maxExpirationSeconds` for a signer. */
export function certificateLife(signer: string): { readonly shortest: number; readonly longest: number } {
  const [domain = ""] = signer.split("/");
  const isOfKubernetes = /(?:^|\.)kubernetes\.io$/.test(domain);
  return { shortest: hour, longest: isOfKubernetes ? longestOfKubernetes : 91 * 24 * hour };
}
