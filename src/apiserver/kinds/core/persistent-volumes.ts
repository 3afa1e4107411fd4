/** Source: kubernetes/pkg/registry/core/persistentvolume/strategy.go. */
import { type ApiObject, ensureObject, objectOf, setDefault, setDefaults, textOf, textsOf } from "../../api-object.js";
import { timeText } from "../../objects/write.js";
import { copyField, keepAllButStatus } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";
import { phaseOf, showAccessModes, storageClassOf } from "../volumes/volume-fields.js";
import { validateVolume, validateVolumeUpdate } from "./validate-persistent-volume.js";
import { volumeWarnings } from "./volume-warnings.js";

export const persistentVolumes: KindRules = {
  setDefaults(volume) {
    const spec = ensureObject(volume, "spec");
    if (textOf(spec, "persistentVolumeReclaimPolicy") === "") spec["persistentVolumeReclaimPolicy"] = "Retain";
    setDefault(spec, "volumeMode", "Filesystem");
    setDefaults(objectOf(spec, "hostPath"), { type: "" });
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
  cells: cell.row(
    cell.nameOf,
    cell.text("spec.capacity.storage", "0"),
    (volume) => showAccessModes(textsOf(objectOf(volume, "spec"), "accessModes")),
    "spec.persistentVolumeReclaimPolicy",
    phaseOf,
    (volume) => {
      const claim = objectOf(objectOf(volume, "spec"), "claimRef");
      return claim === undefined ? "" : `${textOf(claim, "namespace")}/${textOf(claim, "name")}`;
    },
    storageClassOf,
    cell.text("spec.volumeAttributesClassName", "<unset>"),
    "status.reason",
    cell.ageOf,
    cell.text("spec.volumeMode", "<unset>"),
  ),
  selectableFields: { name: cell.nameOf },
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
