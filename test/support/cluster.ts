import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, inject } from "vitest";
import type { KubernetesVersion } from "../../src/schema/kubernetes-versions.js";
import { type ControlPlane, startControlPlane } from "./control-plane.js";
import { startEmbeddedServer } from "./embedded/own-server.js";
import { sharedCluster } from "./shared-cluster.js";

/** The API server that the files of a worker share: a real one, or, in the project `programs`, tsop's embedded one. */
export interface Cluster {
  readonly kubeconfig: string;
  readonly nobodyKubeconfig: string;
  readonly server: string;
  /** Folder of kubectl, kustomize and controller-gen; only a real server has it. */
  readonly assets: string;
  /** Runs kubectl as admin, with `input` on its standard input; resolves to what it printed. */
  kubectl(args: readonly string[], input?: string): Promise<string>;
}

/** A server that a test may stop, because no other test uses it. */
export type OwnServer = Pick<
  ControlPlane,
  | "kubeconfig"
  | "nobodyKubeconfig"
  | "server"
  | "killApiServer"
  | "stopApiServer"
  | "startApiServer"
  | "compact"
  | "stop"
>;

const reason = "needs KUBEBUILDER_ASSETS, a folder with etcd, kube-apiserver and kubectl";

/** Like `describe`, but skips the tests, with the reason, if there is no API server. */
export function describeCluster(name: string, body: (cluster: () => Cluster) => void): void {
  describeClusterOf(undefined, name, body);
}

/** Like `describeCluster`, but in the project `programs`, the server is a separate one of this version. */
export function describeClusterOf(
  version: KubernetesVersion | undefined,
  name: string,
  body: (cluster: () => Cluster) => void,
): void {
  const program = inject("embeddedServer");
  if (program !== undefined) {
    describe(name, () => body(embeddedCluster(program, version)));
    return;
  }
  const provided = sharedCluster();
  if (provided === undefined) {
    describe.skip(`${name} (${reason})`, () => body(() => unavailable(reason)));
    return;
  }
  const kubectl = async (args: readonly string[], input?: string): Promise<string> => {
    const running = promisify(execFile)(
      path.join(provided.assets, "kubectl"),
      ["--kubeconfig", provided.kubeconfig, ...args],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    running.child.stdin?.on("error", () => undefined); // it exited without reading: its exit code says more
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
  describe(name, () => body(() => ({ ...provided, kubectl })));
}

/** Like `describeCluster`, for tests that stop their servers: they get a function that starts one. */
export function describeOwnServer(name: string, body: (start: () => Promise<OwnServer>) => void): void {
  const isThere = inject("embeddedServer") !== undefined || sharedCluster() !== undefined;
  if (isThere) describe(name, () => body(startOwnServer));
  else describe.skip(`${name} (${reason})`, () => body(() => unavailable(reason)));
}

export function startOwnServer(): Promise<OwnServer> {
  const program = inject("embeddedServer");
  return program === undefined ? startControlPlane() : startEmbeddedServer(program);
}

/** The server ends with the worker. */
let workersServer: Promise<OwnServer> | undefined;

function embeddedCluster(program: string, ownVersion: KubernetesVersion | undefined): () => Cluster {
  const programs = "of the programs of a real control plane, none is there";
  let server: OwnServer | undefined;
  beforeAll(async () => {
    if (ownVersion === undefined) server = await (workersServer ??= startEmbeddedServer(program));
    else server = await startEmbeddedServer(program, ownVersion);
  });
  if (ownVersion !== undefined) afterAll(() => server?.stop());
  return () => ({
    ...(server ?? unavailable("the server has not been started yet")),
    kubectl: () => unavailable(programs),
    get assets() {
      return unavailable(programs);
    },
  });
}

function unavailable(why: string): never {
  throw new Error(why);
}
