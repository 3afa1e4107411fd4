/** Source: kubernetes/pkg/registry/core/persistentvolumeclaim/strategy.go. */
import { type ApiObject, ensureObject, objectOf, setDefault, textOf, textsOf } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { claimSpecWarnings, validateClaimSpec } from "../volumes/validate-claim-spec.js";
import { phaseOf, showAccessModes, storageClassAnnotation, storageClassOf } from "../volumes/volume-fields.js";
import { specOf, statusOf } from "../workload-parts.js";
import { claimStatus, validateClaimUpdate } from "./validate-claim-update.js";

export const persistentVolumeClaims: KindRules = {
  setDefaults(claim) {
    setDefault(ensureObject(claim, "spec"), "volumeMode", "Filesystem");
    setDefault(ensureObject(claim, "status"), "phase", "Pending");
  },
  prepareForCreate(claim) {
    claim["status"] = { phase: "Pending" };
    normalizeDataSources(claim, undefined);
  },
  prepareForUpdate: normalizeDataSources,
  validate: (claim) => validateClaimSpec(objectOf(claim, "spec"), "spec"),
  validateUpdate: validateClaimUpdate,
  status: { validateUpdate: rule.validator(claimStatus) },
  warnings: claimWarnings,
  cells: cell.row(
    cell.nameOf,
    phaseOf,
    "spec.volumeName",
    ofVolume(cell.text("status.capacity.storage", "0")),
    ofVolume((claim) => showAccessModes(textsOf(statusOf(claim), "accessModes"))),
    storageClassOf,
    cell.text("spec.volumeAttributesClassName", "<unset>"),
    cell.ageOf,
    cell.text("spec.volumeMode", "<unset>"),
  ),
  selectableFields: { name: cell.nameOf },
};

/** Makes the old and the new data source fields agree. Source: kubernetes/pkg/api/persistentvolumeclaim/util.go. */
function normalizeDataSources(claim: ApiObject, old: ApiObject | undefined): void {
  const spec = ensureObject(claim, "spec");
  const before = objectOf(old, "spec");
  const hadSource = objectOf(before, "dataSource") !== undefined || objectOf(before, "dataSourceRef") !== undefined;
  // Sources in other namespaces are off by default.
  if (objectOf(before, "dataSourceRef") === undefined && textOf(objectOf(spec, "dataSourceRef"), "namespace") !== "") {
    delete spec["dataSourceRef"];
  }
  const given = objectOf(spec, "dataSource");
  const isVolume = textOf(given, "kind") === "PersistentVolumeClaim" && textOf(given, "apiGroup") === "";
  const isSnapshot =
    textOf(given, "kind") === "VolumeSnapshot" && textOf(given, "apiGroup") === "snapshot.storage.k8s.io";
  // Kubernetes never supported other kinds in the old field, and drops them.
  if (!hadSource && spec["dataSourceRef"] === undefined && !isVolume && !isSnapshot) delete spec["dataSource"];
  const [source, reference] = [objectOf(spec, "dataSource"), objectOf(spec, "dataSourceRef")];
  if (source !== undefined && reference === undefined) spec["dataSourceRef"] = { ...source };
  if (reference !== undefined && source === undefined && textOf(reference, "namespace") === "") {
    const { apiGroup, kind, name } = reference;
    spec["dataSource"] = { ...(apiGroup === undefined ? {} : { apiGroup }), kind: kind ?? "", name: name ?? "" };
  }
}

function claimWarnings(claim: ApiObject): string[] {
  const isOld = claim.metadata.annotations?.[storageClassAnnotation] !== undefined;
  const advice = 'deprecated since v1.8; use "storageClassName" attribute instead';
  return [
    ...(isOld ? [`metadata.annotations[${storageClassAnnotation}]: ${advice}`] : []),
    ...claimSpecWarnings(objectOf(claim, "spec"), "spec"),
  ];
}

/** Shows an empty cell for a claim without a volume. */
function ofVolume(show: (claim: ApiObject) => string): (claim: ApiObject) => string {
  return (claim) => (textOf(specOf(claim), "volumeName") === "" ? "" : show(claim));
}
