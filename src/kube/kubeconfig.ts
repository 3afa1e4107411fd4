/** Finds the API server to connect to, in kubectl's order, and throws an error where kubectl would guess. */
import { existsSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";
import type { ClusterConfig } from "./cluster-config.js";
import { loadInCluster, serviceAccountFolder } from "./in-cluster.js";
import { type KubeConfigFile, readKubeConfigFile } from "./kubeconfig-file.js";
import { toClusterConfig } from "./kubeconfig-context.js";

export interface LoadKubeConfigOptions {
  /**
   * The environment variables: reads `KUBECONFIG`, `KUBERNETES_SERVICE_HOST`, `KUBERNETES_SERVICE_PORT`, `HTTPS_PROXY`,
   * `NO_PROXY`.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The path of the only kubeconfig to use. Takes precedence over everything else. */
  readonly kubeconfig?: string;
  /** The name of the context. Default: the kubeconfig's current context. */
  readonly context?: string;
  /** The home folder, whose `.kube/config` is the last candidate. */
  readonly home?: string;
  /** The folder that relative paths start from. Default: the process's working directory. */
  readonly cwd?: string;
  /** The folder of the pod's service account. Default: the folder where Kubernetes mounts it. */
  readonly serviceAccount?: string;
}

/**
 * Reads the configuration of the cluster to connect to: `kubeconfig`, else the files that `KUBECONFIG` lists, else the
 * pod's service account, else `~/.kube/config`. With a `context`, it does not use the pod's service account.
 *
 * @throws TsopError `cluster/no-kubeconfig`, `cluster/invalid-kubeconfig`, `cluster/unknown-context`,
 * `cluster/unsupported-kubeconfig`
 *
 * @example
 * ```ts
 * import { homedir } from "node:os";
 * import { loadKubeConfig } from "tsop";
 *
 * export async function whereTo(): Promise<string> {
 *   const config = await loadKubeConfig({ env: process.env, home: homedir() });
 *   return `${config.context ?? "in-cluster"} at ${config.server}`;
 * }
 * ```
 */
export async function loadKubeConfig(options: LoadKubeConfigOptions): Promise<ClusterConfig> {
  const explicit = explicitFiles(options);
  if (explicit !== undefined) {
    const present = explicit.files.filter((file) => existsSync(file));
    if (present.length === 0) throw missingFiles(explicit.from, explicit.files);
    return fromFiles(await Promise.all(present.map(readKubeConfigFile)), options);
  }
  if (options.context === undefined) {
    const inCluster = loadInCluster(options.env, options.serviceAccount ?? serviceAccountFolder);
    if (inCluster !== undefined) return inCluster;
  }
  const home = options.home === undefined ? undefined : path.join(options.home, ".kube", "config");
  if (home !== undefined && existsSync(home)) return fromFiles([await readKubeConfigFile(home)], options);
  throw nowhere(home);
}

function explicitFiles(options: LoadKubeConfigOptions): { from: string; files: string[] } | undefined {
  const resolve = (file: string): string => path.resolve(options.cwd ?? ".", file);
  if (options.kubeconfig !== undefined && options.kubeconfig !== "") {
    return { from: "--kubeconfig", files: [resolve(options.kubeconfig)] };
  }
  const files = (options.env["KUBECONFIG"] ?? "").split(path.delimiter).filter((file) => file !== "");
  return files.length === 0 ? undefined : { from: "KUBECONFIG", files: files.map(resolve) };
}

function missingFiles(from: string, files: readonly string[]): TsopError {
  return new TsopError("cluster/no-kubeconfig", `${from} names ${files.join(", ")}, which does not exist`, {
    hint: from === "KUBECONFIG" ? "Unset KUBECONFIG, or set it to a kubeconfig that exists." : "Check the path.",
  });
}

function nowhere(home: string | undefined): TsopError {
  const looked = ["--kubeconfig (not given)", "KUBECONFIG (not set)", "the pod's service account (not in a pod)"];
  looked.push(home === undefined ? "~/.kube/config (no home folder)" : `${home} (does not exist)`);
  return new TsopError("cluster/no-kubeconfig", `no kubeconfig found: looked at ${looked.join(", ")}`, {
    hint: "Pass --kubeconfig FILE or set KUBECONFIG. A cluster on this machine writes one: `kind create cluster`, `minikube start`.",
  });
}

/**
 * Merges the files as kubectl does: for each cluster, user and context, and for the current context, the first file
 * that contains it wins.
 */
function fromFiles(files: readonly KubeConfigFile[], options: LoadKubeConfigOptions): ClusterConfig {
  const sources = files.map((file) => file.path).join(path.delimiter);
  const current = files.map((file) => file.currentContext).find((name) => name !== undefined);
  const name = options.context ?? current?.name;
  const names = files.flatMap((file) => [...file.contexts.keys()]);
  if (name === undefined) {
    throw new TsopError("cluster/unknown-context", `${sources} has no current-context`, {
      hint:
        names.length === 0
          ? "It contains no contexts: check that this is the right file."
          : `Pass --context with one of ${names.join(", ")}, or run \`kubectl config use-context NAME\`.`,
    });
  }
  const context = files.map((file) => file.contexts.get(name)).find((entry) => entry !== undefined);
  if (context === undefined) {
    const near = nearest(name, names);
    throw new TsopError("cluster/unknown-context", `${sources} has no context ${JSON.stringify(name)}`, {
      hint:
        near === undefined
          ? `Its contexts: ${names.length === 0 ? "none" : names.join(", ")}.`
          : `Did you mean ${JSON.stringify(near)}? Its contexts: ${names.join(", ")}.`,
    });
  }
  return toClusterConfig(files, name, context, options.env);
}
