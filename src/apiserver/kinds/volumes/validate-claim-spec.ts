/** Source: ValidatePersistentVolumeClaimSpec in pkg/apis/core/validation/validation.go, pkg/api/persistentvolumeclaim/util.go. */
import type { PersistentVolumeClaimSpec, TypedObjectReference } from "../../../k8s/core/v1.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, textOf } from "../../api-object.js";
import { isSame } from "../common-strategy.js";
import { isPositive, readQuantity } from "../pods/resource-lists.js";
import { must, rule } from "../rules/index.js";
import { labelSelector, lenientSelector } from "../validation/labels.js";
import { fractionWarnings } from "../warnings/fractions.js";
import { accessModesRule, volumeMode } from "./volume-fields.js";

export interface ClaimOptions {
  /** The stored claim has an invalid selector. */
  readonly allowsInvalidSelector?: boolean;
  /** The stored claim has an apiGroup in any form. */
  readonly allowsInvalidGroup?: boolean;
}

const source: rule.Table<TypedObjectReference, ClaimOptions> = [
  rule.required("name", "kind"),
  rule.text(
    ["kind", ""],
    [
      (kind, { object }) => textOf(object, "apiGroup") !== "" || kind === "PersistentVolumeClaim",
      "must be 'PersistentVolumeClaim' when referencing the default apiGroup",
    ],
  ),
  rule.when(
    (_reference, { context }) => context.allowsInvalidGroup !== true,
    rule.optionalText("apiGroup", must.beSubdomain),
  ),
  rule.optionalText("namespace", must.beLabel),
];

const claimSpec: rule.Table<PersistentVolumeClaimSpec, ClaimOptions> = [
  rule.list("accessModes", must.beSet("at least 1 access mode is required")),
  rule.when((_spec, { context }) => context.allowsInvalidSelector !== true, rule.object("selector", labelSelector)),
  rule.when((_spec, { context }) => context.allowsInvalidSelector === true, rule.object("selector", lenientSelector)),
  accessModesRule,
  ({ object, path }) => {
    const at = `${path}.resources[storage]`;
    const storage = objectOf(objectOf(object, "resources"), "requests")?.["storage"];
    const size = readQuantity(storage);
    if (size === undefined) return [required(at)];
    return isPositive(size) ? [] : [invalid(at, storage, "must be greater than zero")];
  },
  rule.optionalText("storageClassName", must.beSubdomain),
  volumeMode,
  rule.optional("dataSource", source),
  rule.optional("dataSourceRef", source),
  validateBothSources,
  rule.optionalText("volumeAttributesClassName", must.beSubdomain),
];

/** Validates the spec of a PersistentVolumeClaim, or of a claim template. */
export function validateClaimSpec(
  spec: JsonObject | undefined,
  path: string,
  options: ClaimOptions = {},
): FieldError[] {
  return rule.judge(claimSpec, spec ?? {}, path, options);
}

/** The message shows a Go path as the value, which is empty in JSON. */
function validateBothSources({ object: spec, path }: rule.Place<unknown>): rule.Faults {
  const [given, reference] = [objectOf(spec, "dataSource"), objectOf(spec, "dataSourceRef")];
  if (given === undefined || reference === undefined) return [];
  if (textOf(reference, "namespace") !== "") {
    return [invalid(path, {}, "may not be specified when dataSourceRef.namespace is specified")];
  }
  const isEqual = ["apiGroup", "kind", "name"].every((name) => isSame(given[name], reference[name]));
  return isEqual ? [] : [invalid(path, {}, "must match dataSourceRef")];
}

export function claimSpecWarnings(spec: JsonObject | undefined, path: string): string[] {
  const resources = objectOf(spec, "resources");
  return ["requests", "limits"].flatMap((list) =>
    fractionWarnings(objectOf(resources, list), `${path}.resources.${list}`, ["storage"]),
  );
}
