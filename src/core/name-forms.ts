/** The forms of names that the API server demands. Source: k8s.io/apimachinery/pkg/util/validation/validation.go. */

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const qualified = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

/** RFC 1123, as Kubernetes has it for names of namespaces and Services. */
export function isLabel(text: string): boolean {
  return text.length <= 63 && label.test(text);
}

/** RFC 1123, as Kubernetes has it for names of most objects. */
export function isSubdomain(text: string): boolean {
  return text.length <= 253 && subdomain.test(text);
}

/** A subdomain that a name server could know too: each part of it is a label. */
export function isDomain(text: string): boolean {
  return text.length <= 253 && text.split(".").every(isLabel);
}

/** Keys of labels, names of match conditions, finalizers: `example.com/name`, or without the domain. */
export function isQualifiedName(text: string): boolean {
  const [name = "", prefix, ...others] = text.split("/").toReversed();
  const isName = name.length <= 63 && qualified.test(name);
  return isName && others.length === 0 && (prefix === undefined || isSubdomain(prefix));
}

/** The API server does not distinguish capitals in the key of an annotation. */
export function isAnnotationKey(text: string): boolean {
  return isQualifiedName(text.toLowerCase());
}

export function isLabelValue(text: string): boolean {
  return text === "" || (text.length <= 63 && qualified.test(text));
}
