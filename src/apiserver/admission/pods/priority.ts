/** Source: k8s.io/kubernetes/plugin/pkg/admission/priority/admission.go. */
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes, AdmissionPlugin, StoredObjects } from "../../resource.js";
import { admissionForbidden } from "../request-target.js";
import { writtenPod, type Pod } from "./pod-object.js";

/** Sets a pod's priority to that of its class, which must exist. */
export function priority(objects: StoredObjects): AdmissionPlugin {
  return {
    mutate: (attributes) => {
      const pod = writtenPod(attributes);
      if (pod !== undefined && attributes.operation === "CREATE") setPriority(pod, attributes, objects);
      if (pod !== undefined && attributes.operation === "UPDATE") keepPriority(pod, attributes);
    },
    validate: (attributes) => {
      refuseSecondDefault(attributes, objects);
    },
  };
}

interface PriorityClass extends ApiObject {
  value?: number;
  globalDefault?: boolean;
  preemptionPolicy?: string;
}

const storageKey = "scheduling.k8s.io/priorityclasses";

function setPriority({ spec }: Pod, attributes: AdmissionAttributes, objects: StoredObjects): void {
  const { priorityClassName = "" } = spec;
  const found = priorityClassName === "" ? defaultClass(objects) : objects.get(storageKey, "", priorityClassName);
  if (found === undefined && priorityClassName !== "") {
    throw admissionForbidden(attributes, `no PriorityClass with name ${priorityClassName} was found`);
  }
  const { value = 0, preemptionPolicy = "PreemptLowerPriority", metadata }: Partial<PriorityClass> = found ?? {};
  if (spec.priority !== undefined && spec.priority !== value) {
    const why = `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;
    throw admissionForbidden(attributes, why);
  }
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    const why = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`;
    throw admissionForbidden(attributes, why);
  }
  if (metadata?.name !== undefined) spec.priorityClassName = metadata.name;
  spec.priority = value;
  spec.preemptionPolicy = preemptionPolicy;
}

function keepPriority({ spec }: Pod, { oldObject }: AdmissionAttributes): void {
  const { priority: value, preemptionPolicy } = (oldObject as Pod | undefined)?.spec ?? {};
  if (spec.priority === undefined && value !== undefined) spec.priority = value;
  if (spec.preemptionPolicy === undefined && preemptionPolicy !== undefined) spec.preemptionPolicy = preemptionPolicy;
}

/** Returns the default class: of several, the one with the lowest value. */
function defaultClass(objects: StoredObjects): PriorityClass | undefined {
  const defaults = objects.list(storageKey).filter((each: PriorityClass) => each.globalDefault === true);
  return defaults.toSorted((left: PriorityClass, right: PriorityClass) => (left.value ?? 0) - (right.value ?? 0))[0];
}

function refuseSecondDefault(attributes: AdmissionAttributes, objects: StoredObjects): void {
  const { resource, subresource, operation, name } = attributes;
  if (resource.storageKey !== storageKey || subresource !== "" || operation === "DELETE") return;
  const written: PriorityClass | undefined = attributes.object;
  if (written?.globalDefault !== true) return;
  const first = defaultClass(objects)?.metadata.name;
  if (first === undefined || (operation === "UPDATE" && first === name)) return;
  const why = `PriorityClass ${first} is already marked as default. Only one default can exist`;
  throw admissionForbidden(attributes, why);
}
