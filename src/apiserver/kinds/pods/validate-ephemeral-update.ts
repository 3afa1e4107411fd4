/** Source: ValidatePodEphemeralContainersUpdate in pkg/apis/core/validation/validation.go. */
import { type ApiObject, objectsOf, textOf } from "../../api-object.js";
import { type FieldError, forbidden } from "../../../core/field-error.js";
import type { KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { isSame } from "../common-strategy.js";
import { internalDiff } from "../validation/internal-forms.js";
import { specOf } from "../workload-parts.js";
import { isMirror, validateAnnotationUpdates } from "./validate-pod-annotations.js";
import { validateWhole } from "./validate-pod.js";

export function validateEphemeralUpdate(object: ApiObject, old: ApiObject, version: KubernetesVersion): FieldError[] {
  if (isMirror(old)) return [forbidden("[]", "static pods do not support ephemeral containers")];
  const containers = objectsOf(specOf(object), "ephemeralContainers");
  const path = "spec.ephemeralContainers";
  return [
    ...validateWhole(object),
    ...validateAnnotationUpdates(object, old),
    ...objectsOf(specOf(old), "ephemeralContainers").flatMap((before) => {
      const name = textOf(before, "name");
      const now = containers.findLast((container) => textOf(container, "name") === name);
      const title = `existing ephemeral containers ${JSON.stringify(name)} may not be`;
      if (now === undefined) return [forbidden(path, `${title} removed\n`)];
      if (isSame(now, before)) return [];
      const diff = internalDiff(before, now, { type: "v1.EphemeralContainer", version });
      return [forbidden(path, `${title} changed\n${diff}`)];
    }),
  ];
}
