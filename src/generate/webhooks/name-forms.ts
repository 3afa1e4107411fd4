/** The forms of names that the API server demands of parts of a webhook configuration. */

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = new RegExp(String.raw`^${label}(\.${label})*$`);
const qualified = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

/** RFC 1123, as Kubernetes has it for names of objects. */
export function isSubdomain(text: string): boolean {
  return text.length <= 253 && subdomain.test(text);
}

/** Keys of labels, names of match conditions: `example.com/name`, or without the domain. */
export function isQualifiedName(text: string): boolean {
  const [name = "", prefix, ...others] = text.split("/").toReversed();
  const isName = name.length <= 63 && qualified.test(name);
  return isName && others.length === 0 && (prefix === undefined || isSubdomain(prefix));
}

export function isLabelValue(text: string): boolean {
  return text === "" || (text.length <= 63 && qualified.test(text));
}
