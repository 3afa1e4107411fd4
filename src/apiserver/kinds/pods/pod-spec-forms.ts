/** A pod's spec as error messages show it. Source: pkg/apis/core/types.go. */
import type { FieldError } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { objectOf } from "../../api-object.js";
import { internalDiff, invalidInternal } from "../validation/internal-forms.js";

export function diffPodSpecs(old: JsonObject, spec: JsonObject, version: KubernetesVersion): string {
  return internalDiff(toInternal(old, version), toInternal(spec, version), { type: "v1.PodSpec", version });
}

/** Returns an error that shows a template: its metadata, and its spec. */
export function invalidTemplate(
  path: string,
  template: JsonObject,
  detail: string,
  version: KubernetesVersion,
): FieldError {
  const shown = {
    ...template,
    spec: toInternal(objectOf(template, "spec") ?? {}, version),
  };
  return invalidInternal(path, shown, { type: "v1.PodTemplateSpec", version }, detail);
}

const ofHost = ["hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers"];

/** Moves the fields about sharing with the host into the security context, as in the internal type before 1.36. */
function toInternal(spec: JsonObject, version: KubernetesVersion): JsonObject {
  if (isSince(version, "1.37")) return spec;
  const shared = ofHost.flatMap((name) => (spec[name] === undefined ? [] : [[name, spec[name]] as const]));
  return { ...spec, securityContext: { ...objectOf(spec, "securityContext"), ...Object.fromEntries(shared) } };
}
