/** Source: kubernetes/pkg/api/persistentvolume/util.go. */
import type { ApiObject } from "../../api-object.js";
import { objectOf, objectsOf, textOf } from "../../json-fields.js";
import { nodeTermWarnings } from "../warnings/node-labels.js";

const annotations: Readonly<Record<string, string>> = {
  "volume.beta.kubernetes.io/storage-class": 'deprecated since v1.8; use "storageClassName" attribute instead',
  "volume.beta.kubernetes.io/mount-options": 'deprecated since v1.31; use "mountOptions" attribute instead',
};

/** By the field; the name of one is written otherwise in its warning. */
const plugins: readonly (readonly [field: string, advice: string, shownAs?: string])[] = [
  ["cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["storageos", "deprecated in v1.22, non-functional in v1.25+", "storageOS"],
  ["glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

export function volumeWarnings(volume: ApiObject): string[] {
  const spec = objectOf(volume, "spec");
  const terms = objectsOf(objectOf(objectOf(spec, "nodeAffinity"), "required"), "nodeSelectorTerms");
  const isRecycled = textOf(spec, "persistentVolumeReclaimPolicy") === "Recycle";
  const advice =
    "The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.";
  return [
    ...Object.entries(annotations)
      .filter(([key]) => volume.metadata.annotations?.[key] !== undefined)
      .map(([key, message]) => `metadata.annotations[${key}]: ${message}`),
    ...(isRecycled ? [`spec.persistentVolumeReclaimPolicy: ${advice}`] : []),
    ...terms.flatMap((term, index) =>
      nodeTermWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`, false),
    ),
    ...plugins
      .filter(([field]) => objectOf(spec, field) !== undefined)
      .map(([field, message, shownAs = field]) => `spec.${shownAs}: ${message}`),
  ];
}
