/** The mounts of a container. Source: ValidateVolumeMounts in pkg/apis/core/validation/validation.go. */
import type { VolumeDevice, VolumeMount } from "../../../k8s/core/v1.js";
import { notFound } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { isSet, objectOf, objectsOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { validateDescendingPath } from "../validation/paths.js";

/** The valid volumes of a pod, by name. */
export type Volumes = ReadonlyMap<string, JsonObject>;

interface VolumeContext {
  readonly volumes: Volumes;
}

/** Rejects a value that also appears in the container's other list. */
function notBeIn(list: string, field: string, detail: string): rule.Demand<string> {
  return [
    (value, { parent }) => !objectsOf(parent?.object, list).some((other) => textOf(other, field) === value),
    detail,
  ];
}

const beVolume: rule.Check<string, VolumeContext> = (name, path, { context: { volumes } }) =>
  volumes.has(name) ? [] : [notFound(path, name)];

/** As in Kubernetes, some paths omit the index. */
export const mounts: rule.Table<VolumeMount, VolumeContext> = [
  rule.text("name", must.beSet()),
  rule.text("name", beVolume),
  rule.text("mountPath", must.beSet()),
  rule.text("mountPath", must.beUnique("must be unique")),
  rule.text("name", notBeIn("volumeDevices", "name", "must not already exist in volumeDevices")),
  rule.text("mountPath", notBeIn("volumeDevices", "devicePath", "must not already exist as a path in volumeDevices")),
  rule.atList(rule.optionalText("subPath", validateDescendingPath)),
  rule.invalidIf(
    "subPathExpr",
    "subPathExpr and subPath are mutually exclusive",
    (mount) => textOf(mount, "subPath") !== "" && textOf(mount, "subPathExpr") !== "",
  ),
  rule.atList(
    rule.optionalText("subPathExpr", validateDescendingPath),
    rule.textPointer("mountPropagation", must.beOneOf("Bidirectional", "HostToContainer", "None")),
    rule.forbiddenIf(
      "mountPropagation",
      "Bidirectional mount propagation is available only to privileged containers",
      (mount, { parent }) =>
        mount["mountPropagation"] === "Bidirectional" &&
        !isSet(objectOf(parent?.object, "securityContext"), "privileged"),
    ),
    rule.textPointer("recursiveReadOnly", must.beOneOf("Disabled", "Enabled", "IfPossible")),
    rule.when(
      ({ recursiveReadOnly: mode }) => mode === "Enabled" || mode === "IfPossible",
      rule.forbiddenIf(
        "recursiveReadOnly",
        "may only be specified when readOnly is true",
        (mount) => !isSet(mount, "readOnly"),
      ),
      rule.forbiddenIf(
        "recursiveReadOnly",
        "may only be specified when mountPropagation is None or not specified",
        (mount) => !["", "None"].includes(textOf(mount, "mountPropagation")),
      ),
    ),
  ),
];

export const devices: rule.Table<VolumeDevice, VolumeContext> = [
  rule.text("name", must.beSet()),
  rule.optionalText("name", must.beUnique("must be unique")),
  rule.text("name", [
    (name, { context: { volumes } }) => {
      const volume = volumes.get(name);
      return (
        volume?.["persistentVolumeClaim"] !== undefined || volume?.["ephemeral"] !== undefined || !volumes.has(name)
      );
    },
    "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode",
  ]),
  rule.text("name", beVolume),
  rule.text("devicePath", must.beSet()),
  rule.text(
    "devicePath",
    [(target) => !target.split("/").includes(".."), "can not contain backsteps ('..')"],
    must.beUnique("must be unique"),
  ),
  rule.text("name", notBeIn("volumeMounts", "name", "must not already exist in volumeMounts")),
  rule.text("devicePath", notBeIn("volumeMounts", "mountPath", "must not already exist as a path in volumeMounts")),
];
