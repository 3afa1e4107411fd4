import { readdirSync, readFileSync } from "node:fs";
import type { NodeCluster } from "./node-cluster.js";

/**
 * Kills the pod's program without a grace period: by its process if the node is this machine, or else by deleting the pod, for
 * which the kubelet allows two seconds.
 */
export async function killContainer(
  { kubectl }: NodeCluster,
  namespace: string,
  pod: string,
): Promise<"killed" | "deleted"> {
  const path = "jsonpath={.status.containerStatuses[0].containerID}";
  const id = (await kubectl(["get", "pod", pod, "-n", namespace, "-o", path])).replace(/^.*:\/\//, "").trim();
  const processes = id === "" ? [] : processesOf(id);
  for (const pid of processes) process.kill(pid, "SIGKILL");
  if (processes.length > 0) return "killed";
  await kubectl(["delete", "pod", pod, "-n", namespace, "--grace-period=0", "--force"]);
  return "deleted";
}

function processesOf(container: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cgroup`, "utf8").includes(container);
      } catch {
        return false; // it has exited in the meantime
      }
    })
    .map(Number);
}
