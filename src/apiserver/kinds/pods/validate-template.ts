/** Pod templates. Source: ValidatePodTemplateSpec in pkg/apis/core/validation/validation.go. */
import { type FieldError, invalid } from "../../../core/field-error.js";
import type { PodTemplateSpec } from "../../../k8s/core/v1.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, textMapOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { validateAnnotations, validateLabels } from "../validation/labels.js";
import { selects } from "../../selectors/selected-labels.js";
import { validatePodAnnotations } from "./validate-pod-annotations.js";
import { validatePodSpec } from "./validate-pod-spec.js";

export const template: rule.Table<PodTemplateSpec> = [
  rule.object(
    ["metadata", ""],
    [
      rule.textMap("labels", validateLabels),
      rule.textMap("annotations", validateAnnotations),
      ({ object, path, parent }) =>
        validatePodAnnotations(object, objectOf(parent?.object, "spec") ?? {}, `${path}.annotations`),
    ],
  ),
  rule.object("spec", [
    ({ object, path }) => validatePodSpec(object, path, undefined),
    rule.list("ephemeralContainers", must.notBeSet("ephemeral containers not allowed in pod template")),
  ]),
];

/** The rules for pods that the named controller keeps running. */
export function keptRunning(controller: string): rule.Rule<PodTemplateSpec, unknown> {
  return rule.object("spec", [
    rule.text("restartPolicy", must.beOneOf("Always")),
    rule.forbiddenIf(
      "activeDeadlineSeconds",
      `activeDeadlineSeconds in ${controller} is not Supported`,
      (spec) => numberOf(spec, "activeDeadlineSeconds") !== undefined,
    ),
  ]);
}

/** The selector must match the template's labels. `selector`: a LabelSelector; undefined selects nothing. */
export function validateTemplateLabels(
  template: JsonObject | undefined,
  selector: JsonObject | undefined,
  path: string,
): FieldError[] {
  const labels = textMapOf(objectOf(template, "metadata"), "labels");
  if (selector !== undefined && selects(selector, labels)) return [];
  return [invalid(`${path}.metadata.labels`, nullIfEmpty(labels), "`selector` does not match template `labels`")];
}

/** Go prints a nil map as null. */
function nullIfEmpty(labels: Readonly<Record<string, string>>): Record<string, string> | null {
  return Object.keys(labels).length === 0 ? null : { ...labels };
}
