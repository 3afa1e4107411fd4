/** What PersistentVolumes are made from. Source: ValidatePersistentVolumeSpec in pkg/apis/core/validation/validation.go. */
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, textOf } from "../../json-fields.js";
import { validateDriverName } from "../pods/volume-sources.js";
import { checkDns1123Label, checkDns1123Subdomain, nameIsDnsLabel } from "../validation/names.js";
import { validateNoBacksteps } from "../validation/paths.js";
import { faultsAt, validateRequired } from "../validation/values.js";
import { validateIscsi } from "./iscsi.js";
import {
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
} from "./plugin-sources.js";

interface PersistentSource {
  readonly name: string;
  /** How it is named when it is one too many, where that differs. */
  readonly shownAs?: string;
  /** How it is named where its fields are at fault, where that differs. */
  readonly shownInside?: string;
  readonly validate: (source: JsonObject, path: string, volumeName: string) => FieldError[];
}

/** In the order in which they are checked. */
export const persistentSources: readonly PersistentSource[] = [
  { name: "hostPath", validate: validateHostPath },
  { name: "gcePersistentDisk", shownInside: "persistentDisk", validate: validateDisk("pdName") },
  { name: "awsElasticBlockStore", validate: validateDisk("volumeID") },
  { name: "glusterfs", validate: validateGluster },
  { name: "flocker", validate: validateFlocker },
  { name: "nfs", validate: validateNfs },
  { name: "rbd", validate: validateCephBlockDevice },
  { name: "quobyte", validate: validateQuobyte },
  { name: "cephfs", shownAs: "cephFS", validate: validateMonitors },
  { name: "iscsi", validate: validateIscsi },
  { name: "cinder", validate: withSecret(withRequired("volumeID")) },
  { name: "fc", validate: validateFibreChannel },
  { name: "flexVolume", validate: validateFlex },
  { name: "azureFile", validate: validateAzureFile },
  { name: "vsphereVolume", validate: withRequired("volumePath") },
  { name: "photonPersistentDisk", validate: withRequired("pdID") },
  { name: "portworxVolume", validate: withRequired("volumeID") },
  { name: "azureDisk", validate: validateAzureDisk },
  { name: "scaleIO", validate: withRequired("gateway", "system", "volumeName") },
  { name: "local", validate: validateLocal },
  { name: "storageos", validate: withSecret(validateStorageOs) },
  { name: "csi", validate: validateCsi },
];

function withSecret(validate: (source: JsonObject, path: string) => FieldError[]): PersistentSource["validate"] {
  return (source, path) => [...validate(source, path), ...validateSecretReference(source, path, "name", "namespace")];
}

function validateGluster(source: JsonObject, path: string): FieldError[] {
  const { endpointsNamespace } = source;
  const at = `${path}.endpointsNamespace`;
  const detail = "if the endpointnamespace is set, it must be a valid namespace name";
  const validateNamespace = (name: string): FieldError[] =>
    name === "" ? [invalid(at, name, detail)] : faultsAt(at, name, nameIsDnsLabel(name, false));
  return [
    ...withRequired("endpoints", "path")(source, path),
    ...(typeof endpointsNamespace === "string" ? validateNamespace(endpointsNamespace) : []),
  ];
}

function validateAzureFile(source: JsonObject, path: string): FieldError[] {
  return [
    ...withRequired("secretName", "shareName")(source, path),
    ...(source["secretNamespace"] === "" ? [required(`${path}.secretNamespace`)] : []),
  ];
}

function validateLocal(source: JsonObject, path: string): FieldError[] {
  const target = textOf(source, "path");
  return target === "" ? [required(`${path}.path`)] : validateNoBacksteps(target, `${path}.path`);
}

/** Of the secrets that are read by a controller or a node; which one of a stage is, is not looked at. */
const csiSecrets = [
  ...["controllerPublishSecretRef", "controllerExpandSecretRef", "nodePublishSecretRef", "nodeExpandSecretRef"],
];

function validateCsi(source: JsonObject, path: string): FieldError[] {
  return [
    ...validateDriverName(textOf(source, "driver"), `${path}.driver`),
    ...validateRequired(source, "volumeHandle", path),
    ...csiSecrets.flatMap((name) => validateCsiSecret(objectOf(source, name), `${path}.${name}`)),
  ];
}

function validateCsiSecret(secret: JsonObject | undefined, path: string): FieldError[] {
  if (secret === undefined) return [];
  const [name, namespace] = [textOf(secret, "name"), textOf(secret, "namespace")];
  return [
    ...(name === "" ? [required(`${path}.name`)] : faultsAt(`${path}.name`, name, checkDns1123Subdomain(name))),
    ...(namespace === ""
      ? [required(`${path}.namespace`)]
      : faultsAt(`${path}.namespace`, namespace, checkDns1123Label(namespace))),
  ];
}
