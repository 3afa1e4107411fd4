/** Source: kubernetes/pkg/api/persistentvolume/util.go. */
import { type ApiObject, objectOf, objectsOf, textOf } from "../../api-object.js";
import { annotationWarnings, sourceWarnings } from "../warnings/deprecations.js";
import { nodeTermWarnings } from "../warnings/node-labels.js";

const annotations: Readonly<Record<string, string>> = {
  "volume.beta.kubernetes.io/storage-class": 'deprecated since v1.8; use "storageClassName" attribute instead',
  "volume.beta.kubernetes.io/mount-options": 'deprecated since v1.31; use "mountOptions" attribute instead',
};

/** The sources in the order in which Kubernetes checks them. */
const sources = ["cephfs", "photonPersistentDisk", "scaleIO", "storageos", "glusterfs", "rbd"];

export function volumeWarnings(volume: ApiObject): string[] {
  const spec = objectOf(volume, "spec");
  const terms = objectsOf(objectOf(objectOf(spec, "nodeAffinity"), "required"), "nodeSelectorTerms");
  const isRecycled = textOf(spec, "persistentVolumeReclaimPolicy") === "Recycle";
  const advice =
    "The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.";
  return [
    ...annotationWarnings(annotations, volume.metadata, ""),
    ...(isRecycled ? [`spec.persistentVolumeReclaimPolicy: ${advice}`] : []),
    ...terms.flatMap((term, index) =>
      nodeTermWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`, false),
    ),
    ...sourceWarnings(spec, "spec", sources),
  ];
}
