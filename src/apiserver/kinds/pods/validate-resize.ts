/** Source: ValidatePodResize in pkg/apis/core/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, objectOf, objectsOf, textOf } from "../../api-object.js";
import { type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { copyField, isSame } from "../common-strategy.js";
import { specOf, statusOf } from "../workload-parts.js";
import { qosClassOf } from "./pod-resources.js";
import { isMirror } from "./validate-pod-annotations.js";
import { validateWhole } from "./validate-pod.js";

const onlyScalable = "only cpu and memory resources are mutable";
const noPodLevel =
  "resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled";

export function validateResize(object: ApiObject, old: ApiObject, version: KubernetesVersion): FieldError[] {
  const [spec, oldSpec] = [specOf(object), specOf(old)];
  if (isMirror(old)) return [forbidden("[]", "static pods cannot be resized")];
  if (textOf(objectOf(oldSpec, "os"), "name") === "windows") {
    return [forbidden("[]", "windows pods cannot be resized")];
  }
  const qosClass = textOf(statusOf(object), "qosClass");
  const faults = [
    ...validateWhole(object),
    ...(qosClassOf(spec) === (textOf(statusOf(old), "qosClass") || qosClassOf(oldSpec))
      ? []
      : [invalid("spec", qosClass, "Pod QOS Class may not change as a result of resizing")]),
    ...(isNodeAble(old) ? [] : [forbidden("spec", "Pod running on node without support for resize")]),
  ];
  if (hasPodLevel(spec) || hasPodLevel(oldSpec)) {
    if (!isSince(version, "1.37")) return [...faults, forbidden("[]", noPodLevel)];
    faults.push(...validatePodLevel(objectOf(spec, "resources"), objectOf(oldSpec, "resources")));
  }
  const order = ["containers", "initContainers"].flatMap((list) => validateOrder(spec, oldSpec, list));
  if (order.length > 0) return [...faults, ...order];
  faults.push(
    ...["initContainers", "containers"].flatMap((list) => validateRemoved(spec, oldSpec, list, version)),
    ...validateOnlyResources(spec, oldSpec, version),
  );
  return faults;
}

/** A node that reports the resources of a container can change them. */
function isNodeAble(pod: ApiObject): boolean {
  const running = objectsOf(statusOf(pod), "containerStatuses").find(
    (status) => objectOf(objectOf(status, "state"), "running") !== undefined,
  );
  return running === undefined || objectOf(running, "resources") !== undefined;
}

function hasPodLevel(spec: JsonObject): boolean {
  const resources = objectOf(spec, "resources");
  return ["requests", "limits"].some((name) => Object.keys(objectOf(resources, name) ?? {}).length > 0);
}

function validateOrder(spec: JsonObject, old: JsonObject, list: string): FieldError[] {
  const containers = objectsOf(spec, list);
  const before = objectsOf(old, list);
  if (containers.length !== before.length) {
    return [forbidden(`spec.${list}`, `${list} may not be added or removed on resize`)];
  }
  return before.flatMap((container, index) =>
    textOf(container, "name") === textOf(containers[index], "name")
      ? []
      : [forbidden(`spec.${list}[${index}].name`, `${list} may not be renamed or reordered on resize`)],
  );
}

/** The resources of a whole pod can change since 1.36 (InPlacePodLevelResourcesVerticalScaling). */
function validatePodLevel(now: JsonObject | undefined, before: JsonObject | undefined): FieldError[] {
  if (now === undefined) return [forbidden("spec.resources", "pod-level resources cannot be removed")];
  const kept = withOldScalable({ resources: now }, { resources: before ?? {} })["resources"];
  const detail = "only cpu and memory resources are mutable at pod-level";
  return [
    ...removedFrom(now, before).map((name) =>
      forbidden(`spec.resources.${name}`, `pod-level resource ${name} cannot be removed`),
    ),
    ...(isSame(kept, before ?? {}) ? [] : [forbidden("spec", detail)]),
  ];
}

function removedFrom(now: JsonObject | undefined, before: JsonObject | undefined): readonly string[] {
  return ["requests", "limits"].filter((name) => {
    const kept = objectOf(now, name) ?? {};
    return Object.keys(objectOf(before, name) ?? {}).some((key) => kept[key] === undefined);
  });
}

function validateRemoved(spec: JsonObject, old: JsonObject, list: string, version: KubernetesVersion): FieldError[] {
  return objectsOf(old, list).flatMap((before, index) => {
    if (list === "initContainers" && !isResizable(before, version)) return [];
    const resources = objectOf(objectsOf(spec, list)[index], "resources");
    return removedFrom(resources, objectOf(before, "resources")).map((name) =>
      forbidden(`spec.${list}[${index}].resources.${name}`, `resource ${name} cannot be removed`),
    );
  });
}

/** Init containers that end can be resized since 1.36 (InPlacePodVerticalScalingInitContainers). */
function isResizable(initContainer: JsonObject, version: KubernetesVersion): boolean {
  return isSince(version, "1.37") || textOf(initContainer, "restartPolicy") === "Always";
}

function validateOnlyResources(spec: JsonObject, old: JsonObject, version: KubernetesVersion): FieldError[] {
  const isUnchanged = (container: JsonObject, before: JsonObject | undefined): boolean =>
    isSame(withOldScalable(container, before ?? {}), before);
  return [
    ...objectsOf(spec, "containers").flatMap((container, index) =>
      isUnchanged(container, objectsOf(old, "containers")[index]) ? [] : [forbidden("spec", onlyScalable)],
    ),
    ...objectsOf(spec, "initContainers").flatMap((container, index) => {
      const before = objectsOf(old, "initContainers")[index];
      if (isSince(version, "1.37"))
        return validateInitContainer(container, before ?? {}, `spec.initContainers[${index}]`);
      if (!isResizable(container, version)) {
        const detail = "resources for non-sidecar init containers are immutable";
        return isSame(container, before) ? [] : [forbidden("spec", detail)];
      }
      const detail = "only cpu and memory resources for sidecar containers are mutable";
      return isUnchanged(container, before) ? [] : [forbidden("spec", detail)];
    }),
  ];
}

function validateInitContainer(container: JsonObject, before: JsonObject, path: string): FieldError[] {
  const restarts = objectsOf(container, "resizePolicy").filter(
    (each) => textOf(each, "restartPolicy") === "RestartContainer",
  );
  const isFixed = textOf(container, "restartPolicy") !== "Always" && !isSame(container, before);
  return [
    ...(isSame(withOldScalable(container, before), before)
      ? []
      : [forbidden(path, "only cpu and memory resources for init or sidecar containers are mutable")]),
    ...(isFixed ? restarts : []).map(() =>
      forbidden(path, "non-sidecar init containers with a resize policy of RestartContainer cannot be resized"),
    ),
  ];
}

/** Returns the container with the old amounts of the resources that can change while it runs. */
function withOldScalable(container: JsonObject, old: JsonObject): JsonObject {
  const [resources, before] = [objectOf(container, "resources") ?? {}, objectOf(old, "resources") ?? {}];
  const kept: JsonObject = {};
  for (const name of ["limits", "requests"]) {
    const list = { ...objectOf(resources, name) };
    for (const scalable of ["cpu", "memory"]) copyField(list, objectOf(before, name) ?? {}, scalable);
    if (Object.keys(list).length > 0 || before[name] !== undefined) kept[name] = list;
  }
  return { ...container, resources: kept };
}
