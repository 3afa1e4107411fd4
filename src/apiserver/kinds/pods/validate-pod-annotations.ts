/** The annotations that pods use. Source: ValidatePodSpecificAnnotations in pkg/apis/core/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, textMapOf, textOf } from "../../api-object.js";
import { type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import { validateDescendingPath } from "../validation/paths.js";
import { specOf } from "../workload-parts.js";

const mirror = "kubernetes.io/config.mirror";
const deletionCost = "controller.kubernetes.io/pod-deletion-cost";
const seccompOfPod = "seccomp.security.alpha.kubernetes.io/pod";
const seccompPrefix = "container.seccomp.security.alpha.kubernetes.io/";
const appArmorPrefix = "container.apparmor.security.beta.kubernetes.io/";

/** Reports whether a kubelet runs the pod without a request from the server. */
export function isMirror(pod: ApiObject): boolean {
  return textMapOf(pod.metadata, "annotations")[mirror] !== undefined;
}

/** `metadata`: the metadata of a pod or of a template. */
export function validatePodAnnotations(metadata: JsonObject | undefined, spec: JsonObject, path: string): FieldError[] {
  const annotations = textMapOf(metadata, "annotations");
  const mirrored = annotations[mirror];
  const cost = annotations[deletionCost];
  return [
    ...(mirrored !== undefined && textOf(spec, "nodeName") === ""
      ? [invalid(`${path}[${mirror}]`, mirrored, "must set spec.nodeName if mirror pod annotation is set")]
      : []),
    ...(cost !== undefined && !isInt32(cost)
      ? [invalid(`${path}[${deletionCost}]`, cost, "must be a 32bit integer")]
      : []),
    ...Object.entries(annotations)
      .filter(([key]) => key === seccompOfPod || key.startsWith(seccompPrefix))
      .flatMap(([key, profile]) => validateSeccompProfile(profile, `${path}.${key}`)),
  ];
}

function validateSeccompProfile(profile: string, path: string): FieldError[] {
  if (["runtime/default", "docker/default", "unconfined"].includes(profile)) return [];
  if (!profile.startsWith("localhost/")) return [invalid(path, profile, "must be a valid seccomp profile")];
  return validateDescendingPath(profile.slice("localhost/".length), path);
}

/** Rejects a plus sign and leading zeros, because each number must have a single form. */
function isInt32(text: string): boolean {
  return /^(?:0|-?[1-9]\d*)$/.test(text) && Math.abs(Number(text)) < 2 ** 31;
}

/** Validates the annotations in a pod update. */
export function validateAnnotationUpdates(pod: ApiObject, old: ApiObject): FieldError[] {
  const path = "metadata.annotations";
  const [annotations, before] = [textMapOf(pod.metadata, "annotations"), textMapOf(old.metadata, "annotations")];
  const titles = new Map([[mirror, "mirror pod annotation"]]);
  const titleOf = (key: string): string | undefined =>
    key.startsWith(appArmorPrefix) ? "AppArmor annotations" : titles.get(key);
  const changed = Object.keys(before).filter((key) => annotations[key] !== before[key]);
  const added = Object.keys(annotations).filter((key) => before[key] === undefined);
  const refuse = (keys: readonly string[], verb: string): FieldError[] =>
    keys.flatMap((key) => {
      const title = titleOf(key);
      return title === undefined ? [] : [forbidden(`${path}[${key}]`, `may not ${verb} ${title}`)];
    });
  return [
    ...refuse(changed, "remove or update"),
    ...refuse(added, "add"),
    ...validatePodAnnotations(pod.metadata, specOf(pod), path),
  ];
}
