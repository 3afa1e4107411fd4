/** Source: validateISCSIVolumeSource, validateISCSIPersistentVolumeSource in pkg/apis/core/validation/validation.go. */
import type { ISCSIPersistentVolumeSource, ISCSIVolumeSource } from "../../../k8s/core/v1.js";
import { invalid } from "../../../core/field-error.js";
import { isSet, objectOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { source, type SourceContext } from "./plugin-sources.js";

const forms: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.([a-zA-Z0-9.-]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui.[a-zA-Z0-9]{16}$/,
  naa: /^naa.[a-zA-Z0-9]{32}$/,
};
const validFormat = "must be valid format";
const tooLongTotal =
  "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";

const beName: rule.Check<string, SourceContext> = (name, path, { context: { volumeName } }) => {
  const form = forms[name.slice(0, 3)];
  const startFault = volumeName === undefined ? `${validFormat} starting with iqn, eui, or naa` : validFormat;
  if (form === undefined) return [invalid(path, name, startFault)];
  return form.test(name) ? [] : [invalid(path, name, validFormat)];
};

export const iscsi = source<ISCSIVolumeSource & ISCSIPersistentVolumeSource>(
  rule.text("targetPortal", must.beSet()),
  rule.text(
    ["targetPortal", "targetportal"],
    [
      (portal, { object, context: { volumeName } }) => {
        if (typeof object["initiatorName"] !== "string" || volumeName === undefined) return true;
        return Buffer.byteLength(`${volumeName}:${portal}`) <= 64;
      },
      tooLongTotal,
    ],
  ),
  rule.text("iqn", must.beSet(), beName),
  rule.number("lun", must.beIn(0, 255)),
  rule.requiredIf("secretRef", "", (source) => {
    const needsSecret = isSet(source, "chapAuthDiscovery") || isSet(source, "chapAuthSession");
    return needsSecret && objectOf(source, "secretRef") === undefined;
  }),
  rule.optional("secretRef", [
    rule.requiredIf(
      "name",
      "",
      (secret, { context: { volumeName } }) => volumeName !== undefined && textOf(secret, "name") === "",
    ),
  ]),
  rule.textPointer(["initiatorName", "initiatorname"], beName),
);
