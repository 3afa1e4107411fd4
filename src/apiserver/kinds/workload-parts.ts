/** What kinds that make pods from a template share. */
import type { Json, JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { numberOf, objectOf, objectsOf, textOf } from "../json-fields.js";
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
export function generationOfSpec(object: ApiObject): Json | undefined {
  return object["spec"];
}

/** A name that is no DNS label is warned of: pods' names, and their hosts', begin with it. */
export function nameMakesPodNames({ metadata }: ApiObject, old: ApiObject | undefined): string[] {
  const faults = old === undefined ? checkDns1123Label(metadata.name ?? "") : [];
  if (faults.length === 0) return [];
  const rule =
    "this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended";
  return [`metadata.name: ${rule}: [${faults.join(" ")}]`];
}

export const scaleOfSpec: ScaleSubresource = {
  type: "scale",
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".spec.selector",
};

/** A number of the status or the spec, as a cell of a table. */
export function count(object: JsonObject | undefined, name: string): number {
  return numberOf(object, name) ?? 0;
}

/** Names and images of a template's containers, as `kubectl get -o wide` shows them. */
export function containerCells(template: JsonObject | undefined): [names: string, images: string] {
  const containers = objectsOf(objectOf(template, "spec"), "containers");
  const list = (field: string): string => containers.map((container) => textOf(container, field)).join(",");
  return [list("name"), list("image")];
}

/** Labels as text: `a=b,c=d`. */
export function showLabels(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return parts.length === 0 ? "<none>" : parts.toSorted().join(",");
}

/** At `spec.template`, for most kinds. */
export function templateOf(object: ApiObject): JsonObject | undefined {
  return objectOf(specOf(object), "template");
}
