/** What volumes of pods are made from. Source: pkg/apis/core/validation/validation.go. */
import { type FieldError, forbidden, invalid, required, tooLong } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, objectsOf, textMapOf, textOf } from "../../json-fields.js";
import { validateAnnotations, validateLabels } from "../validation/labels.js";
import { validateDescendingPath, validateNonReservedPath } from "../validation/paths.js";
import { checkDns1123Subdomain, nameIsDnsSubdomain } from "../validation/names.js";
import { faultsAt, validateRequired } from "../validation/values.js";
import { validateIscsi } from "../volumes/iscsi.js";
import {
  type SourceCheck,
  validateAzureDisk,
  validateCephBlockDevice,
  validateDisk,
  validateFibreChannel,
  validateFlex,
  validateFlocker,
  validateHostPath,
  validateMonitors,
  validateNfs,
  validateQuobyte,
  validateSecretReference,
  validateStorageOs,
  withRequired,
} from "../volumes/plugin-sources.js";
import { validateClaimSpec } from "../volumes/validate-claim-spec.js";
import { validatePullPolicy } from "./validate-containers.js";
import { validateFieldReference, validateResourceReference } from "./validate-downward-api.js";

interface VolumeSource {
  readonly name: string;
  /** How it is named when it is one too many, where that differs. */
  readonly shownAs?: string;
  /** How it is named where its fields are at fault, where that differs. */
  readonly shownInside?: string;
  readonly validate: SourceCheck;
}

/** In the order in which they are checked; the first one is the volume's, the others are too many. */
export const volumeSources: readonly VolumeSource[] = [
  { name: "hostPath", validate: validateHostPath },
  { name: "gitRepo", validate: validateGitRepo },
  { name: "gcePersistentDisk", shownInside: "persistentDisk", validate: validateDisk("pdName") },
  { name: "awsElasticBlockStore", validate: validateDisk("volumeID") },
  { name: "secret", validate: validateSecret },
  { name: "nfs", validate: validateNfs },
  { name: "iscsi", validate: (source, path) => validateIscsi(source, path, undefined) },
  { name: "glusterfs", validate: withRequired("endpoints", "path") },
  { name: "flocker", validate: validateFlocker },
  { name: "persistentVolumeClaim", validate: withRequired("claimName") },
  { name: "rbd", validate: validateCephBlockDevice },
  { name: "cinder", validate: withSecret(withRequired("volumeID")) },
  { name: "cephfs", shownAs: "cephFS", validate: validateMonitors },
  { name: "quobyte", validate: validateQuobyte },
  { name: "downwardAPI", shownAs: "downwarAPI", validate: validateDownwardApi },
  { name: "fc", validate: validateFibreChannel },
  { name: "flexVolume", validate: validateFlex },
  { name: "configMap", validate: validateConfigMap },
  { name: "azureFile", validate: withRequired("secretName", "shareName") },
  { name: "vsphereVolume", validate: withRequired("volumePath") },
  { name: "photonPersistentDisk", validate: withRequired("pdID") },
  { name: "portworxVolume", validate: withRequired("volumeID") },
  { name: "azureDisk", validate: validateAzureDisk },
  { name: "storageos", validate: withSecret(validateStorageOs) },
  { name: "projected", validate: validateProjected },
  { name: "scaleIO", validate: withRequired("gateway", "system", "volumeName") },
  { name: "csi", validate: validateCsi },
  { name: "ephemeral", validate: validateEphemeral },
  { name: "image", validate: validateImage },
];

function withSecret(validate: SourceCheck): SourceCheck {
  return (source, path) => [...validate(source, path), ...validateSecretReference(source, path, "name")];
}

function validateGitRepo(source: JsonObject, path: string): FieldError[] {
  return [
    ...validateRequired(source, "repository", path),
    ...validateDescendingPath(textOf(source, "directory"), `${path}.directory`),
  ];
}

function validateMode(source: JsonObject, name: string, path: string): FieldError[] {
  const mode = numberOf(source, name) ?? 0;
  if (mode >= 0 && mode <= 0o777) return [];
  const detail = "must be a number between 0 and 0777 (octal), both inclusive";
  return [invalid(`${path}.${name}`, mode, detail)];
}

function validateItems(source: JsonObject, path: string): FieldError[] {
  return objectsOf(source, "items").flatMap((item, index) => {
    const at = `${path}[${index}]`;
    return [
      ...validateRequired(item, "key", at),
      ...validateRequired(item, "path", at),
      ...validateNonReservedPath(textOf(item, "path"), `${at}.path`),
      ...validateMode(item, "mode", at),
    ];
  });
}

function validateSecret(source: JsonObject, path: string): FieldError[] {
  return [
    ...validateRequired(source, "secretName", path),
    ...validateMode(source, "defaultMode", path),
    ...validateItems(source, `${path}.items`),
  ];
}

function validateConfigMap(source: JsonObject, path: string): FieldError[] {
  return [
    ...validateRequired(source, "name", path),
    ...validateMode(source, "defaultMode", path),
    ...validateItems(source, `${path}.items`),
  ];
}

const volumeFields = ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

/** Files have no index in their paths: so it is in Kubernetes. */
function validateDownwardFile(file: JsonObject, path: string): FieldError[] {
  const field = objectOf(file, "fieldRef");
  const resource = objectOf(file, "resourceFieldRef");
  return [
    ...validateRequired(file, "path", path),
    ...validateNonReservedPath(textOf(file, "path"), `${path}.path`),
    ...(field === undefined ? [] : validateFieldReference(field, volumeFields, `${path}.fieldRef`)),
    ...(field !== undefined && resource !== undefined
      ? [invalid(path, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously")]
      : []),
    ...(field === undefined && resource !== undefined
      ? validateResourceReference(resource, `${path}.resourceFieldRef`, { needsContainer: true })
      : []),
    ...(field === undefined && resource === undefined
      ? [required(path, "one of fieldRef and resourceFieldRef is required")]
      : []),
    ...validateMode(file, "mode", path),
  ];
}

function validateDownwardApi(source: JsonObject, path: string): FieldError[] {
  const files = objectsOf(source, "items").flatMap((file) => validateDownwardFile(file, path));
  return [...validateMode(source, "defaultMode", path), ...files];
}

function validateProjected(source: JsonObject, path: string): FieldError[] {
  const paths = new Set<string>();
  const validateUnique = (target: string, shown: string): FieldError[] => {
    if (target === "") return [];
    const isTaken = paths.has(target);
    paths.add(target);
    return isTaken ? [invalid(path, shown, "conflicting duplicate paths")] : [];
  };
  const faults = objectsOf(source, "sources").flatMap((projection, index) => {
    const at = `${path}.sources[${index}]`;
    const given = Object.keys(projection).filter((name) => objectOf(projection, name) !== undefined);
    return [
      ...["secret", "configMap"].flatMap((name) => {
        const items = objectOf(projection, name);
        if (items === undefined) return [];
        const owner = textOf(items, "name");
        return [
          ...validateRequired(items, "name", `${at}.${name}`),
          ...validateItems(items, `${at}.${name}.items`),
          ...objectsOf(items, "items").flatMap((item) => validateUnique(textOf(item, "path"), owner)),
        ];
      }),
      ...objectsOf(objectOf(projection, "downwardAPI"), "items").flatMap((file) => {
        const target = textOf(file, "path");
        return [...validateDownwardFile(file, `${at}.downwardAPI`), ...validateUnique(target, target)];
      }),
      ...validateToken(objectOf(projection, "serviceAccountToken"), `${at}.serviceAccountToken`, path),
      ...(given.length > 1 ? [forbidden(at, "may not specify more than 1 volume type per source")] : []),
    ];
  });
  return [...validateMode(source, "defaultMode", path), ...faults];
}

function validateToken(token: JsonObject | undefined, path: string, volumePath: string): FieldError[] {
  if (token === undefined) return [];
  const seconds = numberOf(token, "expirationSeconds") ?? 0;
  const target = textOf(token, "path");
  const at = `${path}.expirationSeconds`;
  return [
    ...(seconds < 600 ? [invalid(at, seconds, "may not specify a duration less than 10 minutes")] : []),
    ...(seconds > 2 ** 32 ? [invalid(at, seconds, "may not specify a duration larger than 2^32 seconds")] : []),
    ...(target === "" ? [required(`${volumePath}.path`)] : validateNonReservedPath(target, `${volumePath}.path`)),
  ];
}

function validateCsi(source: JsonObject, path: string): FieldError[] {
  const driver = textOf(source, "driver");
  const secret = objectOf(source, "nodePublishSecretRef");
  const name = textOf(secret, "name");
  const validateSecretName = (): FieldError[] =>
    name === ""
      ? [required(`${path}.nodePublishSecretRef.name`)]
      : faultsAt(`${path}.name`, name, nameIsDnsSubdomain(name, false));
  return [...validateDriverName(driver, `${path}.driver`), ...(secret === undefined ? [] : validateSecretName())];
}

/** Of a CSI driver. */
export function validateDriverName(driver: string, path: string): FieldError[] {
  if (driver === "") return [required(path)];
  return [
    ...(Buffer.byteLength(driver) > 63 ? [tooLong(path, 63)] : []),
    ...faultsAt(path, driver, checkDns1123Subdomain(driver.toLowerCase())),
  ];
}

/** Source: ValidatePersistentVolumeClaimTemplate, which knows of no other metadata. */
function validateEphemeral(source: JsonObject, path: string): FieldError[] {
  const claim = objectOf(source, "volumeClaimTemplate");
  const at = `${path}.volumeClaimTemplate`;
  if (claim === undefined) return [required(at)];
  const metadata = objectOf(claim, "metadata");
  const others = Object.keys(metadata ?? {}).filter((name) => !["labels", "annotations"].includes(name));
  return [
    ...validateAnnotations(textMapOf(metadata, "annotations"), `${at}.metadata.annotations`),
    ...validateLabels(textMapOf(metadata, "labels"), `${at}.metadata.labels`),
    ...others.map((name) => forbidden(`${at}.metadata.${name}`, "cannot be set")),
    ...validateClaimSpec(objectOf(claim, "spec"), `${at}.spec`),
  ];
}

/** A template may leave open which image. */
function validateImage(source: JsonObject, path: string): FieldError[] {
  return validatePullPolicy(textOf(source, "pullPolicy"), `${path}.pullPolicy`);
}
