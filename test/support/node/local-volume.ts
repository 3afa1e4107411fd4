/** A volume on a node, for clusters without a storage class. */
import { pushBase } from "./image.js";
import type { NodeCluster } from "./node-cluster.js";

export interface LocalVolume {
  /** Deletes the volume and its files. */
  remove(): Promise<void>;
}

/** Creates a volume for one claim: a folder of the node. */
export async function createLocalVolume(
  cluster: NodeCluster,
  claim: { readonly namespace: string; readonly name: string },
): Promise<LocalVolume> {
  const { kubectl } = cluster;
  const name = `${claim.namespace}-${claim.name}`;
  const folder = `/var/tmp/tsop-volumes/${name}`;
  const node = await kubectl(["get", "node", "-o", "jsonpath={.items[0].metadata.name}"]);
  const image = await pushBase(cluster);
  // The kubelet creates the folder for the first Pod.
  await runOnNode(cluster, { name: `${name}-create`, node, image, script: "" });
  const values = [node];
  await kubectl(
    ["create", "-f", "-"],
    JSON.stringify({
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name },
      spec: {
        accessModes: ["ReadWriteOncePod"],
        capacity: { storage: "1Gi" },
        persistentVolumeReclaimPolicy: "Retain",
        claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", ...claim },
        local: { path: folder },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values }] }],
          },
        },
      },
    }),
  );
  return {
    remove: async () => {
      await kubectl(["delete", "pv", name, "--ignore-not-found"]);
      const script = `const fs = require("node:fs"); for (const name of fs.readdirSync("/data")) fs.rmSync("/data/" + name, { recursive: true })`;
      await runOnNode(cluster, { name: `${name}-remove`, node, image, script });
    },
  };

  /** Runs a script of Node as root, with the folder at /data. */
  async function runOnNode(
    { kubectl: run }: NodeCluster,
    pod: { readonly name: string; readonly node: string; readonly image: string; readonly script: string },
  ): Promise<void> {
    const spec = {
      restartPolicy: "Never",
      nodeName: pod.node,
      volumes: [{ name: "data", hostPath: { path: folder, type: "DirectoryOrCreate" } }],
      containers: [
        {
          name: "main",
          image: pod.image,
          args: ["--eval", pod.script],
          securityContext: { runAsUser: 0 },
          volumeMounts: [{ name: "data", mountPath: "/data" }],
        },
      ],
    };
    const object = { apiVersion: "v1", kind: "Pod", metadata: { name: pod.name, namespace: "default" }, spec };
    await run(["create", "-f", "-"], JSON.stringify(object));
    const isDone = "jsonpath={.status.phase}=Succeeded";
    await run(["wait", "pod", pod.name, "-n", "default", "--for", isDone, "--timeout=300s"]);
    await run(["delete", "pod", pod.name, "-n", "default"]);
  }
}
