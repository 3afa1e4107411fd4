/** The node of a server without other nodes. */
import type { Node, NodeStatus } from "../../../k8s/core/v1.js";
import { timeText } from "../../objects/write.js";
import { StatusError } from "../../status-error.js";
import type { KindObjects } from "../shared/kind-objects.js";

export const simulatedNodeName = "simulated";

/** Creates the simulated node unless a node exists. */
export async function ensureNode(nodes: KindObjects<Node>, now: number): Promise<void> {
  if (nodes.list().length > 0) return;
  const metadata = { name: simulatedNodeName, labels: labelsOf(simulatedNodeName) };
  try {
    const node = await nodes.create({ apiVersion: "v1", kind: "Node", metadata });
    // A new node gets the taint of nodes that are not ready.
    const ready = await nodes.update(node, ({ spec }) => delete spec.taints);
    await nodes.update(ready ?? node, (copy) => (copy.status = statusOf(timeText(now))), "status");
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
  }
}

function labelsOf(name: string): Record<string, string> {
  return {
    "beta.kubernetes.io/arch": "amd64",
    "beta.kubernetes.io/os": "linux",
    "kubernetes.io/arch": "amd64",
    "kubernetes.io/hostname": name,
    "kubernetes.io/os": "linux",
  };
}

function statusOf(time: string): NodeStatus {
  const amounts = { cpu: "64", memory: "256Gi", "ephemeral-storage": "1Ti", pods: "10000" };
  const ready = { reason: "KubeletReady", message: "simulated by tsop" };
  return {
    addresses: [
      { type: "InternalIP", address: "127.0.0.1" },
      { type: "Hostname", address: simulatedNodeName },
    ],
    allocatable: amounts,
    capacity: amounts,
    conditions: [{ type: "Ready", status: "True", ...ready, lastHeartbeatTime: time, lastTransitionTime: time }],
    nodeInfo: {
      ...{ architecture: "amd64", operatingSystem: "linux", osImage: "simulated", kernelVersion: "simulated" },
      ...{ kubeletVersion: "v1.35.4", kubeProxyVersion: "", containerRuntimeVersion: "simulated://" },
      ...{ bootID: "", machineID: "", systemUUID: "" },
    },
  };
}
