import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { startControlPlane } from "../../test/support/control-plane.js";
import type { NodeProgram } from "../harness/nodes.js";
import { tsopProgram } from "../timed.js";

/** A server under way, in processes of its own. */
export interface Server {
  /** Path of a kubeconfig. */
  readonly kubeconfig: string;
  /** Of all its processes, in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

/** `tsop apiserver`, as built. Keeps its objects in a file, too, where it is told to. */
export async function startOurs(
  node: NodeProgram,
  folder: string,
  { hasData = false }: { readonly hasData?: boolean } = {},
): Promise<Server> {
  const own = mkdtempSync(path.join(folder, "server-"));
  const kubeconfig = path.join(own, "kubeconfig");
  const data = hasData ? ["--data", path.join(own, "data.json")] : [];
  const child = spawn(node.file, [tsopProgram, "apiserver", "--kubeconfig-out", kubeconfig, ...data], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const line = once(createInterface(child.stdout), "line");
  await Promise.race([line, ended.then(() => Promise.reject(new Error("tsop apiserver ended")))]);
  return {
    kubeconfig,
    memory: () => memoryOf([child.pid]),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** etcd and kube-apiserver. As for tests, etcd leaves it to the system when it writes to the disk, unless it is told to wait. */
export async function startTheirs({ hasFsync = false }: { readonly hasFsync?: boolean } = {}): Promise<Server> {
  const etcdFlags = hasFsync ? ["--unsafe-no-fsync=false"] : [];
  const plane = await startControlPlane(undefined, [], { etcdFlags });
  return { kubeconfig: plane.kubeconfig, memory: () => memoryOf(plane.processes()), stop: () => plane.stop() };
}

function memoryOf(processes: readonly (number | undefined)[]): number {
  return processes
    .map((pid) => /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])
    .reduce((sum, kilobytes) => sum + Number(kilobytes) * 1024, 0);
}
