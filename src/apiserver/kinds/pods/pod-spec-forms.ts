/** A pod's spec as error messages show it. Source: pkg/apis/core/types.go. */
import { toGoJson } from "../../../core/go-value.js";
import type { FieldError } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { objectOf } from "../../api-object.js";
import { internalDiff, showInternal } from "../validation/internal-forms.js";

export function diffPodSpecs(old: JsonObject, spec: JsonObject, version: KubernetesVersion): string {
  const form = isSince(version, "1.37") ? (each: JsonObject): JsonObject => each : toInternal;
  return internalDiff(form(old), form(spec), "v1.PodSpec", version);
}

/** Returns an error that shows a template: its labels and annotations beside its spec. */
export function invalidTemplate(path: string, template: JsonObject, detail: string): FieldError {
  const { labels, annotations } = objectOf(template, "metadata") ?? {};
  const ofMetadata = Object.entries({ labels, annotations }).flatMap(([name, texts]) =>
    texts === undefined ? [] : [`"${name}":${toGoJson(texts)}`],
  );
  const spec = showInternal(toInternal(objectOf(template, "spec") ?? {}), "v1.PodSpec");
  const shown = `{${[...ofMetadata, `"Spec":${spec}`].join(",")}}`;
  return { type: "FieldValueInvalid", field: path, message: `Invalid value: ${shown}: ${detail}` };
}

const ofHost = ["hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers"];

/** Moves the fields about sharing with the host into the security context, as in the internal type before 1.36. */
function toInternal(spec: JsonObject): JsonObject {
  const shared = ofHost.flatMap((name) => (spec[name] === undefined ? [] : [[name, spec[name]] as const]));
  return { ...spec, securityContext: { ...objectOf(spec, "securityContext"), ...Object.fromEntries(shared) } };
}
