import path from "node:path";
import { readProject } from "../project/file.js";
import { build } from "./build.js";
import { chooseCluster } from "./choose-cluster.js";
import type { CommandResult, Context } from "./context.js";
import type { StartOptions } from "./declared/run.js";
import { freshManifests } from "./fresh-manifests.js";
import { parseWebhookHost, withLentWebhooks } from "./start-webhooks.js";

/** Bundles the operator and runs it on this machine, against the chosen cluster, until it ends or a signal stops it. */
export async function start(options: StartOptions, context: Context): Promise<CommandResult> {
  const at = options.pointWebhooks === undefined ? undefined : parseWebhookHost(options.pointWebhooks);
  readProject(context.cwd); // report a missing project before any message about clusters
  const cluster = await chooseCluster(options, context);
  await freshManifests("write", context);
  await build({}, context);
  const args = [
    path.join(context.cwd, "dist/main.js"), // an absolute path, so that `ps` shows which operator it is
    ...(options.kubeconfig === undefined ? [] : ["--kubeconfig", options.kubeconfig]),
    ...(options.context === undefined ? [] : ["--context", options.context]),
    ...(options.args ?? []),
  ];
  // TSOP_PARENT: the operator drains when tsop ends, even if tsop could not signal it.
  const run = (more: Context["env"]): Promise<number> => {
    const env = { ...context.env, ...more, TSOP_PARENT: "1" };
    return context.runInForeground(process.execPath, args, { cwd: context.cwd, env });
  };
  const exitCode = at === undefined ? await run({}) : await withLentWebhooks(at, cluster, context, run);
  return { text: "", json: { exitCode, server: cluster.server }, exitCode };
}
