import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid, notSupported, required, tooLong } from "../../../core/field-error.js";
import { objectOf, textOf } from "../../json-fields.js";
import { checkDns1123Subdomain, nameIsDnsLabel, nameIsPathSegment } from "../validation/names.js";

const maxControllerLength = 250;
const scopes = ["Cluster", "Namespace"];

export function validateIngressClass(object: ApiObject): FieldError[] {
  const spec = objectOf(object, "spec");
  const controller = textOf(spec, "controller");
  return [
    ...(Buffer.byteLength(controller) > maxControllerLength ? [tooLong("spec.controller", maxControllerLength)] : []),
    ...validateDomainPath(controller, "spec.controller"),
    ...validateParameters(spec === undefined ? undefined : objectOf(spec, "parameters")),
  ];
}

/** Source: k8s.io/apimachinery/pkg/util/validation/validation.go (IsDomainPrefixedPath). */
function validateDomainPath(value: string, path: string): FieldError[] {
  if (value === "") return [required(path)];
  const slash = value.indexOf("/");
  if (slash <= 0 || slash === value.length - 1) {
    return [invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const [host, rest] = [value.slice(0, slash), value.slice(slash + 1)];
  const faults = checkDns1123Subdomain(host).map((fault) => invalid(path, host, fault));
  const allowed = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  if (new RegExp(`^${allowed}$`).test(rest)) return faults;
  return [...faults, invalid(path, rest, `Invalid path (regex used for validation is '${allowed}')`)];
}

function validateParameters(parameters: ReturnType<typeof objectOf>): FieldError[] {
  if (parameters === undefined) return [];
  const path = "spec.parameters";
  const [group, kind, name] = ["apiGroup", "kind", "name"].map((each) => textOf(parameters, each));
  const scope = textOf(parameters, "scope");
  const namespace = textOf(parameters, "namespace");
  const faults: FieldError[] = [];
  if (parameters["apiGroup"] !== undefined) {
    faults.push(...checkDns1123Subdomain(group ?? "").map((fault) => invalid(`${path}.apiGroup`, group, fault)));
  }
  for (const [field, value = ""] of [
    ["kind", kind],
    ["name", name],
  ] as const) {
    if (value === "") faults.push(required(`${path}.${field}`));
    else faults.push(...nameIsPathSegment(value, false).map((fault) => invalid(`${path}.${field}`, value, fault)));
  }
  if (scope === "") return [...faults, required(`${path}.scope`)];
  if (!scopes.includes(scope)) faults.push(notSupported(`${path}.scope`, scope, scopes));
  if (scope === "Namespace") {
    if (namespace === "") {
      faults.push(required(`${path}.namespace`, "`parameters.scope` is set to 'Namespace'"));
    } else {
      faults.push(...nameIsDnsLabel(namespace, false).map((fault) => invalid(`${path}.namespace`, namespace, fault)));
    }
  } else if (scope === "Cluster" && parameters["namespace"] !== undefined) {
    faults.push(forbidden(`${path}.namespace`, "`parameters.scope` is set to 'Cluster'"));
  }
  return faults;
}
