/** Source: pkg/registry/core/pod/strategy.go. */
import type { JsonObject } from "../../../core/json.js";
import { ownOf } from "../../../core/own-members.js";
import type { KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import {
  type ApiObject,
  ensureObject,
  isSet,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  textMapOf,
  textOf,
} from "../../api-object.js";
import type { PartialUpdate } from "../../resource.js";
import { copyField, keepAllButStatus, keepMetadata, partialUpdate } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { selectable } from "../tables/cells.js";
import { generationOfSpec, nameWarnings, specOf, statusOf } from "../workload-parts.js";
import { podCells } from "./pod-cells.js";
import { setPodDefaults, setPodRequests } from "./pod-defaults.js";
import { fillPodResources } from "./pod-level-resources.js";
import { qosClassOf } from "./pod-resources.js";
import { resizeUpdate } from "./pod-resize.js";
import { validateEphemeralUpdate } from "./validate-ephemeral-update.js";
import { podStatusWarnings, validatePodStatus } from "./validate-pod-status.js";
import { validatePodUpdate } from "./validate-pod-update.js";
import { validatePod } from "./validate-pod.js";
import { podWarnings } from "../warnings/pod-warnings.js";

const ephemeralContainersUpdate = (version: KubernetesVersion): PartialUpdate =>
  partialUpdate({
    prepareForUpdate(object, old) {
      const spec = structuredClone(specOf(old));
      copyField(spec, specOf(object), "ephemeralContainers");
      object["spec"] = spec;
      copyField(object, old, "status");
      keepMetadata(object, old);
    },
    validateUpdate: (object, old) => validateEphemeralUpdate(object, old, version),
  });

const commonRules: KindRules = {
  prepareForCreate(object) {
    const spec = specOf(object);
    object["status"] = {
      phase: "Pending",
      qosClass: qosClassOf(spec),
      ...schedulingStatus(spec, object.metadata.creationTimestamp),
    };
    applyLabelKeys(object);
  },
  generationOf: generationOfSpec,
  validate: validatePod,
  warnings: (object, old) =>
    old === undefined ? [...nameWarnings(object, "the Pod's hostname"), ...podWarnings(object, "")] : [],
  defaultGracePeriodSeconds: gracePeriodOf,
  cells: podCells,
  selectableFields: {
    ...selectable("spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName"),
    "spec.hostNetwork": (object) => String(isSet(specOf(object), "hostNetwork")),
    ...selectable("status.phase"),
    "status.podIP": (object) => textOf(objectsOf(statusOf(object), "podIPs")[0], "ip"),
    ...selectable("status.nominatedNodeName"),
  },
};

const commonStatus = {
  resetFields: [["spec"], ["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]],
  warnings: podStatusWarnings,
};

export const pod: KindRules = {
  ...commonRules,
  setDefaults(object) {
    setPodDefaults(object);
    setPodRequests(ensureObject(object, "spec"));
  },
  validateUpdate: (object, old) => validatePodUpdate(object, old, "1.35"),
  status: {
    ...commonStatus,
    prepareForUpdate(object, old) {
      prepareStatus(object, old);
      dropDevices(statusOf(object));
    },
    validateUpdate: (object, old) => validatePodStatus(object, old, "1.35"),
  },
  subresources: {
    ephemeralcontainers: ephemeralContainersUpdate("1.35"),
    resize: resizeUpdate("1.35"),
  },
};

export const podSince137: KindRules = {
  ...commonRules,
  setDefaults: setPodDefaults,
  prepareForCreate(object, user) {
    fillPodResources(specOf(object));
    commonRules.prepareForCreate?.(object, user);
  },
  prepareForUpdate: (object, old) => keepUnknown(object, old, "spec", ["resources"]),
  validateUpdate: (object, old) => validatePodUpdate(object, old, "1.37"),
  status: {
    ...commonStatus,
    prepareForUpdate(object, old) {
      prepareStatus(object, old);
      keepUnknown(object, old, "status", ["resourceClaimStatuses", "extendedResourceClaimStatus"]);
    },
    validateUpdate: (object, old) => validatePodStatus(object, old, "1.37"),
  },
  subresources: {
    ephemeralcontainers: ephemeralContainersUpdate("1.37"),
    resize: resizeUpdate("1.37"),
  },
};

/** Keeps the fields that an old client does not know. */
function keepUnknown(object: ApiObject, old: ApiObject, part: string, names: readonly string[]): void {
  const [now, before] = [objectOf(object, part), objectOf(old, part)];
  if (now === undefined || before === undefined) return;
  for (const name of names) if (now[name] === undefined) copyField(now, before, name);
}

function schedulingStatus(spec: JsonObject, time: string | undefined): JsonObject {
  if (listOf(spec, "schedulingGates").length === 0) return {};
  const message = "Scheduling is blocked due to non-empty scheduling gates";
  const condition = { type: "PodScheduled", status: "False", reason: "SchedulingGated", message };
  return { conditions: [{ ...condition, lastProbeTime: null, lastTransitionTime: time ?? null }] };
}

/** Adds selectors for the current values of the pod's own labels. */
function applyLabelKeys(object: ApiObject): void {
  const spec = specOf(object);
  const labels = textMapOf(object.metadata, "labels");
  const affinity = objectOf(spec, "affinity");
  const terms = ["podAffinity", "podAntiAffinity"].flatMap((name) => {
    const holder = objectOf(affinity, name);
    const preferred = objectsOf(holder, "preferredDuringSchedulingIgnoredDuringExecution");
    return [
      ...preferred.map((term) => objectOf(term, "podAffinityTerm") ?? {}),
      ...objectsOf(holder, "requiredDuringSchedulingIgnoredDuringExecution"),
    ];
  });
  for (const term of [...terms, ...objectsOf(spec, "topologySpreadConstraints")]) {
    const selector = objectOf(term, "labelSelector");
    if (selector === undefined) continue;
    const added = [
      ...selectBy(term, "matchLabelKeys", "In", labels),
      ...selectBy(term, "mismatchLabelKeys", "NotIn", labels),
    ];
    if (added.length > 0) selector["matchExpressions"] = [...listOf(selector, "matchExpressions"), ...added];
  }
}

function selectBy(
  term: JsonObject,
  list: string,
  operator: string,
  labels: Readonly<Record<string, string>>,
): JsonObject[] {
  return listOf(term, list).flatMap((key) => {
    const value = typeof key === "string" ? ownOf(labels, key) : undefined;
    return typeof key !== "string" || value === undefined ? [] : [{ key, operator, values: [value] }];
  });
}

/** Returns 0 for a pod that no node runs or that has finished: it is deleted immediately. */
function gracePeriodOf(object: ApiObject): number {
  const spec = specOf(object);
  const phase = textOf(statusOf(object), "phase");
  if (textOf(spec, "nodeName") === "" || phase === "Failed" || phase === "Succeeded") return 0;
  const period = numberOf(spec, "terminationGracePeriodSeconds") ?? 0;
  return period < 0 ? 1 : period;
}

function prepareStatus(object: ApiObject, old: ApiObject): void {
  keepAllButStatus(object, old);
  delete object.metadata.deletionTimestamp;
  copyField(object.metadata, old.metadata, "ownerReferences");
  const status = objectOf(object, "status");
  if (status === undefined) return;
  if (textOf(status, "qosClass") === "") copyField(status, statusOf(old), "qosClass");
  keepObserved(status, statusOf(old));
}

/** Drops the fields of features that are off by default. */
function dropDevices(status: JsonObject): void {
  for (const list of ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"]) {
    for (const container of objectsOf(status, list)) delete container["allocatedResourcesStatus"];
  }
  for (const name of ["resources", "allocatedResources", "extendedResourceClaimStatus"]) {
    Reflect.deleteProperty(status, name);
  }
}

/** Keeps an observed generation if the client does not send it. */
function keepObserved(status: JsonObject, old: JsonObject): void {
  if ((numberOf(status, "observedGeneration") ?? 0) === 0) copyField(status, old, "observedGeneration");
  const before = [...objectsOf(old, "conditions")];
  for (const condition of objectsOf(status, "conditions")) {
    const index = before.findIndex(({ type }) => type === condition["type"]);
    const [known] = index === -1 ? [] : before.splice(index, 1);
    const isKnown = (numberOf(condition, "observedGeneration") ?? 0) === 0 && known !== undefined;
    if (isKnown) copyField(condition, known, "observedGeneration");
  }
}
