/** The data of a ControllerRevision: a patch that sets the template. */
import { compareText } from "../../../core/compare-text.js";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import type { ControllerRevision } from "../../../k8s/apps/v1.js";
import type { PodTemplateSpec } from "../../../k8s/core/v1.js";
import type { Stored } from "./kind-objects.js";

interface TemplatePatch {
  readonly spec?: { readonly template?: PodTemplateSpec & { $patch?: string } };
}

/** The keys are in order, as Go prints them: clients compare the bytes with those of the template. */
export function templateData(template: PodTemplateSpec): JsonObject {
  const patch: TemplatePatch = { spec: { template: { ...template, $patch: "replace" } } };
  return inOrder(patch as JsonObject) as JsonObject; // an object stays one
}

function inOrder(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((each) => inOrder(each) ?? null);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).toSorted(([left], [right]) => compareText(left, right));
  return Object.fromEntries(members.map(([key, member]) => [key, inOrder(member)]));
}

/** Returns the template in a revision; undefined if the revision has none. */
export function templateOf({ data }: Stored<ControllerRevision>): PodTemplateSpec | undefined {
  const { template } = (data as TemplatePatch | undefined)?.spec ?? {}; // written by `templateData`
  if (template === undefined) return undefined;
  const copy = { ...template };
  delete copy.$patch;
  return copy;
}
