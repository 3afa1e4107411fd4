import type { Cp, Exec, KubeConfig } from "@kubernetes/client-node";
import type { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { systemClock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { thrownError } from "../core/thrown-error.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import { clusterConfigOf, type KubeConfigLike } from "../kube/from-kube-config.js";
import { type ClientNode, createKubeConfig, importClientNode } from "./to-kube-config.js";

/**
 * Creates a `Cp` of `@kubernetes/client-node` whose methods resolve when the copy is complete, and reject when it
 * fails. The methods of the package's own `Cp` resolve before the copy ends, reject outside of any `await`, and in 1.x
 * do not unpack the files that a pod sends. The container needs `tar`, and the cluster must run Kubernetes 1.30 or
 * newer.
 *
 * @throws the errors of `toKubeConfig`. The methods reject with TsopError `cluster/command-failed` if `tar` fails or the
 * connection closes, with an ApiError if the API server rejects the request, and with the errors of local files
 *
 * @example
 * ```ts
 * import type { Manager } from "tsop";
 * import { createCp } from "tsop/client-node";
 *
 * export async function restore(manager: Manager, namespace: string, pod: string): Promise<void> {
 *   const cp = await createCp(manager.config);
 *   await cp.cpToPod(namespace, pod, "db", "/var/dumps", "/tmp");
 * }
 * ```
 */
export async function createCp(config: ClusterConfig | KubeConfigLike): Promise<Cp> {
  const cluster = clusterConfigOf(config, "createCp()");
  const module = await importClientNode();
  return waitingCp(module, createKubeConfig(module, cluster, systemClock));
}

export function waitingCp(module: ClientNode, kubeConfig: KubeConfig): Cp {
  const copy = (run: (cp: Cp) => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const exec = waitingExec(module, kubeConfig, (end) => void end.then(resolve, reject));
      run(new module.Cp(kubeConfig, exec)).catch(reject);
    });
  class WaitingCp extends module.Cp {
    override cpFromPod(...args: Parameters<Cp["cpFromPod"]>): Promise<void> {
      return copy((cp) => cp.cpFromPod(...args));
    }

    override cpToPod(...args: Parameters<Cp["cpToPod"]>): Promise<void> {
      return copy((cp) => cp.cpToPod(...args));
    }
  }
  return new WaitingCp(kubeConfig);
}

/** An `Exec` that reports the end of its command, and never rejects itself, because `Cp` does not handle it. */
function waitingExec({ Exec }: ClientNode, kubeConfig: KubeConfig, onStart: (end: Promise<void>) => void): Exec {
  class WaitingExec extends Exec {
    override exec(...args: Parameters<Exec["exec"]>): Promise<never> {
      const [namespace, pod, container, command, stdout, , stdin, tty] = args;
      const said: Buffer[] = [];
      const stderr = new Writable({
        write: (chunk: Buffer, _, taken) => {
          said.push(chunk);
          taken();
        },
      });
      const run = new Promise<void>((resolve, reject) => {
        stdin?.once("error", reject); // for example a missing local file
        const onStatus = ({ status, message = "" }: { status?: string; message?: string }): void => {
          if (status === "Success") resolve();
          else reject(failed(Buffer.concat(said).toString("utf8").trim() || message));
        };
        super.exec(namespace, pod, container, withoutGzip(command), stdout, stderr, stdin, tty, onStatus).then(
          (socket: EventEmitter & { close(): void }) => {
            socket.once("close", () => {
              reject(failed("the connection closed before the copy was complete"));
            });
            stdin?.once("error", () => socket.close());
          },
          (error: unknown) => reject(thrownError(error) as Error), // passes on any thrown value
        );
      });
      run.catch(() => {
        stdout?.destroy();
        stdin?.destroy();
      });
      // The received data is not yet on the disk.
      onStart(
        Promise.all([run, stdout === null ? undefined : finished(stdout, { readable: false })]).then(() => undefined),
      );
      return new Promise(() => undefined);
    }
  }
  return new WaitingExec(kubeConfig);
}

/** 1.x makes the container compress the data, and does not decompress it. */
function withoutGzip(command: string | string[]): string | string[] {
  return typeof command === "string" ? command : command.map((word) => (word === "zcf" ? "cf" : word));
}

function failed(why: string): TsopError {
  return new TsopError("cluster/command-failed", `the copy failed: ${why}`);
}
