/**
 * Whether the namespace and the labels of what is written are those that a webhook or a policy is for.
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/{namespace,object}/matcher.go.
 */
import type { LabelSelector } from "../../../k8s/meta/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes, StoredObjects } from "../../resource.js";
import { notFoundError, type StatusError } from "../../status-error.js";
import { isNamespaceResource, namespaceOf } from "../request-target.js";
import { isEmptySelector, selects, type Labels } from "../../selectors/selected-labels.js";

/** The fault counts only where everything else matches. */
export type ObjectMatch = "yes" | "no" | StatusError;

export function matchNamespace(
  selector: LabelSelector = {},
  attributes: AdmissionAttributes,
  objects: StoredObjects,
): ObjectMatch {
  const name = namespaceOf(attributes);
  if (name === "" || isEmptySelector(selector)) return "yes";
  const labels = namespaceLabels(name, attributes, objects);
  if (labels === undefined) return notFoundError({ group: "", resource: "namespaces" }, name);
  return selects(selector, labels) ? "yes" : "no";
}

function namespaceLabels(name: string, attributes: AdmissionAttributes, objects: StoredObjects): Labels | undefined {
  const { resource, subresource, operation, object } = attributes;
  const isWritten = isNamespaceResource(resource) && subresource === "" && operation !== "DELETE";
  if (isWritten && object !== undefined) return object.metadata.labels ?? {};
  const stored = objects.get("namespaces", "", name);
  return stored === undefined ? undefined : (stored.metadata.labels ?? {});
}

export function matchObject(selector: LabelSelector = {}, { object, oldObject }: AdmissionAttributes): "yes" | "no" {
  if (isEmptySelector(selector)) return "yes";
  const isSelected = (each: ApiObject | undefined): boolean =>
    each !== undefined && selects(selector, each.metadata.labels);
  return isSelected(object) || isSelected(oldObject) ? "yes" : "no";
}
