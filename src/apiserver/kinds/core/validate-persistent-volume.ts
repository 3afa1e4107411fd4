/** Source: ValidatePersistentVolume, ValidatePersistentVolumeUpdate in pkg/apis/core/validation/validation.go. */
import path from "node:path";
import type { PersistentVolume, PersistentVolumeSpec } from "../../../k8s/core/v1.js";
import { type ApiObject, isSet, objectOf, textOf } from "../../api-object.js";
import { type FieldError, forbidden, invalid, notSupported } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { ownOf } from "../../../core/own-members.js";
import { immutable } from "../validation/immutable.js";
import { isSame } from "../common-strategy.js";
import { isPositive, readQuantity, zero } from "../pods/resource-lists.js";
import { nodeSelector } from "../pods/validate-affinity.js";
import { must, rule } from "../rules/index.js";
import { invalidInternal, internalDiff } from "../validation/internal-forms.js";
import { persistentOrder, persistentSources } from "../volumes/persistent-sources.js";
import { judgeSources, type SourceContext } from "../volumes/plugin-sources.js";
import { accessModesRule, volumeMode } from "../volumes/volume-fields.js";
import { validateBasic } from "./validate-claim-update.js";

const sourcesWithOptions = [
  ...["gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "nfs", "rbd", "quobyte", "iscsi", "cinder", "cephfs"],
  ...["azureFile", "vsphereVolume", "azureDisk", "photonPersistentDisk"],
];
const mountOptions = "volume.beta.kubernetes.io/mount-options";
const isImmutable = "field is immutable";

const capacity: rule.Table<PersistentVolumeSpec> = [
  ({ object, path: at }) => {
    const names = Object.keys(objectOf(object, "capacity") ?? {});
    return [
      ...must.beSet()(names.length, `${at}.capacity`),
      ...(names.length === 1 && names[0] === "storage"
        ? []
        : [notSupported(`${at}.capacity`, object["capacity"] ?? null, ["storage"])]),
    ];
  },
  rule.eachEntry("capacity", (_name, value, at) => [
    ...validateBasic(value, at),
    ...(isPositive(readQuantity(value) ?? zero) ? [] : [invalid(at, value, "must be greater than zero")]),
  ]),
];

const volumeSpec: rule.Table<PersistentVolumeSpec, SourceContext> = [
  rule.list("accessModes", must.beSet()),
  accessModesRule,
  ...capacity,
  rule.optionalText("persistentVolumeReclaimPolicy", must.beOneOf("Delete", "Recycle", "Retain")),
  rule.optional("nodeAffinity", [
    rule.requiredObject("required", "must specify required node constraints", nodeSelector),
  ]),
  (place) => {
    if (rule.given(place.object, persistentOrder).length > 0) {
      return judgeSources(persistentOrder, persistentSources, place, false, "flexVolume");
    }
    return must.beSet("must specify a volume type")(undefined, place.path);
  },
  rule.forbiddenIf("persistentVolumeReclaimPolicy", "may not be 'recycle' for a hostPath mount of '/'", (spec) => {
    const target = textOf(objectOf(spec, "hostPath"), "path");
    const isRoot = target !== "" && path.posix.normalize(target).replace(/(?<!\/)\/+$/, "") === "";
    return isRoot && spec["persistentVolumeReclaimPolicy"] === "Recycle";
  }),
  rule.optionalText("storageClassName", must.beSubdomain),
  volumeMode,
  rule.textPointer("volumeAttributesClassName", must.beSet("an empty string is disallowed"), must.beSubdomain),
  rule.requiredIf(
    "csi",
    "has to be specified when using volumeAttributesClassName",
    (spec) => typeof spec["volumeAttributesClassName"] === "string" && objectOf(spec, "csi") === undefined,
  ),
];

/** Source: pkg/volume/validation/pv_validation.go. */
const volumeRules: rule.Table<PersistentVolume, SourceContext> = [
  rule.object("spec", volumeSpec),
  ({ object: volume }) => {
    const takesOptions = rule.given(objectOf(volume, "spec") ?? {}, sourcesWithOptions).length > 0;
    const isGiven = objectOf(objectOf(volume, "metadata"), "annotations")?.[mountOptions] !== undefined;
    const field = `metadata.annotations.${mountOptions}`;
    return isGiven && !takesOptions ? [forbidden(field, "may not specify mount options for this volume type")] : [];
  },
];

export function validateVolume(volume: ApiObject): FieldError[] {
  return rule.judge(volumeRules, volume, "", {
    volumeName: volume.metadata.name ?? "",
  });
}

/** Kubernetes reports each error of the spec twice. */
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

function validateKeptSource(spec: JsonObject, before: JsonObject): FieldError[] {
  const [now, old] = [spec, before].map((each) => {
    const entries = rule.given(each, persistentOrder).map((name) => {
      const source = objectOf(each, name) ?? {};
      // The type of a host path is always set, at least to the empty string.
      return [name, name === "hostPath" ? source : withoutUnset(source)] as const;
    });
    const sources: JsonObject = Object.fromEntries(entries);
    return sources;
  });
  const [csi, oldCsi] = [objectOf(now, "csi"), objectOf(old, "csi")];
  // An update may add the reference.
  if (csi !== undefined && oldCsi !== undefined && oldCsi["controllerExpandSecretRef"] === undefined) {
    delete csi["controllerExpandSecretRef"];
  }
  if (isSame(now, old)) return [];
  const detail = "spec.persistentvolumesource is immutable after creation";
  const difference = internalDiff(old ?? {}, now ?? {}, "v1.PersistentVolumeSource");
  return [forbidden("spec.persistentvolumesource", `${detail}\n${difference}`)];
}

function withoutUnset(source: JsonObject): JsonObject {
  const isKept = (name: string): boolean => source[name] !== "" && (source[name] !== false || isSet(source, name));
  return Object.fromEntries(Object.entries(source).filter(([name]) => isKept(name)));
}

/** The labels that now have another name. Source: getMaskNodeSelectorLabelChangeEqualities. */
const renamedLabels: Readonly<Record<string, string>> = {
  "failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
  "beta.kubernetes.io/instance-type": "node.kubernetes.io/instance-type",
};

function validateKeptAffinity(spec: JsonObject, before: JsonObject): FieldError[] {
  const [now, old] = [spec, before].map((each) => {
    const text = JSON.stringify(each["nodeAffinity"] ?? null, (key, value: unknown) =>
      key === "key" && typeof value === "string" ? (ownOf(renamedLabels, value) ?? value) : value,
    );
    return JSON.parse(text) as JsonObject | null;
  });
  if (isSame(now, old)) return [];
  const detail = `${isImmutable}, except for updating from beta label to GA`;
  const affinity = objectOf(spec, "nodeAffinity");
  if (affinity === undefined) return [invalid("nodeAffinity", null, detail)];
  return [invalidInternal("nodeAffinity", affinity, "v1.VolumeNodeAffinity", detail)];
}
