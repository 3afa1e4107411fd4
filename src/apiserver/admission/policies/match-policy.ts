/** Source: k8s.io/apiserver/pkg/admission/plugin/policy/matching/matching.go. */
import type { MatchResources } from "../../../k8s/admissionregistration/v1.js";
import type { AdmissionAttributes, ServedResource } from "../../resource.js";
import { StatusError } from "../../status-error.js";
import type { AdmissionParts } from "../admission-parts.js";
import { matchNamespace, matchObject } from "../matching/object-match.js";
import { findMatch } from "../matching/resource-rules.js";

/** Undefined where a policy or a binding is not for a write. A fault is thrown. */
export function matchResources(
  {
    namespaceSelector,
    objectSelector,
    resourceRules = [],
    excludeResourceRules = [],
    matchPolicy = "Equivalent",
  }: MatchResources,
  attributes: AdmissionAttributes,
  { objects, resources }: AdmissionParts,
): ServedResource | undefined {
  const inNamespace = matchNamespace(namespaceSelector, attributes, objects);
  if (inNamespace === "no" || matchObject(objectSelector, attributes) === "no") return undefined;
  if (findMatch(excludeResourceRules, attributes, matchPolicy, resources) !== undefined) return undefined;
  const matched =
    resourceRules.length === 0 ? attributes.resource : findMatch(resourceRules, attributes, matchPolicy, resources);
  if (matched !== undefined && inNamespace instanceof StatusError) throw inNamespace;
  return matched;
}
