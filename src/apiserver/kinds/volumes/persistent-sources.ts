/** The sources of PersistentVolumes. Source: ValidatePersistentVolumeSpec in pkg/apis/core/validation/validation.go. */
import type * as core from "../../../k8s/core/v1.js";
import { required } from "../../../core/field-error.js";
import { objectOf } from "../../api-object.js";
import { driverName } from "../pods/volume-sources.js";
import { must, rule } from "../rules/index.js";
import { validateNoBacksteps } from "../validation/paths.js";
import { iscsi } from "./iscsi.js";
import { plugins, source } from "./plugin-sources.js";

const secret: rule.Table<core.SecretReference> = [
  rule.text("name", must.beSet(), must.beSubdomain),
  rule.text("namespace", must.beSet(), must.beLabel),
];

/** The sources in validation order. */
export const persistentOrder = [
  ...["hostPath", "gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "flocker", "nfs", "rbd", "quobyte"],
  ...["cephfs", "iscsi", "cinder", "fc", "flexVolume", "azureFile", "vsphereVolume", "photonPersistentDisk"],
  ...["portworxVolume", "azureDisk", "scaleIO", "local", "storageos", "csi"],
];

export const persistentSources = {
  ...plugins,
  iscsi,
  glusterfs: source<core.GlusterfsPersistentVolumeSource>(
    rule.required("endpoints", "path"),
    rule.textPointer(
      "endpointsNamespace",
      [(name) => name !== "", "if the endpointnamespace is set, it must be a valid namespace name"],
      must.beLabel,
    ),
  ),
  azureFile: source<core.AzureFilePersistentVolumeSource>(
    rule.required("secretName", "shareName"),
    rule.textPointer("secretNamespace", must.beSet()),
  ),
  local: source<core.LocalVolumeSource>(rule.text("path", must.beSet(), validateNoBacksteps), ({ parent }) =>
    parent === undefined || objectOf(parent.object, "nodeAffinity") !== undefined
      ? []
      : [required(`${parent.path}.nodeAffinity`, "Local volume requires node affinity")],
  ),
  /** Validates the secrets that a controller or a node reads, except the secret for staging. */
  csi: source<core.CSIPersistentVolumeSource>(
    rule.text("driver", driverName),
    rule.required("volumeHandle"),
    rule.optional("controllerPublishSecretRef", secret),
    rule.optional("controllerExpandSecretRef", secret),
    rule.optional("nodePublishSecretRef", secret),
    rule.optional("nodeExpandSecretRef", secret),
  ),
};
