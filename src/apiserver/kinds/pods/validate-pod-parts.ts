/** Writes to a part of a pod: status, resources, ephemeral containers. Source: pkg/apis/core/validation/validation.go. */
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid } from "../../field-error.js";
import type { JsonObject } from "../../json.js";
import { numberOf, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { immutable } from "../../objects/validate-metadata.js";
import { isSame } from "../common-strategy.js";
import { validateLabelName } from "../validation/labels.js";
import { nameIsDnsSubdomain } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";
import { specOf, statusOf } from "../workload-parts.js";
import { qosClassOf } from "./pod-resources.js";
import { validateAnnotationUpdates } from "./validate-pod-annotations.js";
import { validateWhole } from "./validate-pod.js";

const systemConditions = ["PodScheduled", "Ready", "Initialized"];

export function validatePodStatus(object: ApiObject, old: ApiObject): FieldError[] {
  const [status, oldStatus] = [statusOf(object), statusOf(old)];
  const nominated = textOf(status, "nominatedNodeName");
  const isNominated = nominated !== "" && nominated !== textOf(oldStatus, "nominatedNodeName");
  const boundDetail = "may not be set on pods that are already bound to a node";
  return [
    ...validateAnnotationUpdates(object.metadata, old.metadata, "metadata.annotations"),
    ...objectsOf(status, "conditions").flatMap((condition, index) =>
      validateCondition(condition, `status.conditions[${index}]`),
    ),
    ...(isNominated ? faultsAt("status.nominatedNodeName", nominated, nameIsDnsSubdomain(nominated, false)) : []),
    ...(isNominated && textOf(specOf(old), "nodeName") !== ""
      ? [forbidden("status.nominatedNodeName", boundDetail)]
      : []),
    ...validateObserved(status, "status"),
    ...immutable("status.qosClass", status["qosClass"], oldStatus["qosClass"]),
    ...["containerStatuses", "initContainerStatuses"].flatMap((list) =>
      validateTransitions(status, oldStatus, list, specOf(old)),
    ),
  ];
}

function validateObserved(holder: JsonObject, path: string): FieldError[] {
  const generation = numberOf(holder, "observedGeneration") ?? 0;
  return generation < 0 ? [invalid(`${path}.observedGeneration`, generation, "must be a non-negative integer")] : [];
}

function validateCondition(condition: JsonObject, path: string): FieldError[] {
  const type = textOf(condition, "type");
  return [
    ...validateObserved(condition, path),
    ...(systemConditions.includes(type) ? [] : validateLabelName(type, `${path}.Type`)),
  ];
}

/** A container that has ended and is not restarted stays so. */
function validateTransitions(status: JsonObject, old: JsonObject, list: string, spec: JsonObject): FieldError[] {
  const containers = objectsOf(spec, list === "containerStatuses" ? "containers" : "initContainers");
  return objectsOf(old, list).flatMap((before, index) => {
    const ended = objectOf(objectOf(before, "state"), "terminated");
    const now = objectsOf(status, list).find((each) => textOf(each, "name") === textOf(before, "name"));
    if (ended === undefined || now === undefined || objectOf(objectOf(now, "state"), "terminated") !== undefined)
      return [];
    const container = containers.find((each) => textOf(each, "name") === textOf(before, "name"));
    if (isRestarted(container, spec, numberOf(ended, "exitCode") ?? 0)) return [];
    return [forbidden(`status.${list}[${index}].state`, "may not be transitioned to non-terminated state")];
  });
}

function isRestarted(container: JsonObject | undefined, spec: JsonObject, exitCode: number): boolean {
  const own = textOf(container, "restartPolicy");
  const policy = own === "" ? textOf(spec, "restartPolicy") : own;
  return policy === "Always" || (policy === "OnFailure" && exitCode !== 0);
}

export function validateEphemeralUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const containers = objectsOf(specOf(object), "ephemeralContainers");
  const path = "spec.ephemeralContainers";
  return [
    ...validateWhole(object),
    ...objectsOf(specOf(old), "ephemeralContainers").flatMap((before) => {
      const name = textOf(before, "name");
      const now = containers.findLast((container) => textOf(container, "name") === name);
      const title = `existing ephemeral containers ${JSON.stringify(name)} may not be`;
      if (now === undefined) return [forbidden(path, `${title} removed\n`)];
      return isSame(now, before) ? [] : [forbidden(path, `${title} changed\n`)];
    }),
  ];
}

export function validateResize(object: ApiObject, old: ApiObject): FieldError[] {
  const [spec, oldSpec] = [specOf(object), specOf(old)];
  const faults = [
    ...validateWhole(object),
    ...(qosClassOf(spec) === textOf(statusOf(old), "qosClass")
      ? []
      : [
          invalid("spec", textOf(statusOf(object), "qosClass"), "Pod QOS Class may not change as a result of resizing"),
        ]),
  ];
  const order = ["containers", "initContainers"].flatMap((list) => validateOrder(spec, oldSpec, list));
  if (order.length > 0) return [...faults, ...order];
  return [
    ...faults,
    ...["initContainers", "containers"].flatMap((list) => validateRemoved(spec, oldSpec, list)),
    ...validateOnlyResources(spec, oldSpec),
  ];
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

function validateRemoved(spec: JsonObject, old: JsonObject, list: string): FieldError[] {
  return objectsOf(old, list).flatMap((before, index) => {
    if (list === "initContainers" && textOf(before, "restartPolicy") !== "Always") return [];
    const resources = objectOf(objectsOf(spec, list)[index], "resources");
    return ["requests", "limits"]
      .filter((name) => {
        const now = objectOf(resources, name) ?? {};
        return Object.keys(objectOf(objectOf(before, "resources"), name) ?? {}).some((key) => now[key] === undefined);
      })
      .map((name) => forbidden(`spec.${list}[${index}].resources.${name}`, `resource ${name} cannot be removed`));
  });
}

function validateOnlyResources(spec: JsonObject, old: JsonObject): FieldError[] {
  const isUnchanged = (container: JsonObject, before: JsonObject | undefined): boolean =>
    isSame(withoutScalable(container), withoutScalable(before ?? {}));
  const refuse = (detail: string): FieldError => forbidden("spec", detail);
  return [
    ...objectsOf(spec, "containers").flatMap((container, index) =>
      isUnchanged(container, objectsOf(old, "containers")[index])
        ? []
        : [refuse("only cpu and memory resources are mutable")],
    ),
    ...objectsOf(spec, "initContainers").flatMap((container, index) => {
      const before = objectsOf(old, "initContainers")[index];
      if (textOf(container, "restartPolicy") !== "Always") {
        return isSame(container, before) ? [] : [refuse("resources for non-sidecar init containers are immutable")];
      }
      return isUnchanged(container, before)
        ? []
        : [refuse("only cpu and memory resources for sidecar containers are mutable")];
    }),
  ];
}

/** A container without what may be scaled while it runs. */
function withoutScalable(container: JsonObject): JsonObject {
  const rest = { ...container };
  delete rest["resizePolicy"];
  const resources = objectOf(container, "resources") ?? {};
  const strip = (list: string): JsonObject =>
    Object.fromEntries(
      Object.entries(objectOf(resources, list) ?? {}).filter(([name]) => name !== "cpu" && name !== "memory"),
    );
  return { ...rest, resources: { ...resources, limits: strip("limits"), requests: strip("requests") } };
}
