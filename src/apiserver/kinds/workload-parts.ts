/** What kinds that make pods from a template share. */
import type { Json, JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { numberOf, objectOf, objectsOf, textMapOf, textOf, textsOf } from "../json-fields.js";
import type { ScaleSubresource } from "../resource.js";
import { checkDns1123Label } from "./validation/names.js";

export function specOf(object: ApiObject): JsonObject {
  return objectOf(object, "spec") ?? {};
}

export function statusOf(object: ApiObject): JsonObject {
  return objectOf(object, "status") ?? {};
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

/** A LabelSelector as text: `a=b,c in (d,e),!f`. Source: k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go (FormatLabelSelector). */
export function showSelector(selector: JsonObject | undefined): string {
  if (selector === undefined) return "<none>";
  const labels = Object.entries(textMapOf(selector, "matchLabels")).map(([key, value]) => ({
    key,
    text: `${key}=${value}`,
  }));
  const expressions = objectsOf(selector, "matchExpressions").map((expression) => ({
    key: textOf(expression, "key"),
    text: showExpression(expression),
  }));
  const parts = [...labels, ...expressions].toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return parts.length === 0 ? "<none>" : parts.map(({ text }) => text).join(",");
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

function showExpression(expression: JsonObject): string {
  const key = textOf(expression, "key");
  const values = [...textsOf(expression, "values")].toSorted().join(",");
  switch (textOf(expression, "operator")) {
    case "In":
      return `${key} in (${values})`;
    case "NotIn":
      return `${key} notin (${values})`;
    case "Exists":
      return key;
    default:
      return `!${key}`;
  }
}
