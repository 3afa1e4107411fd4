/** Where a container mounts the pod's volumes. Source: ValidateVolumeMounts in pkg/apis/core/validation/validation.go. */
import { type FieldError, forbidden, invalid, notFound, notSupported, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { isSet, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { validateDescendingPath, validateNoBacksteps } from "../validation/paths.js";

/** The volumes of a pod that are valid, by name. */
export type Volumes = ReadonlyMap<string, JsonObject>;

export function validateMounts(container: JsonObject, volumes: Volumes, path: string): FieldError[] {
  const devices = objectsOf(container, "volumeDevices");
  const seen = new Set<string>();
  return objectsOf(container, "volumeMounts").flatMap((mount, index) => {
    const at = `${path}[${index}]`;
    const name = textOf(mount, "name");
    const mountPath = textOf(mount, "mountPath");
    const isRepeated = seen.has(mountPath);
    seen.add(mountPath);
    return [
      ...(name === "" ? [required(`${at}.name`)] : []),
      ...(volumes.has(name) ? [] : [notFound(`${at}.name`, name)]),
      ...(mountPath === "" ? [required(`${at}.mountPath`)] : []),
      ...(isRepeated ? [invalid(`${at}.mountPath`, mountPath, "must be unique")] : []),
      ...(devices.some((device) => textOf(device, "name") === name)
        ? [invalid(`${at}.name`, name, "must not already exist in volumeDevices")]
        : []),
      ...(devices.some((device) => textOf(device, "devicePath") === mountPath)
        ? [invalid(`${at}.mountPath`, mountPath, "must not already exist as a path in volumeDevices")]
        : []),
      // The paths below are without the index: so they are in Kubernetes.
      ...validateSubPaths(mount, path, at),
      ...validatePropagation(mount, container, `${path}.mountPropagation`),
      ...validateRecursiveReadOnly(mount, `${path}.recursiveReadOnly`),
    ];
  });
}

function validateSubPaths(mount: JsonObject, path: string, at: string): FieldError[] {
  const subPath = textOf(mount, "subPath");
  const expression = textOf(mount, "subPathExpr");
  return [
    ...(subPath === "" ? [] : validateDescendingPath(subPath, `${path}.subPath`)),
    ...(subPath !== "" && expression !== ""
      ? [invalid(`${at}.subPathExpr`, expression, "subPathExpr and subPath are mutually exclusive")]
      : []),
    ...(expression === "" ? [] : validateDescendingPath(expression, `${path}.subPathExpr`)),
  ];
}

const propagations = ["Bidirectional", "HostToContainer", "None"];

function validatePropagation(mount: JsonObject, container: JsonObject, path: string): FieldError[] {
  const propagation = mount["mountPropagation"];
  if (typeof propagation !== "string") return [];
  const isPrivileged = isSet(objectOf(container, "securityContext"), "privileged");
  return [
    ...(propagations.includes(propagation) ? [] : [notSupported(path, propagation, propagations)]),
    ...(propagation === "Bidirectional" && !isPrivileged
      ? [forbidden(path, "Bidirectional mount propagation is available only to privileged containers")]
      : []),
  ];
}

function validateRecursiveReadOnly(mount: JsonObject, path: string): FieldError[] {
  const mode = mount["recursiveReadOnly"];
  if (typeof mode !== "string" || mode === "Disabled") return [];
  if (mode !== "Enabled" && mode !== "IfPossible")
    return [notSupported(path, mode, ["Disabled", "Enabled", "IfPossible"])];
  const propagation = textOf(mount, "mountPropagation");
  return [
    ...(isSet(mount, "readOnly") ? [] : [forbidden(path, "may only be specified when readOnly is true")]),
    ...(propagation === "" || propagation === "None"
      ? []
      : [forbidden(path, "may only be specified when mountPropagation is None or not specified")]),
  ];
}

export function validateDevices(container: JsonObject, volumes: Volumes, path: string): FieldError[] {
  const mounts = objectsOf(container, "volumeMounts");
  const names = new Set<string>();
  const paths = new Set<string>();
  return objectsOf(container, "volumeDevices").flatMap((device, index) => {
    const at = `${path}[${index}]`;
    const name = textOf(device, "name");
    const devicePath = textOf(device, "devicePath");
    const volume = volumes.get(name);
    const isBlock = volume?.["persistentVolumeClaim"] !== undefined || volume?.["ephemeral"] !== undefined;
    const hasBacksteps = validateNoBacksteps(devicePath, "").length > 0;
    const faults = [
      ...(name === "" ? [required(`${at}.name`)] : []),
      ...(names.has(name) ? [invalid(`${at}.name`, name, "must be unique")] : []),
      ...(volume !== undefined && !isBlock
        ? [
            invalid(
              `${at}.name`,
              name,
              "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode",
            ),
          ]
        : []),
      ...(volume === undefined ? [notFound(`${at}.name`, name)] : []),
      ...(devicePath === "" ? [required(`${at}.devicePath`)] : []),
      ...(paths.has(devicePath) ? [invalid(`${at}.devicePath`, devicePath, "must be unique")] : []),
      ...(hasBacksteps ? [invalid(`${at}.devicePath`, devicePath, "can not contain backsteps ('..')")] : []),
      ...(mounts.some((mount) => textOf(mount, "name") === name)
        ? [invalid(`${at}.name`, name, "must not already exist in volumeMounts")]
        : []),
      ...(mounts.some((mount) => textOf(mount, "mountPath") === devicePath)
        ? [invalid(`${at}.devicePath`, devicePath, "must not already exist as a path in volumeMounts")]
        : []),
    ];
    if (!hasBacksteps) paths.add(devicePath);
    if (name !== "") names.add(name);
    return faults;
  });
}
