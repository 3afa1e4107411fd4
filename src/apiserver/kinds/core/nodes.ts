/** Source: kubernetes/pkg/registry/core/node/strategy.go, kubernetes/pkg/printers (printNode). */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, ensureObject, isSet, objectOf, objectsOf, textOf, textsOf } from "../../api-object.js";
import { keepAllButStatus } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { cidrWarnings } from "../validation/addresses.js";
import { nodeRules, nodeUpdate } from "./validate-node.js";

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
  validate: rule.validator(nodeRules),
  validateUpdate: rule.validator([...nodeRules, ...nodeUpdate]),
  status: {
    prepareForUpdate(node, old) {
      keepAllButStatus(node, old);
      const status = objectOf(node, "status");
      delete status?.["config"];
      delete status?.["declaredFeatures"];
    },
    validateUpdate: rule.validator(nodeUpdate),
  },
  cells: cell.row(
    cell.nameOf,
    statesOf,
    rolesOf,
    cell.ageOf,
    "status.nodeInfo.kubeletVersion",
    addressCell("InternalIP"),
    addressCell("ExternalIP"),
    ...["osImage", "kernelVersion", "containerRuntimeVersion"].map((name) =>
      cell.text(`status.nodeInfo.${name}`, "<unknown>"),
    ),
  ),
  selectableFields: { "spec.unschedulable": (node) => String(isSet(objectOf(node, "spec"), "unschedulable")) },
};

/** The old field contains the first item of the new field. Source: kubernetes/pkg/apis/core/v1/conversion.go. */
function joinPodRanges(spec: JsonObject): void {
  const [first] = textsOf(spec, "podCIDRs");
  const old = textOf(spec, "podCIDR");
  if (old !== "" && first !== old) spec["podCIDRs"] = [old];
  else if (old === "" && first !== undefined) spec["podCIDR"] = first;
}

/** Drops the obsolete location of the kubelet's configuration, and the declared features, which are not yet on by default. */
function dropUnused(node: ApiObject): void {
  delete objectOf(node, "spec")?.["configSource"];
  delete objectOf(node, "status")?.["declaredFeatures"];
}

function statesOf(node: ApiObject): string {
  const ready = objectsOf(objectOf(node, "status"), "conditions").findLast(({ type }) => type === "Ready");
  const state = ready === undefined ? "Unknown" : ready["status"] === "True" ? "Ready" : "NotReady";
  return isSet(objectOf(node, "spec"), "unschedulable") ? `${state},SchedulingDisabled` : state;
}

function addressCell(wanted: string): (node: ApiObject) => string {
  return (node) => {
    const found = objectsOf(objectOf(node, "status"), "addresses").find(({ type }) => type === wanted);
    return found === undefined ? "<none>" : textOf(found, "address");
  };
}

function rolesOf({ metadata }: ApiObject): string {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(rolePrefix)) return [key.slice(rolePrefix.length)];
    return key === "kubernetes.io/role" ? [value] : [];
  });
  return [...new Set(roles.filter((role) => role !== ""))].toSorted().join(",") || "<none>";
}
