/** Source: ValidatePersistentVolume, ValidatePersistentVolumeUpdate in pkg/apis/core/validation/validation.go. */
import path from "node:path";
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import { isSet, objectOf, textOf, textsOf } from "../../json-fields.js";
import { immutable } from "../../objects/validate-metadata.js";
import { isSame } from "../common-strategy.js";
import { isPositive, readQuantity, zero } from "../pods/resource-lists.js";
import { validateNodeSelector } from "../pods/validate-affinity.js";
import { invalidInternal, formOfFields, internalDiff } from "../validation/internal-forms.js";
import { nameIsDnsSubdomain } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";
import { persistentSources } from "../volumes/persistent-sources.js";
import { volumeSourceForm } from "../volumes/volume-forms.js";
import { validateAccessModes, validateVolumeMode } from "../volumes/volume-fields.js";
import { validateBasic } from "./validate-claim-update.js";

const reclaimPolicies = ["Delete", "Recycle", "Retain"];
const sourcesWithOptions = [
  ...["gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "nfs", "rbd", "quobyte", "iscsi", "cinder", "cephfs"],
  ...["azureFile", "vsphereVolume", "azureDisk", "photonPersistentDisk"],
];
const isImmutable = "field is immutable";

export function validateVolume(volume: ApiObject): FieldError[] {
  const spec = objectOf(volume, "spec") ?? {};
  const modes = textsOf(spec, "accessModes");
  const policy = textOf(spec, "persistentVolumeReclaimPolicy");
  const target = textOf(objectOf(spec, "hostPath"), "path");
  const isRoot =
    objectOf(spec, "hostPath") !== undefined && path.posix.normalize(target).replace(/(?<!\/)\/+$/, "") === "";
  const className = textOf(spec, "storageClassName");
  return [
    ...(modes.length === 0 ? [required("spec.accessModes")] : []),
    ...validateAccessModes(modes, "spec.accessModes"),
    ...validateCapacity(spec),
    ...(policy === "" || reclaimPolicies.includes(policy)
      ? []
      : [notSupported("spec.persistentVolumeReclaimPolicy", policy, reclaimPolicies)]),
    ...validateNodeAffinity(spec),
    ...validateSources(spec, volume.metadata.name ?? ""),
    ...(isRoot && target !== "" && policy === "Recycle"
      ? [forbidden("spec.persistentVolumeReclaimPolicy", "may not be 'recycle' for a hostPath mount of '/'")]
      : []),
    ...(className === "" ? [] : faultsAt("spec.storageClassName", className, nameIsDnsSubdomain(className, false))),
    ...validateVolumeMode(spec, "spec.volumeMode"),
    ...validateAttributesClass(spec),
    ...validateMountOptions(volume, spec),
  ];
}

/** Source: pkg/volume/validation/pv_validation.go. */
function validateMountOptions({ metadata }: ApiObject, spec: JsonObject): FieldError[] {
  const annotation = "volume.beta.kubernetes.io/mount-options";
  const takesOptions = sourcesWithOptions.some((source) => objectOf(spec, source) !== undefined);
  if (takesOptions || metadata.annotations?.[annotation] === undefined) return [];
  return [forbidden(`metadata.annotations.${annotation}`, "may not specify mount options for this volume type")];
}

/** Each fault of the spec is listed twice: so it is in Kubernetes. */
export function validateVolumeUpdate(volume: ApiObject, old: ApiObject): FieldError[] {
  const [spec, before] = [objectOf(volume, "spec") ?? {}, objectOf(old, "spec") ?? {}];
  const faults = validateVolume(volume);
  const specFaults = faults.filter(({ field }) => !field.startsWith("metadata."));
  const className = "volumeAttributesClassName";
  return [
    ...faults,
    ...specFaults,
    ...validateKeptSource(spec, before),
    ...immutable("volumeMode", spec["volumeMode"], before["volumeMode"]),
    ...(before["nodeAffinity"] === undefined ? [] : validateKeptAffinity(spec, before)),
    ...(before[className] !== undefined && spec[className] === undefined
      ? [forbidden(`spec.${className}`, "update from non-nil value to nil is forbidden")]
      : []),
  ];
}

function validateCapacity(spec: JsonObject): FieldError[] {
  const capacity = objectOf(spec, "capacity") ?? {};
  const names = Object.keys(capacity);
  return [
    ...(names.length === 0 ? [required("spec.capacity")] : []),
    ...(capacity["storage"] === undefined || names.length > 1
      ? [notSupported("spec.capacity", spec["capacity"] ?? null, ["storage"])]
      : []),
    ...Object.entries(capacity).flatMap(([name, value]) => {
      const at = `spec.capacity[${name}]`;
      const isTooSmall = !isPositive(readQuantity(value) ?? zero);
      return [...validateBasic(value, at), ...(isTooSmall ? [invalid(at, value, "must be greater than zero")] : [])];
    }),
  ];
}

function validateNodeAffinity(spec: JsonObject): FieldError[] {
  const affinity = objectOf(spec, "nodeAffinity");
  if (affinity === undefined) return [];
  const selector = objectOf(affinity, "required");
  if (selector !== undefined) return validateNodeSelector(selector, "spec.nodeAffinity.required");
  return [required("spec.nodeAffinity.required", "must specify required node constraints")];
}

function validateSources(spec: JsonObject, name: string): FieldError[] {
  const given = persistentSources.filter((source) => objectOf(spec, source.name) !== undefined);
  if (given.length === 0) return [required("spec", "must specify a volume type")];
  return given.flatMap((source, index) => {
    const { shownAs = source.name, shownInside = source.name } = source;
    if (index > 0 && source.name !== "flexVolume") {
      return [forbidden(`spec.${shownAs}`, "may not specify more than 1 volume type")];
    }
    const needsNode = source.name === "local" && objectOf(spec, "nodeAffinity") === undefined;
    return [
      ...source.validate(objectOf(spec, source.name) ?? {}, `spec.${shownInside}`, name),
      ...(needsNode ? [required("spec.nodeAffinity", "Local volume requires node affinity")] : []),
    ];
  });
}

function validateAttributesClass(spec: JsonObject): FieldError[] {
  const name = spec["volumeAttributesClassName"];
  if (typeof name !== "string") return [];
  const at = "spec.volumeAttributesClassName";
  return [
    ...(name === ""
      ? [required(at, "an empty string is disallowed")]
      : faultsAt(at, name, nameIsDnsSubdomain(name, false))),
    ...(objectOf(spec, "csi") === undefined
      ? [required("spec.csi", "has to be specified when using volumeAttributesClassName")]
      : []),
  ];
}

function validateKeptSource(spec: JsonObject, before: JsonObject): FieldError[] {
  const [now, old] = [spec, before].map((each) => {
    const entries = persistentSources.flatMap(({ name }) => {
      const source = objectOf(each, name);
      if (source === undefined) return [];
      // The type of a path on the host is always set, if only to the empty text.
      return [[name, name === "hostPath" ? source : withoutUnset(source)] as const];
    });
    const sources: JsonObject = Object.fromEntries(entries);
    return sources;
  });
  const [csi, oldCsi] = [objectOf(now, "csi"), objectOf(old, "csi")];
  // It may be added.
  if (csi !== undefined && oldCsi !== undefined && oldCsi["controllerExpandSecretRef"] === undefined) {
    delete csi["controllerExpandSecretRef"];
  }
  if (isSame(now, old)) return [];
  const detail = "spec.persistentvolumesource is immutable after creation";
  const difference = internalDiff(old ?? {}, now ?? {}, volumeSourceForm);
  return [forbidden("spec.persistentvolumesource", `${detail}\n${difference}`)];
}

function withoutUnset(source: JsonObject): JsonObject {
  const isKept = (name: string): boolean => source[name] !== "" && (source[name] !== false || isSet(source, name));
  return Object.fromEntries(Object.entries(source).filter(([name]) => isKept(name)));
}

const requirementForm = formOfFields("Key:key Operator:operator Values:values?");
const termForm = formOfFields("MatchExpressions:matchExpressions? MatchFields:matchFields?", {
  matchExpressions: requirementForm,
  matchFields: requirementForm,
});
const affinityForm = formOfFields("Required:required?", {
  required: formOfFields("NodeSelectorTerms:nodeSelectorTerms?", { nodeSelectorTerms: termForm }),
});

/** Labels that have another name by now. Source: getMaskNodeSelectorLabelChangeEqualities. */
const renamedLabels: Readonly<Record<string, string>> = {
  "failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
  "beta.kubernetes.io/instance-type": "node.kubernetes.io/instance-type",
};

function validateKeptAffinity(spec: JsonObject, before: JsonObject): FieldError[] {
  const [now, old] = [spec, before].map((each) => {
    const text = JSON.stringify(each["nodeAffinity"] ?? null, (key, value: unknown) =>
      key === "key" && typeof value === "string" ? (renamedLabels[value] ?? value) : value,
    );
    return JSON.parse(text) as JsonObject | null;
  });
  if (isSame(now, old)) return [];
  const detail = `${isImmutable}, except for updating from beta label to GA`;
  const affinity = objectOf(spec, "nodeAffinity");
  if (affinity === undefined) return [invalid("nodeAffinity", null, detail)];
  return [invalidInternal("nodeAffinity", affinity, affinityForm, detail)];
}
