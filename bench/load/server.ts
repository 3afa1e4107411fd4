import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Sample } from "../soak/check-growth.js";
import { monotonicMs } from "../soak/operator/journal.js";
import { tsopProgram } from "../timed.js";

/** The built `tsop apiserver`, in a process that reports its size. */
export interface MeasuredServer {
  readonly kubeconfig: string;
  /** Resolves when the process ends. */
  readonly ended: Promise<unknown>;
  /** Measures the process after a garbage collection. */
  sample(): Promise<Sample>;
  stop(): Promise<void>;
}

const probe = fileURLToPath(new URL("size-probe.mjs", import.meta.url));

export async function startMeasured(folder: string, hasData: boolean): Promise<MeasuredServer> {
  const kubeconfig = path.join(folder, "kubeconfig");
  const flags = ["--kubeconfig-out", kubeconfig, ...(hasData ? ["--data", path.join(folder, "data.json")] : [])];
  const child = spawn(process.execPath, ["--expose-gc", "--import", probe, tsopProgram, "apiserver", ...flags], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const { pid = 0, stdout } = child;
  const ended = once(child, "exit");
  if (stdout === null) throw new Error("tsop apiserver has no output");
  await Promise.race([
    once(createInterface(stdout), "line"),
    ended.then(() => Promise.reject(new Error("tsop apiserver ended"))),
  ]);
  return {
    kubeconfig,
    ended,
    sample: async () => {
      const answer = once(child, "message");
      child.send("sample");
      // The form that size-probe.mjs sends.
      const [size] = (await answer) as [Pick<Sample, "rss" | "heapUsed" | "resources">];
      return { ...size, replica: "tsop apiserver", pid, at: monotonicMs(), fds: readdirSync(`/proc/${pid}/fd`).length };
    },
    stop: async () => {
      child.disconnect(); // an open channel keeps the process running after its server has ended
      child.kill();
      await ended;
    },
  };
}
