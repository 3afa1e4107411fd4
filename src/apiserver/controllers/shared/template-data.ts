/** The data of a ControllerRevision: a patch that sets the template. */
import { copyJson, type JsonObject } from "../../../core/json.js";
import type { ControllerRevision } from "../../../k8s/apps/v1.js";
import type { PodTemplateSpec } from "../../../k8s/core/v1.js";
import type { Stored } from "./kind-objects.js";

interface TemplatePatch {
  readonly spec?: { readonly template?: PodTemplateSpec & { $patch?: string } };
}

export function templateData(template: PodTemplateSpec): JsonObject {
  const patch: TemplatePatch = { spec: { template: { ...copyJson(template), $patch: "replace" } } };
  return patch as JsonObject;
}

/** Returns the template in a revision; undefined if the revision has none. */
export function templateOf({ data }: Stored<ControllerRevision>): PodTemplateSpec | undefined {
  const { template } = (data as TemplatePatch | undefined)?.spec ?? {}; // written by `templateData`
  if (template === undefined) return undefined;
  const copy = { ...template };
  delete copy.$patch;
  return copy;
}
