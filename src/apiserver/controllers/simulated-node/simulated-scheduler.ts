/** Assigns pods to nodes. Source: kubernetes/pkg/scheduler. */
import type { Node, Pod } from "../../../k8s/core/v1.js";
import { bind } from "../../pods/binding.js";
import { timeText } from "../../objects/write.js";
import type { ControllerObjects } from "../controller-objects.js";
import { KindObjects, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { isSelected, isTolerated } from "./node-fit.js";
import { PodClaims } from "./pod-claims.js";
import { ensureNode, simulatedNodeName } from "./simulated-node.js";

export interface SimulatedScheduler {
  /** Assigns a node to a pod that waits for one. */
  schedule(pod: Stored<Pod>): Promise<void>;
}

export function isUnscheduled({ spec, status, metadata }: Stored<Pod>): boolean {
  const isOurs = (spec.schedulerName ?? "default-scheduler") === "default-scheduler";
  const isOpen = (spec.schedulingGates ?? []).length === 0 && metadata.deletionTimestamp === undefined;
  return isOurs && isOpen && (spec.nodeName ?? "") === "" && status.phase === "Pending";
}

/** @param bindsVolumes - whether pods wait until a controller has bound their claims */
export function createScheduler(objects: ControllerObjects, bindsVolumes: boolean): SimulatedScheduler {
  const nodes = new KindObjects<Node>(objects, kinds.nodes);
  const pods = new KindObjects<Pod>(objects, kinds.pods);
  const { store, now } = objects.parts;
  const claims = bindsVolumes ? new PodClaims(objects) : undefined;

  return {
    async schedule(pod) {
      await ensureNode(nodes, objects.parts);
      const fault = claims?.faultOf(pod);
      if (fault !== undefined) return refuse(pod, fault);
      const node = nodes.list().find((each) => fits(each, pod) && claims?.areReachedFrom(each, pod) !== false);
      if (node === undefined) return refuse(pod, "no node fits the pod.");
      // The claims that this changes are observed, and so the pod is scheduled again.
      if (claims !== undefined && !(await claims.bind(pod, node))) return;
      const stored = store.get(pods.storageKey, pod.metadata.namespace, pod.metadata.name);
      // A pod that has changed in the meantime is observed again.
      if (stored?.metadata.resourceVersion !== pod.metadata.resourceVersion || stored === undefined) return;
      const target = { kind: "Node", name: node.metadata.name };
      store.replace(pods.storageKey, stored, bind(stored, { metadata: {}, target }, timeText(now())));
    },
  };

  async function refuse(pod: Stored<Pod>, fault: string): Promise<void> {
    const message = `0/${nodes.list().length} nodes are available: ${fault}`;
    const known = pod.status.conditions?.find(({ type }) => type === "PodScheduled");
    if (known?.message === message) return;
    const condition = { type: "PodScheduled", status: "False", reason: "Unschedulable", message };
    await pods.update(
      pod,
      ({ status }) => {
        const others = (status.conditions ?? []).filter(({ type }) => type !== "PodScheduled");
        status.conditions = [...others, { ...condition, lastTransitionTime: timeText(now()) }];
      },
      "status",
    );
  }
}

/** The simulated node takes every pod, so that the specs of a real cluster run; a node that a client creates is respected. */
function fits(node: Stored<Node>, { spec }: Stored<Pod>): boolean {
  if (!isTolerated(node, spec.tolerations ?? [], ["NoSchedule", "NoExecute"])) return false;
  return node.metadata.name === simulatedNodeName || isSelected(node, spec);
}
