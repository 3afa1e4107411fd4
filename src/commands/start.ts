import path from "node:path";
import { build } from "./build.js";
import { chooseCluster, type ClusterOptions } from "./choose-cluster.js";
import type { CommandResult, Context } from "./context.js";

export interface StartOptions extends ClusterOptions {
  /** Flags for the operator itself. */
  readonly args: readonly string[];
}

/** Bundles the operator and runs it here, against the chosen cluster, until it ends or is told to. */
export async function start(options: StartOptions, context: Context): Promise<CommandResult> {
  const cluster = await chooseCluster(options, context);
  await build({}, context);
  const args = [
    path.join(context.cwd, "dist/main.js"), // absolute, so that `ps` shows which operator it is
    ...(options.kubeconfig === undefined ? [] : ["--kubeconfig", options.kubeconfig]),
    ...(options.context === undefined ? [] : ["--context", options.context]),
    ...options.args,
  ];
  // TSOP_PARENT: the operator drains when we are gone, even if we could not tell it.
  const env = { ...context.env, TSOP_PARENT: "1" };
  const exitCode = await context.runInForeground(process.execPath, args, { cwd: context.cwd, env });
  return { text: "", json: { exitCode, server: cluster.server }, exitCode };
}
