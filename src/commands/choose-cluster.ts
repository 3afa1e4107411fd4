import os from "node:os";
import { defined } from "../core/defined.js";
import { isConfirmed, isLoopback, rememberConfirmed } from "../cluster/confirmed-clusters.js";
import { TsopError } from "../core/errors.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import { loadKubeConfig } from "../kube/kubeconfig.js";
import type { Context } from "./context.js";
import type { ClusterOptions } from "./declared/shared.js";
import { runsHere } from "./local-cluster.js";

/** The cluster that the flags name, or the environment. @throws TsopError as `loadKubeConfig` does */
export function readClusterConfig(
  { kubeconfig, context }: Omit<ClusterOptions, "yes">,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<ClusterConfig> {
  return loadKubeConfig({ env, home: os.homedir(), cwd, ...defined({ kubeconfig, context }) });
}

/**
 * Finds out which cluster is meant and says so, before anything happens to it. A cluster that does not show that it runs on this
 * machine and was not confirmed before in this project has to be confirmed: the current context may not be what one thinks.
 *
 * @throws TsopError `cluster/not-confirmed`, and all of `loadKubeConfig`
 */
export async function chooseCluster(options: ClusterOptions, context: Context): Promise<ClusterConfig> {
  const config = await readClusterConfig(options, context);
  const cluster = { context: config.context ?? config.source, server: config.server };
  context.output.note(`cluster: context ${cluster.context}, server ${cluster.server}`);
  if (isConfirmed(context, cluster)) return config;
  const isNear = isLoopback(cluster.server);
  if (isNear && (await runsHere(config, context.signal))) return config;

  const confirmed = options.yes === true || (await context.confirm?.("Is this the right cluster?")) === true;
  if (!confirmed) {
    throw new TsopError(
      "cluster/not-confirmed",
      isNear
        ? `context ${cluster.context} (${cluster.server}) does not show that it runs on this machine: it could be the end of a tunnel; and it was not confirmed in this project`
        : `context ${cluster.context} (${cluster.server}) is not on this machine and was not confirmed in this project`,
      { hint: "If it is the right cluster, repeat the command with --yes. Otherwise choose one with --context NAME." },
    );
  }
  rememberConfirmed(context, cluster);
  return config;
}
