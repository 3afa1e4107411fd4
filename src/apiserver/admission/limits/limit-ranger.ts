/** Source: k8s.io/kubernetes/plugin/pkg/admission/limitranger/admission.go. */
import { joinErrors } from "../../../core/go-text.js";
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, ensureObject, objectOf, objectsOf, textOf } from "../../api-object.js";
import { type AdmissionAttributes, type AdmissionPlugin, storageKeyOf, type StoredObjects } from "../../resource.js";
import { type Amounts, readAmounts } from "../../types/amount.js";
import { admissionForbidden } from "../request-target.js";
import { isPodLevel, withPodLevel } from "../pods/pod-amounts.js";
import { exceeds, type Measure } from "./constraints.js";
import { setDefaultResources } from "./default-resources.js";

/** Checks pods and claims against the LimitRanges of their namespace, and sets the ranges' defaults on containers. */
export function limitRanger(objects: StoredObjects): AdmissionPlugin {
  return {
    mutate: (attributes) => {
      const { object } = attributes;
      if (object !== undefined && isLimited(attributes) && attributes.resource.resource === "pods") {
        for (const range of rangesOf(attributes, objects)) setDefaultResources(object, range);
      }
    },
    validate: (attributes) => {
      const { object } = attributes;
      if (object === undefined || !isLimited(attributes)) return;
      for (const range of rangesOf(attributes, objects)) {
        const faults = findFaults(object, range, attributes.resource.resource);
        if (faults.length > 0) throw admissionForbidden(attributes, joinErrors(faults));
      }
    },
  };
}

/** Returns whether limits apply: never to an object that is being deleted. */
function isLimited({ operation, resource, subresource, oldObject }: AdmissionAttributes): boolean {
  if (resource.group !== "" || oldObject?.metadata.deletionTimestamp !== undefined) return false;
  if (resource.resource === "pods") {
    return subresource === "resize" ? operation === "UPDATE" : subresource === "" && operation === "CREATE";
  }
  const isWritten = operation === "CREATE" || operation === "UPDATE";
  return resource.resource === "persistentvolumeclaims" && subresource === "" && isWritten;
}

function rangesOf({ namespace }: AdmissionAttributes, objects: StoredObjects): readonly ApiObject[] {
  return objects.list(storageKeyOf("", "limitranges"), namespace);
}

function findFaults(object: ApiObject, range: ApiObject, resource: string): string[] {
  const spec = ensureObject(object, "spec");
  return objectsOf(objectOf(range, "spec"), "limits").flatMap((limit) => {
    const type = textOf(limit, "type");
    return measuresOf(spec, type, resource).flatMap((measure) => exceeds(limit, type, measure));
  });
}

function measuresOf(spec: JsonObject, type: string, resource: string): Measure[] {
  if (resource === "persistentvolumeclaims") {
    return type === "PersistentVolumeClaim" ? [{ requests: requirementsOf(spec).requests }] : [];
  }
  if (type === "Container") {
    return [...objectsOf(spec, "containers"), ...objectsOf(spec, "initContainers")].map(requirementsOf);
  }
  if (type !== "Pod") return [];
  const [requests, limits] = [withPodLevel(spec, "requests", isPodLevel), withPodLevel(spec, "limits", isPodLevel)];
  return [{ requests, limits }];
}

function requirementsOf(holder: JsonObject): { readonly requests: Amounts; readonly limits: Amounts } {
  const resources = objectOf(holder, "resources");
  return { requests: readAmounts(resources, "requests"), limits: readAmounts(resources, "limits") };
}
