import os from "node:os";
import { isConfirmed, isLoopback, rememberConfirmed } from "../cluster/confirmed-clusters.js";
import { ownRightHint } from "../cluster/own-right-missing.js";
import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { ApiError } from "../kube/api-error.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../kube/http-client.js";
import { loadKubeConfig } from "../kube/kubeconfig.js";
import type { Context } from "./context.js";
import type { ClusterCommandOptions, ClusterOptions } from "./declared/shared.js";
import { runsHere } from "./local-cluster.js";

/** Reads the configuration of the cluster that the flags or the environment name. @throws TsopError as `loadKubeConfig` does */
export function readClusterConfig(
  { kubeconfig, context }: Omit<ClusterOptions, "yes">,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<ClusterConfig> {
  return loadKubeConfig({ env, home: os.homedir(), cwd, ...defined({ kubeconfig, context }) });
}

/**
 * Chooses the cluster and prints its name before a command changes it. The user must confirm a cluster if nothing shows
 * that it runs on this machine and if it was not confirmed before in this project: the current context may not be the
 * context that the user expects.
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
        ? `context ${cluster.context} (${cluster.server}) is not confirmed in this project, and does not show that it runs on this machine: its address could be the end of a tunnel`
        : `context ${cluster.context} (${cluster.server}) is not on this machine, and is not confirmed in this project`,
      {
        hint: "If this is the right cluster, repeat the command with --yes. Otherwise choose another cluster with --context NAME.",
      },
    );
  }
  rememberConfirmed(context, cluster);
  return config;
}

/**
 * Connects to a cluster for the duration of the action. Prints the warnings of the API server.
 *
 * @throws TsopError the errors of the action; reports a missing right as a right that the user lacks
 */
export async function withClient<T>(
  cluster: ClusterConfig,
  context: Context,
  action: (client: HttpClient) => Promise<T>,
): Promise<T> {
  const client = createLiveClient(cluster, {
    onWarning: (text) => context.output.note(`warning from the API server: ${text}`),
  });
  try {
    return await action(client);
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode !== 403) throw error;
    throw new TsopError(error.code, error.message, { hint: ownRightHint(error), cause: error });
  } finally {
    client.close();
  }
}

/**
 * Returns the options with the dry run that `--diff` implies: the API server compares the objects and stores nothing.
 *
 * @throws TsopError `usage/invalid-argument` with `--dry-run=client`, which does not call the API server to compare
 */
export function withImpliedDryRun<Options extends ClusterCommandOptions>(options: Options): Options {
  if (options.diff !== true) return options;
  if (options.dryRun !== "client") return { ...options, dryRun: "server" };
  throw new TsopError(
    "usage/invalid-argument",
    "--diff compares with the cluster, and --dry-run=client sends no requests to it",
    {
      hint: "Omit --dry-run=client: --diff changes nothing either.",
    },
  );
}
