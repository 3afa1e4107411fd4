/** Source: kubernetes/pkg/registry/core/node/strategy.go, kubernetes/pkg/printers (printNode). */
import type { Json, JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { ensureObject, isSet, objectOf, objectsOf, textOf, textsOf } from "../../json-fields.js";
import { keepAllButStatus } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { ageOf } from "../table-times.js";
import { nameOf } from "../tables/cells.js";
import { cidrWarnings } from "../validation/addresses.js";
import { validateNode, validateNodeUpdate } from "./validate-node.js";

const rolePrefix = "node-role.kubernetes.io/";

export const nodes: KindRules = {
  setDefaults(node) {
    const status = ensureObject(node, "status");
    if (status["allocatable"] === undefined && objectOf(status, "capacity") !== undefined) {
      status["allocatable"] = structuredClone(status["capacity"] ?? null);
    }
    joinPodRanges(ensureObject(node, "spec"));
  },
  keepsNewStatus: true,
  prepareForCreate(node) {
    delete objectOf(node, "status")?.["config"];
    dropUnused(node);
  },
  prepareForUpdate: dropUnused,
  warnings(node) {
    const spec = objectOf(node, "spec");
    return [
      ...(textOf(spec, "externalID") === ""
        ? []
        : ["spec.externalID: this field is deprecated, and is unused by Kubernetes"]),
      ...textsOf(spec, "podCIDRs").flatMap((range, index) => cidrWarnings(`spec.podCIDRs[${index}]`, range)),
    ];
  },
  validate: validateNode,
  validateUpdate: (node, old) => [...validateNode(node), ...validateNodeUpdate(node, old)],
  status: {
    prepareForUpdate(node, old) {
      keepAllButStatus(node, old);
      const status = objectOf(node, "status");
      delete status?.["config"];
      delete status?.["declaredFeatures"];
    },
    validateUpdate: validateNodeUpdate,
  },
  cells: nodeCells,
  selectableFields: {
    "spec.unschedulable": (node) => String(isSet(objectOf(node, "spec"), "unschedulable")),
  },
};

/** The old field is the first of the new ones. Source: kubernetes/pkg/apis/core/v1/conversion.go. */
function joinPodRanges(spec: JsonObject): void {
  const [first] = textsOf(spec, "podCIDRs");
  const old = textOf(spec, "podCIDR");
  if (old !== "" && first !== old) spec["podCIDRs"] = [old];
  else if (old === "" && first !== undefined) spec["podCIDR"] = first;
}

/** Kubelets were once told so where their configuration is; what a node declares is not yet on by default. */
function dropUnused(node: ApiObject): void {
  delete objectOf(node, "spec")?.["configSource"];
  delete objectOf(node, "status")?.["declaredFeatures"];
}

function nodeCells(node: ApiObject, now: number): Json[] {
  const status = objectOf(node, "status");
  const info = objectOf(status, "nodeInfo");
  const ready = objectsOf(status, "conditions").findLast((condition) => condition["type"] === "Ready");
  const states = [ready === undefined ? "Unknown" : ready["status"] === "True" ? "Ready" : "NotReady"];
  if (isSet(objectOf(node, "spec"), "unschedulable")) states.push("SchedulingDisabled");
  const address = (type: string): string => {
    const found = objectsOf(status, "addresses").find((each) => each["type"] === type);
    return found === undefined ? "<none>" : textOf(found, "address");
  };
  return [
    nameOf(node),
    states.join(","),
    rolesOf(node) || "<none>",
    ageOf(node, now),
    textOf(info, "kubeletVersion"),
    address("InternalIP"),
    address("ExternalIP"),
    ...["osImage", "kernelVersion", "containerRuntimeVersion"].map((name) => textOf(info, name) || "<unknown>"),
  ];
}

function rolesOf({ metadata }: ApiObject): string {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(rolePrefix)) return [key.slice(rolePrefix.length)];
    return key === "kubernetes.io/role" ? [value] : [];
  });
  return [...new Set(roles.filter((role) => role !== ""))].toSorted().join(",");
}
