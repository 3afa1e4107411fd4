/** The files of volumes. Source: pkg/apis/core/validation/validation.go. */
import type * as core from "../../../k8s/core/v1.js";
import { invalid, required } from "../../../core/field-error.js";
import { objectOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { validateNonReservedPath } from "../validation/paths.js";
import { containerResourceReference, fieldReference } from "./validate-downward-api.js";

export const beMode = must.beIn(0, 0o777, "must be a number between 0 and 0777 (octal), both inclusive");
export const bePath = validateNonReservedPath;

export const defaultMode: rule.Rule<{ defaultMode?: number }, unknown> = rule.number("defaultMode", beMode);
export const items: rule.Rule<{ items?: core.KeyToPath[] }, unknown> = rule.each("items", [
  rule.required("key", "path"),
  rule.text("path", bePath),
  rule.number("mode", beMode),
]);

const volumeFields = ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

/** Kubernetes omits the list and the index from the paths of files. */
export const downwardFile: rule.Rule<core.DownwardAPIVolumeFile, unknown> = rule.atList(
  rule.required("path"),
  rule.text("path", bePath),
  rule.optional("fieldRef", [fieldReference(volumeFields)]),
  rule.when(
    (file) => objectOf(file, "fieldRef") === undefined,
    rule.optional("resourceFieldRef", containerResourceReference),
  ),
  ({ object, path }) => {
    const { length } = rule.given(object, ["fieldRef", "resourceFieldRef"]);
    if (length === 0) return [required(path, "one of fieldRef and resourceFieldRef is required")];
    const detail = "fieldRef and resourceFieldRef can not be specified simultaneously";
    return length === 2 ? [invalid(path, "resource", detail)] : [];
  },
  rule.number("mode", beMode),
);
