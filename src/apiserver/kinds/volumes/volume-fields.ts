import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, notSupported } from "../../../core/field-error.js";
import { objectOf, textOf } from "../../json-fields.js";

const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
const volumeModes = ["Block", "Filesystem"];

const shortModes: readonly (readonly [mode: string, short: string])[] = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
];

/** Source: kubernetes/pkg/apis/core/helper/helpers.go (GetAccessModesAsString). */
export function showAccessModes(modes: readonly string[]): string {
  return shortModes.flatMap(([mode, short]) => (modes.includes(mode) ? [short] : [])).join(",");
}

export const storageClassAnnotation = "volume.beta.kubernetes.io/storage-class";

/** The annotation is from before there was a field. */
export function storageClassOf({ metadata, spec }: ApiObject): string {
  const annotation = metadata.annotations?.[storageClassAnnotation];
  return annotation ?? textOf(objectOf({ spec }, "spec"), "storageClassName");
}

export function validateAccessModes(modes: readonly string[], path: string): FieldError[] {
  const once = "ReadWriteOncePod";
  const isMixed = modes.includes(once) && modes.some((mode) => mode !== once && accessModes.includes(mode));
  return [
    ...modes.flatMap((mode) => (accessModes.includes(mode) ? [] : [notSupported(path, mode, accessModes)])),
    ...(isMixed ? [forbidden(path, `may not use ${once} with other access modes`)] : []),
  ];
}

export function validateVolumeMode(spec: JsonObject | undefined, path: string): FieldError[] {
  const mode = spec?.["volumeMode"];
  return typeof mode === "string" && !volumeModes.includes(mode) ? [notSupported(path, mode, volumeModes)] : [];
}
