/** Where the kinds that create pods have the pod's spec. */
import type { JsonObject } from "../../../core/json.js";
import { objectOf } from "../../api-object.js";

/** The path of the pod template in each kind that creates pods, by storage key. */
const templatePaths: Readonly<Record<string, readonly string[]>> = {
  replicationcontrollers: ["spec", "template"],
  podtemplates: ["template"],
  "apps/replicasets": ["spec", "template"],
  "apps/deployments": ["spec", "template"],
  "apps/statefulsets": ["spec", "template"],
  "apps/daemonsets": ["spec", "template"],
  "batch/jobs": ["spec", "template"],
  "batch/cronjobs": ["spec", "jobTemplate", "spec", "template"],
};

export function hasTemplate(storageKey: string): boolean {
  return Object.hasOwn(templatePaths, storageKey);
}

/** Returns the pod template of an object; undefined without one. */
export function podTemplateOf(storageKey: string, object: JsonObject): JsonObject | undefined {
  if (!hasTemplate(storageKey)) return undefined;
  return templatePaths[storageKey]?.reduce<JsonObject | undefined>((each, name) => objectOf(each, name), object);
}

/** Returns the spec of a pod, or of the template in an object. */
export function podSpecOf(storageKey: string, object: JsonObject): JsonObject | undefined {
  return objectOf(storageKey === "pods" ? object : podTemplateOf(storageKey, object), "spec");
}
