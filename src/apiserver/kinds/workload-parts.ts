/** What kinds that make pods from a template share. */
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

/** Whether a condition is true. */
export function hasCondition(status: JsonObject, type: string): boolean {
  return objectsOf(status, "conditions").some((each) => textOf(each, "type") === type && each["status"] === "True");
}

/** The generation moves with the spec. */
export function generationOfSpec(object: ApiObject): Json {
  return object["spec"] ?? null;
}

/** A name that is no DNS label is warned of: `uses` of it have to be one. */
export function nameWarnings({ metadata }: ApiObject, uses: string): string[] {
  const faults = checkDns1123Label(metadata.name ?? "");
  if (faults.length === 0) return [];
  const rule = `this is used in ${uses}, which can result in surprising behavior; a DNS label is recommended`;
  return [`metadata.name: ${rule}: [${faults.join(" ")}]`];
}

/** Pods' names, and their hosts', begin with the name of what makes them. */
export function nameMakesPodNames(object: ApiObject, old: ApiObject | undefined): string[] {
  return old === undefined ? nameWarnings(object, "Pod names and hostnames") : [];
}

export const scaleOfSpec: ScaleSubresource = {
  type: "scale",
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".spec.selector",
};

/** A number of the status or the spec; one that is absent is 0. */
export function count(object: JsonObject | undefined, name: string): number {
  return numberOf(object, name) ?? 0;
}

/** At `spec.template`, for most kinds. */
export function templateOf(object: ApiObject): JsonObject | undefined {
  return objectOf(specOf(object), "template");
}
