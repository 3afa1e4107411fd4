/** Source: validateISCSIVolumeSource, validateISCSIPersistentVolumeSource in pkg/apis/core/validation/validation.go. */
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { isSet, numberOf, objectOf, textOf } from "../../json-fields.js";
import { validateRequired } from "../validation/values.js";

const forms: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.([a-zA-Z0-9.-]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui.[a-zA-Z0-9]{16}$/,
  naa: /^naa.[a-zA-Z0-9]{32}$/,
};
const validFormat = "must be valid format";

/** `volumeName`: of a PersistentVolume; undefined of a volume of a pod. */
export function validateIscsi(source: JsonObject, path: string, volumeName: string | undefined): FieldError[] {
  const startFault = volumeName === undefined ? `${validFormat} starting with iqn, eui, or naa` : validFormat;
  const { initiatorName } = source;
  const portal = textOf(source, "targetPortal");
  const name = textOf(source, "iqn");
  const secret = objectOf(source, "secretRef");
  const needsSecret = isSet(source, "chapAuthDiscovery") || isSet(source, "chapAuthSession");
  return [
    ...validateRequired(source, "targetPortal", path),
    ...(typeof initiatorName === "string" ? validateTotal(volumeName, portal, `${path}.targetportal`) : []),
    ...(name === "" ? [required(`${path}.iqn`)] : validateForm(name, startFault, `${path}.iqn`)),
    ...validateLun(numberOf(source, "lun") ?? 0, `${path}.lun`),
    ...(needsSecret && secret === undefined ? [required(`${path}.secretRef`)] : []),
    ...(volumeName !== undefined && secret !== undefined ? validateRequired(secret, "name", `${path}.secretRef`) : []),
    ...(typeof initiatorName === "string" ? validateForm(initiatorName, startFault, `${path}.initiatorname`) : []),
  ];
}

export function validateLun(lun: number, path: string): FieldError[] {
  return lun >= 0 && lun <= 255 ? [] : [invalid(path, lun, "must be between 0 and 255, inclusive")];
}

function validateTotal(volumeName: string | undefined, portal: string, path: string): FieldError[] {
  if (volumeName === undefined || Buffer.byteLength(`${volumeName}:${portal}`) <= 64) return [];
  const detail =
    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
  return [invalid(path, portal, detail)];
}

function validateForm(name: string, startFault: string, path: string): FieldError[] {
  const form = forms[name.slice(0, 3)];
  if (form === undefined) return [invalid(path, name, startFault)];
  return form.test(name) ? [] : [invalid(path, name, validFormat)];
}
