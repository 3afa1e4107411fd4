import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startControlPlane } from "../../test/support/control-plane.js";

/** A server under way, in processes of its own. */
export interface Server {
  /** Path of a kubeconfig. */
  readonly kubeconfig: string;
  /** Of all its processes, in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

const bin = fileURLToPath(new URL("../../bin/tsop.js", import.meta.url));

/** `tsop apiserver`, as built. */
export async function startOurs(folder: string): Promise<Server> {
  const kubeconfig = path.join(mkdtempSync(path.join(folder, "server-")), "kubeconfig");
  const child = spawn(process.execPath, [bin, "apiserver", "--kubeconfig-out", kubeconfig], {
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

/** etcd and kube-apiserver. */
export async function startTheirs(): Promise<Server> {
  const plane = await startControlPlane();
  return { kubeconfig: plane.kubeconfig, memory: () => memoryOf(plane.processes()), stop: () => plane.stop() };
}

function memoryOf(processes: readonly (number | undefined)[]): number {
  return processes
    .map((pid) => /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])
    .reduce((sum, kilobytes) => sum + Number(kilobytes) * 1024, 0);
}
