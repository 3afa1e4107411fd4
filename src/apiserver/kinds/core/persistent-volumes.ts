/** Source: kubernetes/pkg/registry/core/persistentvolume/strategy.go. */
import type { Json } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { ensureObject, objectOf, setDefault, textOf, textsOf } from "../../json-fields.js";
import { timeText } from "../../objects/write.js";
import { copyField, keepAllButStatus } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { ageOf } from "../table-times.js";
import { nameOf } from "../tables/cells.js";
import { showAccessModes, storageClassOf } from "../volumes/volume-fields.js";
import { validateVolume, validateVolumeUpdate } from "./validate-persistent-volume.js";
import { volumeWarnings } from "./volume-warnings.js";

export const persistentVolumes: KindRules = {
  setDefaults(volume) {
    const spec = ensureObject(volume, "spec");
    if (textOf(spec, "persistentVolumeReclaimPolicy") === "") spec["persistentVolumeReclaimPolicy"] = "Retain";
    setDefault(spec, "volumeMode", "Filesystem");
    const hostPath = objectOf(spec, "hostPath");
    if (hostPath !== undefined) setDefault(hostPath, "type", "");
    setDefault(ensureObject(volume, "status"), "phase", "Pending");
  },
  prepareForCreate(volume) {
    const { creationTimestamp } = volume.metadata;
    volume["status"] = { phase: "Pending", lastPhaseTransitionTime: creationTimestamp ?? null };
  },
  validate: validateVolume,
  validateUpdate: validateVolumeUpdate,
  warnings: volumeWarnings,
  status: { prepareForUpdate: stampPhase },
  cells: volumeCells,
  selectableFields: { name: ({ metadata }) => metadata.name ?? "" },
};

function stampPhase(volume: ApiObject, old: ApiObject, now: number): void {
  keepAllButStatus(volume, old);
  const [status, before] = [ensureObject(volume, "status"), objectOf(old, "status")];
  const field = "lastPhaseTransitionTime";
  const isSamePhase = textOf(status, "phase") === textOf(before, "phase");
  const hasNewTime = status[field] !== undefined && status[field] !== before?.[field];
  if (isSamePhase && status[field] === undefined) copyField(status, before ?? {}, field);
  else if (!isSamePhase && !hasNewTime) status[field] = timeText(now);
}

function volumeCells(volume: ApiObject, now: number): Json[] {
  const [spec, status] = [objectOf(volume, "spec"), objectOf(volume, "status")];
  const claim = objectOf(spec, "claimRef");
  const isDeleted = volume.metadata.deletionTimestamp !== undefined;
  return [
    nameOf(volume),
    textOf(objectOf(spec, "capacity"), "storage") || "0",
    showAccessModes(textsOf(spec, "accessModes")),
    textOf(spec, "persistentVolumeReclaimPolicy"),
    isDeleted ? "Terminating" : textOf(status, "phase"),
    claim === undefined ? "" : `${textOf(claim, "namespace")}/${textOf(claim, "name")}`,
    storageClassOf(volume),
    textOf(spec, "volumeAttributesClassName") || "<unset>",
    textOf(status, "reason"),
    ageOf(volume, now),
    textOf(spec, "volumeMode") || "<unset>",
  ];
}
