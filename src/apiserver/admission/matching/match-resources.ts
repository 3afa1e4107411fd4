/**
 * Decides whether a webhook, a policy or a binding matches a write.
 * Source: k8s.io/apiserver/pkg/admission/plugin/{policy/matching/matching.go,
 * webhook/predicates/{namespace,object}/matcher.go}.
 */
import { isJsonObject } from "../../../core/json.js";
import type { MatchResources } from "../../../k8s/admissionregistration/v1.js";
import type { LabelSelector } from "../../../k8s/meta/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes, ServedResource, StoredObjects } from "../../resource.js";
import { isEmptySelector, selects, type Labels } from "../../selectors/selected-labels.js";
import { notFoundError } from "../../status-error.js";
import type { AdmissionParts } from "../admission-parts.js";
import { isNamespaceResource, namespaceOf } from "../request-target.js";
import { findMatch } from "./resource-rules.js";

/**
 * Returns the resource that a write matches; undefined if it does not match.
 *
 * @throws StatusError 404 if the namespace does not exist
 */
export function matchResources(
  {
    namespaceSelector = {},
    objectSelector = {},
    resourceRules = [],
    excludeResourceRules = [],
    matchPolicy = "Equivalent",
  }: MatchResources,
  attributes: AdmissionAttributes,
  { objects, resources }: AdmissionParts,
): ServedResource | undefined {
  const namespace = namespaceOf(attributes);
  const isOfAll = namespace === "" || isEmptySelector(namespaceSelector);
  const labels: Labels | undefined = isOfAll ? {} : namespaceLabels(namespace, attributes, objects);
  if (!isOfAll && labels !== undefined && !selects(namespaceSelector, labels)) return undefined;
  if (!matchesObject(objectSelector, attributes)) return undefined;
  if (findMatch(excludeResourceRules, attributes, matchPolicy, resources) !== undefined) return undefined;
  const matched =
    resourceRules.length === 0 ? attributes.resource : findMatch(resourceRules, attributes, matchPolicy, resources);
  // A missing namespace matters only if everything else matches.
  if (matched !== undefined && labels === undefined) throw notFoundError(namespaceTarget, namespace);
  return matched;
}

const namespaceTarget = { group: "", resource: "namespaces" };

function namespaceLabels(name: string, attributes: AdmissionAttributes, objects: StoredObjects): Labels | undefined {
  const { resource, subresource, operation, object } = attributes;
  const isWritten = isNamespaceResource(resource) && subresource === "" && operation !== "DELETE";
  if (isWritten && object !== undefined) return object.metadata.labels ?? {};
  const stored = objects.get("namespaces", "", name);
  return stored === undefined ? undefined : (stored.metadata.labels ?? {});
}

function matchesObject(selector: LabelSelector, { object, oldObject }: AdmissionAttributes): boolean {
  // The options of a connection have no metadata.
  const isSelected = (each: ApiObject | undefined): boolean =>
    isJsonObject(each?.["metadata"]) && selects(selector, each.metadata.labels);
  return isEmptySelector(selector) || isSelected(object) || isSelected(oldObject);
}
