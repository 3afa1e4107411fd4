/** The forms of names that the API server requires. Source: k8s.io/apimachinery/pkg/util/validation/validation.go. */

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const qualified = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

/** Returns whether a text is an RFC 1123 label, which Kubernetes requires for names of namespaces and Services. */
export function isLabel(text: string): boolean {
  return text.length <= 63 && label.test(text);
}

/** Returns whether a text is an RFC 1123 subdomain, which Kubernetes requires for names of most objects. */
export function isSubdomain(text: string): boolean {
  return text.length <= 253 && subdomain.test(text);
}

/** Returns whether a text is a subdomain that is also valid in DNS: each part of it is a label. */
export function isDomain(text: string): boolean {
  return text.length <= 253 && text.split(".").every(isLabel);
}

/**
 * Returns whether a text is a key of a label, a name of a match condition, or a finalizer: `example.com/name`, or without the
 * domain.
 */
export function isQualifiedName(text: string): boolean {
  const [name = "", prefix, ...others] = text.split("/").toReversed();
  const isName = name.length <= 63 && qualified.test(name);
  return isName && others.length === 0 && (prefix === undefined || isSubdomain(prefix));
}

/** Returns whether a text is a key of an annotation, in which the API server ignores case. */
export function isAnnotationKey(text: string): boolean {
  return isQualifiedName(text.toLowerCase());
}

export function isLabelValue(text: string): boolean {
  return text === "" || (text.length <= 63 && qualified.test(text));
}
