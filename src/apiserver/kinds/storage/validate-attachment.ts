/** Source: pkg/apis/storage/validation/validation.go (ValidateVolumeAttachment). */
import type * as storage from "../../../k8s/storage/v1.js";
import { forbidden, required, tooLong } from "../../../core/field-error.js";
import { textMapOf } from "../../api-object.js";
import { driverName } from "../pods/volume-sources.js";
import { must, rule } from "../rules/index.js";
import { immutableInternal } from "../validation/internal-forms.js";
import { bytesOf } from "../validation/labels.js";

const maxMetadata = 256 * 1024;
const oneSource = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

const volumeError: rule.Table<storage.VolumeError> = [
  rule.text("message", (message, path) => (Buffer.byteLength(message) > 1024 ? [tooLong(path, maxMetadata)] : [])),
  rule.number("errorCode", must.beIn(0, Infinity, "must be between 0 and 2147483647, inclusive")),
];

const attachment: rule.Table<storage.VolumeAttachment> = [
  rule.object("spec", [
    rule.required("attacher"),
    rule.object("source", [
      ({ object: { persistentVolumeName: volume, inlineVolumeSpec: inline }, path }) => {
        if (volume === undefined && inline === undefined) return [required(path, oneSource)];
        if (volume !== undefined && inline !== undefined) return [forbidden(path, oneSource)];
        const isEmpty = volume === "";
        return isEmpty ? [required(`${path}.persistentVolumeName`, "must specify non empty persistentVolumeName")] : [];
      },
    ]),
    rule.text("nodeName", must.beSubdomain),
  ]),
  rule.object("status", [
    ({ object, path }) =>
      bytesOf(textMapOf(object, "attachmentMetadata")) > maxMetadata
        ? [tooLong(`${path}.attachmentMetadata`, maxMetadata)]
        : [],
    rule.optional("attachError", volumeError),
    rule.optional("detachError", volumeError),
  ]),
];

/** New attachments have stricter rules than updates. */
export const newAttachment: rule.Table<storage.VolumeAttachment> = [
  ...attachment,
  rule.object("spec", [
    rule.text("attacher", driverName),
    rule.object("source", [rule.textPointer("persistentVolumeName", must.beSubdomain)]),
  ]),
];

export const attachmentUpdate: rule.Table<storage.VolumeAttachment> = [
  ...attachment,
  ({ object: { spec = {} }, old }) =>
    immutableInternal("spec", spec, old?.["spec"], "storage.k8s.io/v1.VolumeAttachmentSpec"),
];
