/** The functions that kinds with a pod template share. */
import type { Json, JsonObject } from "../../core/json.js";
import { type ApiObject, numberOf, objectOf, objectsOf, textOf } from "../api-object.js";
import type { ScaleSubresource } from "../resource.js";
import { checkDns1123Label } from "./validation/names.js";

export function specOf(object: ApiObject): JsonObject {
  return objectOf(object, "spec") ?? {};
}

export function statusOf(object: ApiObject): JsonObject {
  return objectOf(object, "status") ?? {};
}

/** Reports whether a condition is true. */
export function hasCondition(status: JsonObject, type: string): boolean {
  return objectsOf(status, "conditions").some((each) => textOf(each, "type") === type && each["status"] === "True");
}

/** The generation changes with the spec. */
export function generationOfSpec(object: ApiObject): Json {
  return object["spec"] ?? null;
}

/** Warns about a name that is not a DNS label. `uses`: the names that contain it and should be DNS labels. */
export function nameWarnings({ metadata }: ApiObject, uses: string): string[] {
  const faults = checkDns1123Label(metadata.name ?? "");
  if (faults.length === 0) return [];
  const rule = `this is used in ${uses}, which can result in surprising behavior; a DNS label is recommended`;
  return [`metadata.name: ${rule}: [${faults.join(" ")}]`];
}

/** The names and hostnames of pods begin with the name of the object that creates them. */
export function nameMakesPodNames(object: ApiObject, old: ApiObject | undefined): string[] {
  return old === undefined ? nameWarnings(object, "Pod names and hostnames") : [];
}

export const scaleOfSpec: ScaleSubresource = {
  type: "scale",
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".spec.selector",
};

/** Returns a number in the status or spec. A missing number is 0. */
export function count(object: JsonObject | undefined, name: string): number {
  return numberOf(object, name) ?? 0;
}

/** Returns `spec.template`, which most kinds have. */
export function templateOf(object: ApiObject): JsonObject | undefined {
  return objectOf(specOf(object), "template");
}
