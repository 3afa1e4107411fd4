/** Sources of data that volumes of pods and PersistentVolumes share. Source: pkg/apis/core/validation/validation.go. */
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { listOf, numberOf, objectOf, textMapOf, textOf, textsOf } from "../../json-fields.js";
import { validateNoBacksteps } from "../validation/paths.js";
import { checkDns1123Label } from "../validation/names.js";
import { faultsAt, validateRequired } from "../validation/values.js";
import { validateLun } from "./iscsi.js";

export type SourceCheck = (source: JsonObject, path: string) => FieldError[];

export function withRequired(...names: readonly string[]): SourceCheck {
  return (source, path) => names.flatMap((name) => validateRequired(source, name, path));
}

const hostPathTypes = [
  ...["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"],
];

export function validateHostPath(source: JsonObject, path: string): FieldError[] {
  const target = textOf(source, "path");
  const type = textOf(source, "type");
  if (target === "") return [required(`${path}.path`)];
  return [
    ...validateNoBacksteps(target, `${path}.path`),
    ...(hostPathTypes.includes(type) ? [] : [notSupported(`${path}.type`, type, hostPathTypes)]),
  ];
}

export function validateNfs(source: JsonObject, path: string): FieldError[] {
  const target = textOf(source, "path");
  return [
    ...validateRequired(source, "server", path),
    ...validateRequired(source, "path", path),
    ...(target.startsWith("/") ? [] : [invalid(`${path}.path`, target, "must be an absolute path")]),
  ];
}

/** Of a disk that is named by one field. */
export function validateDisk(name: string): SourceCheck {
  return (source, path) => {
    const partition = numberOf(source, "partition") ?? 0;
    const isPartition = partition >= 0 && partition <= 255;
    return [
      ...validateRequired(source, name, path),
      ...(isPartition ? [] : [invalid(`${path}.partition`, partition, "must be between 1 and 255, inclusive")]),
    ];
  };
}

export function validateFlocker(source: JsonObject, path: string): FieldError[] {
  const name = textOf(source, "datasetName");
  const hasUuid = textOf(source, "datasetUUID") !== "";
  return [
    ...(name === "" && !hasUuid ? [required(path, "one of datasetName and datasetUUID is required")] : []),
    ...(name !== "" && hasUuid
      ? [invalid(path, "resource", "datasetName and datasetUUID can not be specified simultaneously")]
      : []),
    ...(name.includes("/") ? [invalid(`${path}.datasetName`, name, "must not contain '/'")] : []),
  ];
}

export function validateCephBlockDevice(source: JsonObject, path: string): FieldError[] {
  return [...validateMonitors(source, path), ...validateRequired(source, "image", path)];
}

export function validateMonitors(source: JsonObject, path: string): FieldError[] {
  return listOf(source, "monitors").length === 0 ? [required(`${path}.monitors`)] : [];
}

export function validateQuobyte(source: JsonObject, path: string): FieldError[] {
  const registry = textOf(source, "registry");
  const pairs = "must be a host:port pair or multiple pairs separated by commas";
  const validateRegistry = (): FieldError[] => {
    if (registry === "") return [required(`${path}.registry`, pairs)];
    if (Buffer.byteLength(textOf(source, "tenant")) >= 65) {
      return [required(`${path}.tenant`, "must be a UUID and may not exceed a length of 64 characters")];
    }
    const wrong = registry.split(",").filter((pair) => !/^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair));
    return wrong.map(() => invalid(`${path}.registry`, registry, pairs));
  };
  return [...validateRegistry(), ...validateRequired(source, "volume", path)];
}

export function validateFibreChannel(source: JsonObject, path: string): FieldError[] {
  const names = [...textsOf(source, "targetWWNs")];
  const ids = textsOf(source, "wwids");
  const lun = numberOf(source, "lun");
  const at = `${path}.targetWWNs`;
  const validateNumber = (): FieldError[] => {
    if (names.length === 0) return [];
    if (lun === undefined) return [required(`${path}.lun`, "lun is required if targetWWNs is specified")];
    return validateLun(lun, `${path}.lun`);
  };
  return [
    ...(names.length + ids.length === 0 ? [required(at, "must specify either targetWWNs or wwids, but not both")] : []),
    ...(names.length > 0 && ids.length > 0
      ? [invalid(at, names, "targetWWNs and wwids can not be specified simultaneously")]
      : []),
    ...validateNumber(),
  ];
}

export function validateFlex(source: JsonObject, path: string): FieldError[] {
  const isReserved = (key: string): boolean => {
    const [domain = ""] = key.split("/");
    const normalized = `.${domain.toLowerCase()}`;
    return normalized.endsWith(".kubernetes.io") || normalized.endsWith(".k8s.io");
  };
  return [
    ...validateRequired(source, "driver", path),
    ...Object.keys(textMapOf(source, "options"))
      .filter(isReserved)
      .map((key) => invalid(`${path}.options[${key}]`, key, "kubernetes.io and k8s.io namespaces are reserved")),
  ];
}

const cachingModes = ["None", "ReadOnly", "ReadWrite"];
const diskKinds = ["Dedicated", "Managed", "Shared"];
const managedForm = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const blobForm = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

export function validateAzureDisk(source: JsonObject, path: string): FieldError[] {
  const uri = textOf(source, "diskURI");
  const { kind, cachingMode } = source;
  const [start, form] = kind === "Managed" ? ["/subscriptions/", managedForm] : ["https://", blobForm];
  return [
    ...validateRequired(source, "diskName", path),
    ...validateRequired(source, "diskURI", path),
    ...(typeof cachingMode === "string" && !cachingModes.includes(cachingMode)
      ? [notSupported(`${path}.cachingMode`, cachingMode, cachingModes)]
      : []),
    ...(typeof kind === "string" && !diskKinds.includes(kind) ? [notSupported(`${path}.kind`, kind, diskKinds)] : []),
    ...(typeof kind === "string" && !uri.startsWith(start) ? [notSupported(`${path}.diskURI`, uri, [form])] : []),
  ];
}

export function validateStorageOs(source: JsonObject, path: string): FieldError[] {
  const name = textOf(source, "volumeName");
  const namespace = textOf(source, "volumeNamespace");
  return [
    ...(name === "" ? [required(`${path}.volumeName`)] : faultsAt(`${path}.volumeName`, name, checkDns1123Label(name))),
    ...(namespace === "" ? [] : faultsAt(`${path}.volumeNamespace`, namespace, checkDns1123Label(namespace))),
  ];
}

/** A secret that, where it is named at all, is named by these fields. */
export function validateSecretReference(source: JsonObject, path: string, ...names: readonly string[]): FieldError[] {
  const secret = objectOf(source, "secretRef");
  return secret === undefined ? [] : names.flatMap((name) => validateRequired(secret, name, `${path}.secretRef`));
}
