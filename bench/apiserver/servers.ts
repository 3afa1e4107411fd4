import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { startControlPlane } from "../../test/support/control-plane.js";
import type { NodeProgram } from "../harness/nodes.js";
import { tsopProgram } from "../timed.js";

/** A running server in separate processes. */
export interface Server {
  /** The path of a kubeconfig. */
  readonly kubeconfig: string;
  /** Returns the memory of all its processes, in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts the built `tsop apiserver`. Optionally, it also stores its objects in a file. */
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

/**
 * Starts etcd and kube-apiserver. As for tests, etcd lets the system decide when to write to the disk, unless
 * `hasFsync` is set.
 */
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
