/**
 * A real control plane for tests: etcd and kube-apiserver, from the folder that KUBEBUILDER_ASSETS names, on free loopback ports,
 * with RBAC.
 */
import { type ChildProcess, execFile, execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { defaultVersion, type KubernetesVersion, kubernetesVersions } from "../../src/schema/kubernetes-versions.js";
import { ControlPlane as RealControlPlane } from "../../src/testing/environment/control-plane.js";
import { endProgram, startProgram, until } from "../../src/testing/environment/server-process.js";

export interface ControlPlane {
  /** Path of a kubeconfig for the group system:masters. */
  readonly kubeconfig: string;
  /** Path of a kubeconfig for a user without any rights. */
  readonly nobodyKubeconfig: string;
  readonly server: string;
  /** Folder of its kubectl, kustomize and other programs. */
  readonly assets: string;
  /** Ids of the processes of etcd and of the API server. */
  processes(): number[];
  /** Kills the API server at once; etcd and its data remain. */
  killApiServer(): Promise<void>;
  /** Terminates the API server, and waits for it; etcd and its data remain. */
  stopApiServer(): Promise<void>;
  /** Starts the API server again on the same port and data, and waits until it is ready. */
  startApiServer(): Promise<void>;
  /** Compacts etcd to the newest versions, as the API server does every five minutes. */
  compact(): Promise<void>;
  /** Path of a kubeconfig for one of `users`. */
  kubeconfigOf(user: string): string;
  /** Runs kubectl as admin. Rejects, with kubectl's output, on any nonzero exit code. */
  kubectl(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** The folder of real binaries. If it is undefined, tests that need one are skipped. */
export const assetsFolder = process.env["KUBEBUILDER_ASSETS"];

/**
 * Returns the version of the binaries in `assetsFolder`; the default version if it is undefined. A test that compares tsop with
 * the real API server uses this version of tsop.
 */
export function assetsVersion(): KubernetesVersion {
  if (assetsFolder === undefined) return defaultVersion;
  const output = execFileSync(path.join(assetsFolder, "kube-apiserver"), ["--version"], { encoding: "utf8" });
  const version = kubernetesVersions.find((each) => output.startsWith(`Kubernetes v${each}.`));
  if (version !== undefined) return version;
  throw new Error(`KUBEBUILDER_ASSETS contains ${output.trim()}; the tests know ${kubernetesVersions.join(" and ")}`);
}

/** The environment variable that names the folder of real binaries of a version. */
export function assetsVariableOf(version: KubernetesVersion): string {
  return version === assetsVersion() ? "KUBEBUILDER_ASSETS" : `TSOP_ASSETS_${version.replace(".", "_")}`;
}

/** Returns the folder of real binaries of a version; undefined if tests that need one are skipped. */
export function assetsOf(version: KubernetesVersion): string | undefined {
  return process.env[assetsVariableOf(version)];
}

export interface ControlPlaneOptions {
  /** Users in addition to `admin` and `nobody`, in the group system:masters. The API server's audit log tells them apart. */
  readonly users?: readonly string[];
  /** Flags of the API server, in addition to the required ones. */
  readonly apiServerFlags?: readonly string[];
  /** Flags of etcd, after the required ones: a later flag wins. */
  readonly etcdFlags?: readonly string[];
  /** The names of the controllers that kube-controller-manager runs. Default: none. */
  readonly controllers?: readonly string[];
  /** Flags of kube-controller-manager, in addition to the required ones. */
  readonly controllerFlags?: readonly string[];
  /** Runs before the controllers start: they then know the kinds that it installs at once. */
  readonly beforeControllers?: (kubeconfig: string) => Promise<void>;
}

/** The controllers that act on objects of any kind: nothing else changes objects that a test has written. */
export const generalControllers: readonly string[] = [
  "clusterrole-aggregation-controller",
  "garbage-collector-controller",
  "namespace-controller",
  "root-ca-certificate-publisher-controller",
  "serviceaccount-controller",
  "validatingadmissionpolicy-status-controller",
];

/** Returns whether the folder contains kube-controller-manager, which not every folder of binaries does. */
export function hasControllerManager(assets = assetsFolder): boolean {
  return assets !== undefined && existsSync(path.join(assets, "kube-controller-manager"));
}

/** @param admissionPlugins - besides those that Kubernetes turns on by itself */
export async function startControlPlane(
  assets = assetsFolder,
  admissionPlugins: readonly string[] = [],
  { users = [], apiServerFlags = [], etcdFlags = [], ...forControllers }: ControlPlaneOptions = {},
): Promise<ControlPlane> {
  if (assets === undefined) throw new Error("KUBEBUILDER_ASSETS is not set");
  const more = users.map((user, index) => `${user}-token,${user},${index + 3},"system:masters"`);
  const plane = await RealControlPlane.start({
    assets,
    tokens: ['admin-token,admin,1,"system:masters"', "nobody-token,nobody,2", ...more],
    apiServerFlags: [
      ...(admissionPlugins.length === 0 ? [] : ["--enable-admission-plugins", admissionPlugins.join(",")]),
      ...apiServerFlags,
    ],
    etcdFlags,
  });
  const kubeconfigOf = (user: string): string => {
    const file = path.join(plane.folder, `kubeconfig-${user}`);
    writeFileSync(file, kubeconfig(plane.server, plane.caFile, `${user}-token`), { mode: 0o600 });
    return file;
  };
  const admin = kubeconfigOf("admin");
  const started: { controllerManager?: ChildProcess } = {};
  const controlPlane: ControlPlane = {
    kubeconfig: admin,
    nobodyKubeconfig: kubeconfigOf("nobody"),
    server: plane.server,
    assets,
    kubeconfigOf,
    processes: () => plane.processes(),
    stopApiServer: () => plane.stopApiServer(),
    killApiServer: () => plane.stopApiServer("SIGKILL"),
    startApiServer: () => plane.startApiServer(),
    compact: () => compact(plane.etcd),
    kubectl: (...args) =>
      new Promise((resolve, reject) => {
        execFile(
          path.join(assets, "kubectl"),
          ["--kubeconfig", admin, ...args],
          { maxBuffer: 64 * 1024 * 1024 },
          (error, stdout, stderr) => {
            if (error === null) resolve(stdout);
            else reject(new Error(`kubectl ${args.join(" ")}: ${stderr}`));
          },
        );
      }),
    async stop() {
      await endProgram(started.controllerManager, "SIGKILL");
      await plane.stop();
    },
  };
  const { controllers = [], controllerFlags = [], beforeControllers } = forControllers;
  if (controllers.length === 0) return controlPlane;
  await beforeControllers?.(admin);
  started.controllerManager = startProgram(
    assets,
    "kube-controller-manager",
    [
      ...["--kubeconfig", admin, "--controllers", controllers.join(","), "--secure-port", "0"],
      ...["--service-account-private-key-file", path.join(plane.folder, "sa.key"), "--root-ca-file", plane.caFile],
      ...["--use-service-account-credentials", "--leader-elect=false"],
      ...["--kube-api-qps", "1000", "--kube-api-burst", "1000"],
      ...controllerFlags,
    ],
    plane.folder,
  );
  const isAtWork = async (): Promise<boolean> =>
    controlPlane.kubectl("get", "serviceaccount", "default").then(
      () => true,
      () => false,
    );
  await until(60_000, `kube-controller-manager (log in ${plane.folder})`, isAtWork).catch(async (error: unknown) => {
    await controlPlane.stop();
    throw error;
  });
  return controlPlane;
}

function kubeconfig(server: string, caFile: string, token: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "envtest", cluster: { server, "certificate-authority": caFile } }],
    users: [{ name: "envtest", user: { token } }],
    contexts: [{ name: "envtest", context: { cluster: "envtest", user: "envtest" } }],
    "current-context": "envtest",
  });
}

/** Compacts through etcd's own gateway from JSON to gRPC. */
async function compact(etcd: string): Promise<void> {
  const ask = async (place: string, body: object): Promise<{ header: { revision: string } }> => {
    const answer = await fetch(`${etcd}/v3/kv/${place}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`etcd: ${await answer.text()}`);
    return (await answer.json()) as { header: { revision: string } };
  };
  const { header } = await ask("range", { key: btoa("/"), limit: 1 });
  await ask("compaction", { revision: header.revision, physical: true });
}
