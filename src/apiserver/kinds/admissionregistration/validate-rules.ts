/** Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateRuleWithOperations). */
import type { RuleWithOperations } from "../../../k8s/admissionregistration/v1.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { Json } from "../../../core/json.js";
import { textsOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";

/** `*` must be the only item. */
function wordsOf(
  field: "apiGroups" | "apiVersions" | "operations",
  noun: string,
): rule.Rule<RuleWithOperations, unknown> {
  const isAlone: rule.Demand<Json[]> = [
    (words) => words.length === 1 || !words.includes("*"),
    `if '*' is present, must not specify other ${noun}`,
  ];
  return rule.list(field, must.beSet(), isAlone);
}

export const operationRule: rule.Table<RuleWithOperations> = [
  wordsOf("operations", "operations"),
  rule.eachText("operations", must.beOneOf("*", "CONNECT", "CREATE", "DELETE", "UPDATE")),
  wordsOf("apiGroups", "API groups"),
  wordsOf("apiVersions", "API versions"),
  rule.eachText("apiVersions", must.beSet()),
  ({ object, path }) => validateResources([...textsOf(object, "resources")], `${path}.resources`),
  rule.textPointer("scope", must.beOneOf("*", "Cluster", "Namespaced")),
];

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
      hasPlain = resource !== "*"; // as in Kubernetes, the last resource decides
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
