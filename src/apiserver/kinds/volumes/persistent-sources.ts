/** What PersistentVolumes are made from. Source: ValidatePersistentVolumeSpec in pkg/apis/core/validation/validation.go. */
import type {
  AzureFilePersistentVolumeSource,
  CSIPersistentVolumeSource,
  GlusterfsPersistentVolumeSource,
  LocalVolumeSource,
  SecretReference,
} from "../../../k8s/core/v1.js";
import { required } from "../../../core/field-error.js";
import { objectOf } from "../../json-fields.js";
import { driverName } from "../pods/volume-sources.js";
import * as rule from "../rules/index.js";
import * as must from "../rules/must.js";
import { validateNoBacksteps } from "../validation/paths.js";
import { iscsi } from "./iscsi.js";
import { plugins, type VolumeSources } from "./plugin-sources.js";

const glusterfs: rule.Table<GlusterfsPersistentVolumeSource> = [
  rule.required("endpoints", "path"),
  rule.textPointer(
    "endpointsNamespace",
    [(name) => name !== "", "if the endpointnamespace is set, it must be a valid namespace name"],
    must.beLabel,
  ),
];
const azureFile: rule.Table<AzureFilePersistentVolumeSource> = [
  rule.required("secretName", "shareName"),
  rule.textPointer("secretNamespace", must.beSet()),
];
const secret: rule.Table<SecretReference> = [
  rule.text("name", must.beSet(), must.beSubdomain),
  rule.text("namespace", must.beSet(), must.beLabel),
];
/** Of the secrets that are read by a controller or a node; which one of a stage is, is not looked at. */
const csi: rule.Table<CSIPersistentVolumeSource> = [
  rule.text("driver", driverName),
  rule.required("volumeHandle"),
  rule.optional("controllerPublishSecretRef", secret),
  rule.optional("controllerExpandSecretRef", secret),
  rule.optional("nodePublishSecretRef", secret),
  rule.optional("nodeExpandSecretRef", secret),
];

const local: rule.Table<LocalVolumeSource> = [
  rule.text("path", must.beSet(), validateNoBacksteps),
  ({ parent }) =>
    parent === undefined || objectOf(parent.object, "nodeAffinity") !== undefined
      ? []
      : [required(`${parent.path}.nodeAffinity`, "Local volume requires node affinity")],
];

export const persistentSources: VolumeSources = {
  hostPath: plugins.hostPath,
  gcePersistentDisk: plugins.gcePersistentDisk,
  awsElasticBlockStore: plugins.awsElasticBlockStore,
  glusterfs: { rules: glusterfs },
  flocker: plugins.flocker,
  nfs: plugins.nfs,
  rbd: plugins.rbd,
  quobyte: plugins.quobyte,
  cephfs: plugins.cephfs,
  iscsi: { rules: iscsi },
  cinder: plugins.cinder,
  fc: plugins.fc,
  flexVolume: plugins.flexVolume,
  azureFile: { rules: azureFile },
  vsphereVolume: plugins.vsphereVolume,
  photonPersistentDisk: plugins.photonPersistentDisk,
  portworxVolume: plugins.portworxVolume,
  azureDisk: plugins.azureDisk,
  scaleIO: plugins.scaleIO,
  local: { rules: local },
  storageos: plugins.storageos,
  csi: { rules: csi },
};
