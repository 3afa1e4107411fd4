/** The sources of pod volumes. Source: pkg/apis/core/validation/validation.go. */
import type * as core from "../../../k8s/core/v1.js";
import { forbidden, invalid, required, tooLong } from "../../../core/field-error.js";
import { objectOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { validateAnnotations, validateLabels } from "../validation/labels.js";
import { checkDns1123Subdomain } from "../validation/names.js";
import { validateDescendingPath } from "../validation/paths.js";
import { iscsi } from "../volumes/iscsi.js";
import { plugins, requires, source } from "../volumes/plugin-sources.js";
import { validateClaimSpec } from "../volumes/validate-claim-spec.js";
import { projected } from "./projected-sources.js";
import { bePullPolicy } from "./validate-containers.js";
import { defaultMode, downwardFile, items } from "./volume-files.js";

/** Checks the name of a CSI driver. */
export const driverName: rule.PlainCheck<string> = (driver, path) => {
  if (driver === "") return [required(path)];
  return [
    ...(Buffer.byteLength(driver) > 63 ? [tooLong(path, 63)] : []),
    ...checkDns1123Subdomain(driver.toLowerCase()).map((fault) => invalid(path, driver, fault)),
  ];
};

/** The sources in validation order. */
export const volumeOrder = [
  ...["hostPath", "gitRepo", "gcePersistentDisk", "awsElasticBlockStore", "secret", "nfs", "iscsi", "glusterfs"],
  ...["flocker", "persistentVolumeClaim", "rbd", "cinder", "cephfs", "quobyte", "downwardAPI", "fc", "flexVolume"],
  ...["configMap", "azureFile", "vsphereVolume", "photonPersistentDisk", "portworxVolume", "azureDisk", "storageos"],
  ...["projected", "scaleIO", "csi", "ephemeral", "image"],
];

export const volumeSources = {
  ...plugins,
  iscsi,
  gitRepo: source<core.GitRepoVolumeSource>(
    rule.required("repository"),
    rule.text("directory", validateDescendingPath),
  ),
  secret: source<core.SecretVolumeSource>(rule.required("secretName"), defaultMode, items),
  configMap: source<core.ConfigMapVolumeSource>(rule.required("name"), defaultMode, items),
  glusterfs: requires("endpoints", "path"),
  persistentVolumeClaim: requires("claimName"),
  azureFile: requires("secretName", "shareName"),
  downwardAPI: {
    ...source<core.DownwardAPIVolumeSource>(defaultMode, rule.each(["items", ""], [downwardFile])),
    shownAs: "downwarAPI",
  },
  projected,
  csi: source<core.CSIVolumeSource>(
    rule.text("driver", driverName),
    rule.optional("nodePublishSecretRef", [
      rule.text("name", must.beSet(), (name, _path, { parent }) =>
        must.beSubdomain(name, `${parent?.path ?? ""}.name`),
      ),
    ]),
  ),
  /** Source: ValidatePersistentVolumeClaimTemplate, which allows no other metadata. */
  ephemeral: source<core.EphemeralVolumeSource>(
    rule.requiredObject("volumeClaimTemplate", "", [
      rule.object("metadata", [
        rule.textMap("annotations", validateAnnotations),
        rule.textMap("labels", validateLabels),
        ({ object, path }) =>
          Object.keys(object)
            .filter((name) => name !== "labels" && name !== "annotations")
            .map((name) => forbidden(`${path}.${name}`, "cannot be set")),
      ]),
      ({ object, path }) => validateClaimSpec(objectOf(object, "spec"), `${path}.spec`),
    ]),
  ),
  // A template may omit the image.
  image: source<core.ImageVolumeSource>(rule.text("pullPolicy", bePullPolicy)),
};
