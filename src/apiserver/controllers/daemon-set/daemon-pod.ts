/** The pods of a DaemonSet. Source: kubernetes/pkg/controller/daemon/{daemon_controller.go,util/daemonset_util.go}. */
import type { DaemonSet } from "../../../k8s/apps/v1.js";
import type { Node, Pod, PodSpec, Toleration } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import type { NewPod } from "../shared/pod-control.js";
import { revisionLabel } from "../shared/revision-history.js";
import { isSelected, isTolerated } from "../simulated-node/node-fit.js";

const generationAnnotation = "deprecated.daemonset.template.generation";

export function newDaemonPod(set: Stored<DaemonSet>, node: string, hash: string): NewPod {
  return {
    ...{ owner: set, template: set.spec.template },
    complete({ metadata, spec }) {
      const generation = set.metadata.annotations?.[generationAnnotation];
      metadata.labels = {
        ...metadata.labels,
        ...(generation === undefined ? {} : { "pod-template-generation": generation }),
        [revisionLabel]: hash,
      };
      if (spec === undefined) return;
      spec.affinity = onNode(spec.affinity, node);
      spec.tolerations = withUsual(spec);
    },
  };
}

/** Replaces the required node affinity by the one node. */
function onNode(affinity: PodSpec["affinity"], node: string): PodSpec["affinity"] & object {
  const nodeSelectorTerms = [{ matchFields: [{ key: "metadata.name", operator: "In" as const, values: [node] }] }];
  const nodeAffinity = {
    ...affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
  };
  return { ...affinity, nodeAffinity };
}

const usual: readonly Toleration[] = [
  { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/disk-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/pid-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/unschedulable", operator: "Exists", effect: "NoSchedule" },
];
const ofHostNetwork: Toleration = {
  key: "node.kubernetes.io/network-unavailable",
  operator: "Exists",
  effect: "NoSchedule",
};

function withUsual({ tolerations = [], hostNetwork }: PodSpec): Toleration[] {
  const added = [...usual, ...(hostNetwork === true ? [ofHostNetwork] : [])];
  const isOwn = ({ key, effect }: Toleration): boolean =>
    tolerations.some((each) => each.key === key && each.effect === effect);
  return [...tolerations, ...added.filter((each) => !isOwn(each))];
}

/** Returns whether a node gets a pod, and whether it keeps one. */
export function fitOf(
  { spec }: Stored<DaemonSet>,
  node: Stored<Node>,
): { readonly starts: boolean; readonly keeps: boolean } {
  const pod = spec.template.spec ?? { containers: [] };
  if (!isSelected(node, pod)) return { starts: false, keeps: false };
  const tolerations = withUsual(pod);
  const keeps = isTolerated(node, tolerations, ["NoExecute"]);
  return { starts: keeps && isTolerated(node, tolerations, ["NoSchedule"]), keeps };
}

/** Returns the node that a pod runs on, or is meant for. */
export function nodeOf({ spec }: Stored<Pod>): string {
  if ((spec.nodeName ?? "") !== "") return spec.nodeName ?? "";
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const fields = terms.flatMap(({ matchFields = [] }) => matchFields);
  return fields.find(({ key }) => key === "metadata.name")?.values?.[0] ?? "";
}
