import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, inject } from "vitest";

/** The control plane that the files of this test project share. */
export interface Cluster {
  readonly kubeconfig: string;
  readonly nobodyKubeconfig: string;
  readonly server: string;
  /** Folder of kubectl, kustomize and controller-gen. */
  readonly assets: string;
  /** Runs kubectl as admin, with `input` on its standard input; resolves to what it printed. */
  kubectl(args: readonly string[], input?: string): Promise<string>;
}

const reason = "needs KUBEBUILDER_ASSETS, a folder with etcd, kube-apiserver and kubectl";

/** Like `describe`, skipped with its reason where there is no real control plane. */
export function describeCluster(name: string, body: (cluster: () => Cluster) => void): void {
  const provided = inject("cluster");
  if (provided === undefined) {
    describe.skip(`${name} (${reason})`, () => body(() => unavailable()));
    return;
  }
  const kubectl = async (args: readonly string[], input?: string): Promise<string> => {
    const running = promisify(execFile)(
      path.join(provided.assets, "kubectl"),
      ["--kubeconfig", provided.kubeconfig, ...args],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    running.child.stdin?.end(input ?? "");
    return (await running).stdout;
  };
  describe(name, () => body(() => ({ ...provided, kubectl })));
}

function unavailable(): never {
  throw new Error(reason);
}
