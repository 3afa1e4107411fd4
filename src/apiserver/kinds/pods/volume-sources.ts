/** The sources of pod volumes. Source: pkg/apis/core/validation/validation.go. */
import type * as core from "../../../k8s/core/v1.js";
import { forbidden, invalid, required, tooLong } from "../../../core/field-error.js";
import { objectOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { validateAnnotations, validateLabels } from "../validation/labels.js";
import { checkDns1123Subdomain } from "../validation/names.js";
import { validateDescendingPath, validateNonReservedPath } from "../validation/paths.js";
import { iscsi } from "../volumes/iscsi.js";
import { plugins, requires, source } from "../volumes/plugin-sources.js";
import { validateClaimSpec } from "../volumes/validate-claim-spec.js";
import { bePullPolicy } from "./validate-containers.js";
import { containerResourceReference, fieldReference } from "./validate-downward-api.js";

const beMode = must.beIn(0, 0o777, "must be a number between 0 and 0777 (octal), both inclusive");
const bePath = validateNonReservedPath;

const defaultMode: rule.Rule<{ defaultMode?: number }, unknown> = rule.number("defaultMode", beMode);
const items: rule.Rule<{ items?: core.KeyToPath[] }, unknown> = rule.each("items", [
  rule.required("key", "path"),
  rule.text("path", bePath),
  rule.number("mode", beMode),
]);

const volumeFields = ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

/** Kubernetes omits the list and the index from the paths of files. */
const downwardFile: rule.Rule<core.DownwardAPIVolumeFile, unknown> = rule.atList(
  rule.required("path"),
  rule.text("path", bePath),
  rule.optional("fieldRef", [fieldReference(volumeFields)]),
  rule.when(
    (file) => objectOf(file, "fieldRef") === undefined,
    rule.optional("resourceFieldRef", containerResourceReference),
  ),
  ({ object, path }) => {
    const { length } = rule.given(object, ["fieldRef", "resourceFieldRef"]);
    if (length === 0) return [required(path, "one of fieldRef and resourceFieldRef is required")];
    const detail = "fieldRef and resourceFieldRef can not be specified simultaneously";
    return length === 2 ? [invalid(path, "resource", detail)] : [];
  },
  rule.number("mode", beMode),
);

/** The file paths of all sources in a projected volume. */
interface ProjectedContext {
  readonly volumePath: string;
  readonly taken: Set<string>;
}

const beFree: rule.Check<string, ProjectedContext> = (target, _path, { context, parent }) => {
  const isTaken = context.taken.has(target);
  context.taken.add(target);
  const shown = parent?.object["name"] ?? (parent?.path.endsWith(".downwardAPI") === true ? target : "");
  return isTaken ? [invalid(context.volumePath, shown, "conflicting duplicate paths")] : [];
};

const projectedItems: rule.Table<core.SecretProjection & core.ConfigMapProjection, ProjectedContext> = [
  rule.required("name"),
  items,
  rule.each("items", [rule.optionalText("path", beFree)]),
];

const projection: rule.Table<core.VolumeProjection, ProjectedContext> = [
  rule.optional("secret", projectedItems),
  rule.optional("configMap", projectedItems),
  rule.optional("downwardAPI", [rule.each(["items", ""], [downwardFile, rule.optionalText("path", beFree)])]),
  rule.optional("serviceAccountToken", [
    rule.number("expirationSeconds", beTokenLife),
    rule.text("path", (target, _path, place) => {
      const path = `${place.context.volumePath}.path`;
      return target === "" ? [required(path)] : bePath(target, path);
    }),
  ]),
  ({ object, path }) =>
    rule.given(object, Object.keys(object)).length > 1
      ? [forbidden(path, "may not specify more than 1 volume type per source")]
      : [],
];

/** Checks the lifetime of a service account token, in seconds. */
export function beTokenLife(seconds: number, path: string): rule.Faults {
  if (seconds < 600) return [invalid(path, seconds, "may not specify a duration less than 10 minutes")];
  return seconds > 2 ** 32 ? [invalid(path, seconds, "may not specify a duration larger than 2^32 seconds")] : [];
}

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
  projected: source<core.ProjectedVolumeSource>(defaultMode, ({ object, path }) => {
    const context: ProjectedContext = { volumePath: path, taken: new Set() };
    return rule.judge<core.ProjectedVolumeSource, ProjectedContext>(
      [rule.each("sources", projection)],
      object,
      path,
      context,
    );
  }),
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
