/** Source: k8s.io/kubernetes/plugin/pkg/admission/runtimeclass/admission.go. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, objectOf, objectsOf, textMapOf } from "../../api-object.js";
import { type AdmissionAttributes, type AdmissionPlugin, storageKeyOf, type StoredObjects } from "../../resource.js";
import { isSameAmounts, readAmounts } from "../../types/amount.js";
import { admissionForbidden } from "../request-target.js";
import { mergeTolerations } from "./merge-tolerations.js";
import { createdPod, type Pod } from "./pod-object.js";

const storageKey = storageKeyOf("node.k8s.io", "runtimeclasses");
const mismatch = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const unfounded = "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";

/** Sets the overhead and the scheduling constraints of a pod's RuntimeClass. */
export function runtimeClass(objects: StoredObjects): AdmissionPlugin {
  return {
    mutate: (attributes) => {
      const pod = createdPod(attributes);
      const found = pod === undefined ? undefined : findClass(pod, attributes, objects);
      if (pod === undefined || found === undefined) return;
      setOverhead(pod, found, attributes);
      setScheduling(pod, found, attributes);
    },
    validate: (attributes) => {
      const pod = createdPod(attributes);
      if (pod !== undefined) checkOverhead(pod, findClass(pod, attributes, objects), attributes);
    },
  };
}

function findClass({ spec }: Pod, attributes: AdmissionAttributes, objects: StoredObjects): ApiObject | undefined {
  const name = spec["runtimeClassName"];
  if (typeof name !== "string") return undefined;
  const found = objects.get(storageKey, "", name);
  if (found === undefined) throw admissionForbidden(attributes, `pod rejected: RuntimeClass "${name}" not found`);
  return found;
}

function setOverhead({ spec }: Pod, found: ApiObject, attributes: AdmissionAttributes): void {
  const overhead = objectOf(found, "overhead");
  if (overhead === undefined) return;
  if (Object.keys(objectOf(spec, "overhead") ?? {}).length > 0 && !isSameOverhead(spec, overhead)) {
    throw admissionForbidden(attributes, mismatch);
  }
  spec["overhead"] = structuredClone(objectOf(overhead, "podFixed") ?? {});
}

function checkOverhead({ spec }: Pod, found: ApiObject | undefined, attributes: AdmissionAttributes): void {
  const overhead = objectOf(found, "overhead");
  if (overhead === undefined) {
    if (objectOf(spec, "overhead") !== undefined) throw admissionForbidden(attributes, unfounded);
  } else if (!isSameOverhead(spec, overhead)) {
    throw admissionForbidden(attributes, mismatch);
  }
}

function isSameOverhead(spec: JsonObject, overhead: JsonObject): boolean {
  return isSameAmounts(readAmounts(spec, "overhead"), readAmounts(overhead, "podFixed"));
}

function setScheduling({ spec }: Pod, found: ApiObject, attributes: AdmissionAttributes): void {
  const scheduling = objectOf(found, "scheduling");
  if (scheduling === undefined) return;
  const selector = { ...textMapOf(spec, "nodeSelector") };
  for (const [key, value] of Object.entries(textMapOf(scheduling, "nodeSelector"))) {
    const own = selector[key];
    if (own !== undefined && own !== value) {
      const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`;
      throw admissionForbidden(attributes, why);
    }
    selector[key] = value;
  }
  if (Object.keys(selector).length > 0) spec["nodeSelector"] = selector;
  const tolerations = mergeTolerations(spec.tolerations ?? [], objectsOf(scheduling, "tolerations"));
  if (tolerations.length > 0) spec.tolerations = structuredClone(tolerations);
}
