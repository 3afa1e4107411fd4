/** Templates of pods. Source: ValidatePodTemplateSpec in pkg/apis/core/validation/validation.go. */
import { type FieldError, forbidden, invalid, notSupported } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { listOf, numberOf, objectOf, textMapOf, textOf } from "../../api-object.js";
import { validateAnnotations, validateLabels } from "../validation/labels.js";
import { selects } from "../../selectors/selected-labels.js";
import { validatePodAnnotations } from "./validate-pod-annotations.js";
import { validatePodSpec } from "./validate-pod-spec.js";

export function validateTemplate(template: JsonObject, path: string): FieldError[] {
  const metadata = objectOf(template, "metadata");
  const spec = objectOf(template, "spec") ?? {};
  return [
    ...validateLabels(textMapOf(metadata, "labels"), `${path}.labels`),
    ...validateAnnotations(textMapOf(metadata, "annotations"), `${path}.annotations`),
    ...validatePodAnnotations(metadata, spec, `${path}.annotations`),
    ...validatePodSpec(spec, `${path}.spec`, undefined),
    ...(listOf(spec, "ephemeralContainers").length > 0
      ? [forbidden(`${path}.spec.ephemeralContainers`, "ephemeral containers not allowed in pod template")]
      : []),
  ];
}

/** What is selected must be what is made. `selector`: a LabelSelector; undefined selects nothing. */
export function validateTemplateLabels(
  template: JsonObject | undefined,
  selector: JsonObject | undefined,
  path: string,
): FieldError[] {
  const labels = textMapOf(objectOf(template, "metadata"), "labels");
  if (selector !== undefined && selects(selector, labels)) return [];
  return [invalid(`${path}.metadata.labels`, nullIfEmpty(labels), "`selector` does not match template `labels`")];
}

/** Go prints a map that was never made as null. */
function nullIfEmpty(labels: Readonly<Record<string, string>>): Record<string, string> | null {
  return Object.keys(labels).length === 0 ? null : { ...labels };
}

/** Pods that are kept running, by a controller of that name. */
export function validateKeptRunning(template: JsonObject | undefined, path: string, controller: string): FieldError[] {
  const spec = objectOf(template, "spec");
  const policy = textOf(spec, "restartPolicy");
  return [
    ...(policy === "Always" ? [] : [notSupported(`${path}.spec.restartPolicy`, policy, ["Always"])]),
    ...(numberOf(spec, "activeDeadlineSeconds") === undefined
      ? []
      : [forbidden(`${path}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${controller} is not Supported`)]),
  ];
}
