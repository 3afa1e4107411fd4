/** Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateRuleWithOperations). */
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { textsOf } from "../../json-fields.js";

const operations = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const scopes = ["*", "Cluster", "Namespaced"];

export function validateRule(rule: JsonObject, path: string): FieldError[] {
  const given = textsOf(rule, "operations");
  const { scope } = rule;
  return [
    ...validateList(rule, "operations", "operations", path),
    ...given.flatMap((operation, index) =>
      operations.includes(operation) ? [] : [notSupported(`${path}.operations[${index}]`, operation, operations)],
    ),
    ...validateList(rule, "apiGroups", "API groups", path),
    ...validateList(rule, "apiVersions", "API versions", path),
    ...textsOf(rule, "apiVersions").flatMap((version, index) =>
      version === "" ? [required(`${path}.apiVersions[${index}]`)] : [],
    ),
    ...validateResources([...textsOf(rule, "resources")], `${path}.resources`),
    ...(typeof scope === "string" && !scopes.includes(scope) ? [notSupported(`${path}.scope`, scope, scopes)] : []),
  ];
}

function validateList(rule: JsonObject, name: string, shown: string, path: string): FieldError[] {
  const values = [...textsOf(rule, name)];
  if (values.length === 0) return [required(`${path}.${name}`)];
  if (values.length === 1 || !values.includes("*")) return [];
  return [invalid(`${path}.${name}`, values, `if '*' is present, must not specify other ${shown}`)];
}

function validateResources(resources: string[], path: string): FieldError[] {
  const faults = resources.length === 0 ? [required(path)] : [];
  const allSubresources = new Set<string>();
  const ofAllResources = new Set<string>();
  let hasPlain = false;
  for (const [index, resource] of resources.entries()) {
    const at = `${path}[${index}]`;
    if (resource === "") {
      faults.push(required(at));
      continue;
    }
    const slash = resource.indexOf("/");
    if (slash < 0) {
      hasPlain = resource !== "*"; // of the last one: so it is in Kubernetes
      continue;
    }
    const [name, sub] = [resource.slice(0, slash), resource.slice(slash + 1)];
    const clash = (wildcard: string): FieldError =>
      invalid(at, resource, `if '${wildcard}' is present, must not specify ${resource}`);
    if (allSubresources.has(name)) faults.push(clash(`${name}/*`));
    if (ofAllResources.has(sub)) faults.push(clash(`*/${sub}`));
    if (sub === "*") allSubresources.add(name);
    if (name === "*") ofAllResources.add(sub);
  }
  if (resources.length > 1 && resources.includes("*/*")) {
    faults.push(invalid(path, resources, "if '*/*' is present, must not specify other resources"));
  }
  if (resources.includes("*") && hasPlain) {
    const detail = "if '*' is present, must not specify other resources without subresources";
    faults.push(invalid(path, resources, detail));
  }
  return faults;
}
