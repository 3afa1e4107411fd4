/** A cluster for tests: one for each project folder. */
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { removeState, stateFolder, statePath } from "../../machinery/project-state.js";
import { readProject } from "../../project/file.js";
import type { CommandResult, Context } from "../context.js";
import type { ClusterDownOptions, ClusterUpOptions } from "../declared/test-cluster.js";
import { checkNodeImage, type ProviderCommands, providerCommands, providers, type TestCluster } from "./providers.js";
import { runProvider, workingProviders } from "./run-provider.js";

const kubeconfigName = "cluster.kubeconfig";

/**
 * Creates the cluster of the project, unless it exists, and writes its kubeconfig to `.tsop/`.
 *
 * @throws TsopError `cluster/no-provider`, `cluster/provider-failed`
 */
export async function clusterUp(options: ClusterUpOptions, context: Context): Promise<CommandResult> {
  const nodeImage = checkNodeImage(options.nodeImage);
  const cluster = clusterOf(context);
  if (options.dryRun === true) return preview(options, ({ create }) => create(cluster, nodeImage));
  statePath(context.cwd, kubeconfigName); // creates the folder
  const working = await workingProviders(options.provider, context);
  const existing = working.find(({ clusters }) => clusters.includes(cluster.name));
  const provider = (existing ?? working[0])?.provider;
  if (provider === undefined) throw new TsopError("cluster/no-provider", "no provider works", {});
  const commands = providerCommands[provider];
  const progress = context.output.progress(`creating the cluster ${cluster.name} with ${provider}`);
  try {
    if (existing === undefined)
      await runProvider(provider, commands.create(cluster, nodeImage), context, (line) => progress.update(line));
    await runProvider(provider, commands.writeKubeconfig(cluster), context);
  } finally {
    progress.done();
  }
  return {
    text: [
      `the cluster ${cluster.name} of ${provider} ${existing === undefined ? "runs" : "already runs"}`,
      `export KUBECONFIG=${cluster.kubeconfig}`,
      `Next: npm run docker-build, ${commands.load(cluster, '"$IMG"')}, and npm run deploy`,
    ].join("\n"),
    json: { ...cluster, provider, created: existing === undefined },
  };
}

/**
 * Deletes the cluster that `cluster up` created for this folder, with its kubeconfig. Touches no other cluster.
 *
 * @throws TsopError `cluster/no-provider`, `cluster/provider-failed`
 */
export async function clusterDown(options: ClusterDownOptions, context: Context): Promise<CommandResult> {
  const cluster = clusterOf(context);
  if (options.dryRun === true) return preview(options, (commands) => commands.delete(cluster));
  const working = await workingProviders(options.provider, context);
  const found = working.filter(({ clusters }) => clusters.includes(cluster.name));
  for (const { provider } of found) await runProvider(provider, providerCommands[provider].delete(cluster), context);
  removeState(context.cwd, kubeconfigName);
  return {
    text: found.length === 0 ? `there is no cluster ${cluster.name}` : `deleted the cluster ${cluster.name}`,
    json: { name: cluster.name, deleted: found.length > 0 },
  };
}

/** Returns the cluster of the folder. Only tsop uses its name, which contains a hash of the folder's path. */
function clusterOf({ cwd }: Context): TestCluster {
  const { projectName } = readProject(cwd);
  const hash = createHash("sha256").update(realpathSync(cwd)).digest("hex").slice(0, 8);
  return { name: `${projectName.slice(0, 23)}-${hash}`, kubeconfig: path.join(cwd, stateFolder, kubeconfigName) };
}

function preview(
  { provider = providers[0] }: ClusterDownOptions,
  argsOf: (commands: ProviderCommands) => readonly string[],
): CommandResult {
  const command = [provider, ...argsOf(providerCommands[provider])];
  return { text: command.join(" "), json: { command, dryRun: true } };
}
