/** Source: validateExtra in k8s.io/apiserver/pkg/endpoints/filters/impersonation/mode.go. */
import { quoteText } from "../../core/go-text.js";
import { checkDns1123Subdomain } from "../kinds/validation/names.js";

/** Returns why the extra of a user cannot be impersonated by a constrained verb. */
export function extraFault(extra: Readonly<Record<string, readonly string[]>>): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    const fault = keyFault(key) ?? valuesFault(values);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function keyFault(key: string): string | undefined {
  if (key === "") return "impersonating the empty string key in extra is not allowed";
  const faults = pathFaults(key);
  if (faults.length > 0) return `impersonating an invalid key in extra is not allowed: ${joined(faults)}`;
  if (key !== key.toLowerCase()) {
    return `impersonating a non-lowercase key in extra is not allowed: ${quoteText(key)}`;
  }
  return undefined;
}

function valuesFault(values: readonly string[]): string | undefined {
  if (values.length === 0) return "impersonating empty values in extra is not allowed";
  return values.includes("") ? "impersonating the empty string value in extra is not allowed" : undefined;
}

/** Source: IsDomainPrefixedPath in k8s.io/apimachinery/pkg/util/validation/validation.go. */
function pathFaults(key: string): string[] {
  const fault = (value: string, detail: string): string => `extra.key: Invalid value: ${quoteText(value)}: ${detail}`;
  const slash = key.indexOf("/");
  const [host, path] = [key.slice(0, Math.max(slash, 0)), key.slice(slash + 1)];
  if (host === "" || path === "") return [fault(key, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  const form = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  const isPath = new RegExp(`^${form}$`).test(path);
  return [
    ...checkDns1123Subdomain(host).map((each) => fault(host, each)),
    ...(isPath ? [] : [fault(path, `Invalid path (regex used for validation is '${form}')`)]),
  ];
}

/** Joins errors as Go's aggregates do. */
function joined(faults: readonly string[]): string {
  const [first = ""] = faults;
  return faults.length === 1 ? first : `[${faults.join(", ")}]`;
}
