/** The API server's rules for rules. Source: k8s.io/kubernetes/pkg/apis/admissionregistration/validation (validateRule). */
import { nearest } from "../../core/suggest.js";
import type { Rule, WebhookFault } from "./draft.js";

const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT", "*"];

export function checkRule(rule: Rule): WebhookFault[] {
  return [
    ...checkOperations(rule.operations),
    ...checkList("groups", rule.groups),
    ...checkList("versions", rule.versions),
    ...checkResources(rule.resources),
  ];
}

function checkOperations(given: readonly string[]): WebhookFault[] {
  const unknown = given.filter((verb) => !operations.includes(verb));
  return [
    ...unknown.map((verb) => {
      const near = nearest(verb, operations);
      const hint = `${near === undefined ? "" : `Did you mean ${near.toLowerCase()}? `}One of create, update, delete, connect, *.`;
      return { message: `unknown verb ${JSON.stringify(verb.toLowerCase())}`, hint };
    }),
    ...checkList("verbs", given),
  ];
}

function checkList(name: string, values: readonly string[]): WebhookFault[] {
  if (values.length === 0) return [{ message: `${name} is empty`, hint: `Leave ${name} out, or name at least one.` }];
  if (name !== "groups" && values.includes(""))
    return [{ message: `${name} has an empty text in it`, hint: "Remove it." }];
  if (values.length === 1 || !values.includes("*")) return [];
  return [{ message: `${name}: * is all of them, and others stand beside it`, hint: `Write ${name}=*` }];
}

function checkResources(resources: readonly string[]): WebhookFault[] {
  if (resources.length === 0) return [{ message: "resources is empty", hint: "For example: resources=pods" }];
  const faults: WebhookFault[] = [];
  const wildcards = new Set<string>();
  for (const resource of resources) {
    if (resource === "") faults.push({ message: "resources has an empty text in it", hint: "Remove it." });
    const [name = "", sub] = resource.split("/", 2);
    if (sub === undefined) continue;
    const cover = [`${name}/*`, `*/${sub}`].find((wildcard) => wildcards.has(wildcard));
    if (cover !== undefined)
      faults.push({ message: `resources: ${cover} covers ${resource}`, hint: `Remove ${resource}.` });
    if (name === "*" || sub === "*") wildcards.add(resource);
  }
  if (resources.length > 1 && resources.includes("*/*")) {
    faults.push({ message: "resources: */* is all of them, and others stand beside it", hint: "Write resources=*/*" });
  }
  // Kubernetes looks at the last one without a subresource only; whichever it is, the others say nothing.
  if (resources.includes("*") && resources.some((each) => each !== "*" && each !== "" && !each.includes("/"))) {
    faults.push({ message: "resources: * is all of them, and others stand beside it", hint: "Write resources=*" });
  }
  return faults;
}
