/** The node of a server without other nodes. */
import type { Node, NodeStatus } from "../../../k8s/core/v1.js";
import { releaseOf } from "../../discovery/version.js";
import { type ObjectParts, timeText } from "../../objects/write.js";
import { StatusError } from "../../status-error.js";
import type { KindObjects } from "../shared/kind-objects.js";

export const simulatedNodeName = "simulated";
const runtime = "simulated://";

type NodeParts = Pick<ObjectParts, "now" | "version">;

/** Creates the simulated node unless a node exists. Its kubelet has the version of the server, also after an upgrade. */
export async function ensureNode(nodes: KindObjects<Node>, { now, version }: NodeParts): Promise<void> {
  const kubeletVersion = releaseOf(version);
  const [known] = nodes.list();
  if (known !== undefined) return upgrade(nodes, kubeletVersion);
  const metadata = { name: simulatedNodeName, labels: labelsOf(simulatedNodeName) };
  try {
    const node = await nodes.create({ apiVersion: "v1", kind: "Node", metadata });
    // A new node gets the taint of nodes that are not ready.
    const ready = await nodes.update(node, ({ spec }) => delete spec.taints);
    await nodes.update(ready ?? node, (copy) => (copy.status = statusOf(timeText(now()), kubeletVersion)), "status");
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
  }
}

async function upgrade(nodes: KindObjects<Node>, kubeletVersion: string): Promise<void> {
  const old = nodes.list().find(({ status }) => {
    const { nodeInfo } = status;
    return nodeInfo?.containerRuntimeVersion === runtime && nodeInfo.kubeletVersion !== kubeletVersion;
  });
  if (old === undefined) return;
  await nodes.update(old, ({ status }) => Object.assign(status.nodeInfo ?? {}, { kubeletVersion }), "status");
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

function statusOf(time: string, kubeletVersion: string): NodeStatus {
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
      ...{ kubeletVersion, kubeProxyVersion: "", containerRuntimeVersion: runtime },
      ...{ bootID: "", machineID: "", systemUUID: "" },
    },
  };
}
