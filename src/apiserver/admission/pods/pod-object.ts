/** Pods as plugins see them: decoding has already checked the types of the fields named here. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes } from "../../resource.js";

export interface Pod extends ApiObject {
  spec: PodSpec;
}

export interface PodSpec extends JsonObject {
  serviceAccountName?: string;
  /** The old name of `serviceAccountName`. */
  serviceAccount?: string;
  automountServiceAccountToken?: boolean;
  imagePullSecrets?: JsonObject[];
  volumes?: Volume[];
  containers?: Container[];
  initContainers?: Container[];
  tolerations?: Toleration[];
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: string;
}

export interface Volume extends JsonObject {
  name?: string;
}

export interface Container extends JsonObject {
  name?: string;
  volumeMounts?: VolumeMount[];
}

export interface VolumeMount extends JsonObject {
  name?: string;
  mountPath?: string;
}

export interface Toleration extends JsonObject {
  key?: string;
  operator?: string;
  effect?: string;
  tolerationSeconds?: number;
}

/** Returns the pod that a request for pods themselves writes. */
export function writtenPod({ resource, subresource, object }: AdmissionAttributes): Pod | undefined {
  if (resource.group !== "" || resource.resource !== "pods" || subresource !== "" || object === undefined) {
    return undefined;
  }
  if (object["spec"] === undefined) object["spec"] = {};
  return object as Pod; // of the resource's kind
}

export function createdPod(attributes: AdmissionAttributes): Pod | undefined {
  return attributes.operation === "CREATE" ? writtenPod(attributes) : undefined;
}

/** Returns whether the pod is a mirror pod, which the kubelet owns and plugins do not change. */
export function isMirrorPod({ metadata }: Pod): boolean {
  return metadata.annotations?.["kubernetes.io/config.mirror"] !== undefined;
}
