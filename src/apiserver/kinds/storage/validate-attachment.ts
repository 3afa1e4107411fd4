/** Source: pkg/apis/storage/validation/validation.go (ValidateVolumeAttachment). */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid, required, tooLong } from "../../../core/field-error.js";
import { numberOf, objectOf, textMapOf, textOf } from "../../json-fields.js";
import { isSame } from "../common-strategy.js";
import { driverName } from "../pods/volume-sources.js";
import { formOfFields, invalidInternal } from "../validation/internal-forms.js";
import { nameIsDnsSubdomain } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";

const maxMetadata = 256 * 1024;
const maxMessage = 1024;

/** A new one has to keep stricter rules than one that is changed. */
export function validateNewAttachment(object: ApiObject): FieldError[] {
  const spec = objectOf(object, "spec");
  const volume = objectOf(spec, "source")?.["persistentVolumeName"];
  return [
    ...validateAttachment(object),
    ...driverName(textOf(spec, "attacher"), "spec.attacher"),
    ...(typeof volume === "string"
      ? faultsAt("spec.source.persistentVolumeName", volume, nameIsDnsSubdomain(volume, false))
      : []),
  ];
}

const specForm = formOfFields("Attacher:attacher Source:source? NodeName:nodeName", {
  source: formOfFields("PersistentVolumeName:persistentVolumeName? InlineVolumeSpec:inlineVolumeSpec?"),
});

export function validateAttachmentUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const spec = objectOf(object, "spec") ?? {};
  return [
    ...validateAttachment(object),
    ...(isSame(spec, old["spec"])
      ? []
      : [invalidInternal("spec", { source: {}, ...spec }, specForm, "field is immutable")]),
  ];
}

function validateAttachment(object: ApiObject): FieldError[] {
  const spec = objectOf(object, "spec");
  const status = objectOf(object, "status");
  const node = textOf(spec, "nodeName");
  const metadata = Object.entries(textMapOf(status, "attachmentMetadata"));
  const size = metadata.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return [
    ...(textOf(spec, "attacher") === "" ? [required("spec.attacher")] : []),
    ...validateSource(objectOf(spec, "source") ?? {}, "spec.source"),
    ...faultsAt("spec.nodeName", node, nameIsDnsSubdomain(node, false)),
    ...(size > maxMetadata ? [tooLong("status.attachmentMetadata", maxMetadata)] : []),
    ...["attachError", "detachError"].flatMap((name) => validateError(objectOf(status, name), `status.${name}`)),
  ];
}

function validateSource(source: JsonObject, path: string): FieldError[] {
  const volume = source["persistentVolumeName"];
  const inline = objectOf(source, "inlineVolumeSpec");
  const detail = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
  if (volume === undefined && inline === undefined) return [required(path, detail)];
  if (volume !== undefined && inline !== undefined) return [forbidden(path, detail)];
  return volume === "" ? [required(`${path}.persistentVolumeName`, "must specify non empty persistentVolumeName")] : [];
}

function validateError(error: JsonObject | undefined, path: string): FieldError[] {
  const code = numberOf(error, "errorCode") ?? 0;
  return [
    ...(Buffer.byteLength(textOf(error, "message")) > maxMessage ? [tooLong(`${path}.message`, maxMetadata)] : []),
    ...(code < 0 ? [invalid(`${path}.errorCode`, code, "must be between 0 and 2147483647, inclusive")] : []),
  ];
}
