import { readCrds } from "../cluster/crd-files.js";
import { type InstalledCrd, installCrds as install } from "../cluster/install-crds.js";
import { chooseCluster, type ClusterOptions } from "./choose-cluster.js";
import { withClient } from "./with-client.js";
import type { CommandResult, Context } from "./context.js";
import { readProject } from "../project/file.js";

export interface InstallCrdsOptions extends ClusterOptions {
  /** `client`: list what would be applied, without asking the server. `server`: let it check too. */
  readonly dryRun?: "client" | "server";
}

/** Applies the generated CRDs to the chosen cluster and waits until their kinds are served. */
export async function installCrds(options: InstallCrdsOptions, context: Context): Promise<CommandResult> {
  readProject(context.cwd);
  const crds = readCrds(context.cwd);
  if (options.dryRun === "client") {
    const names = crds.map(({ metadata }) => metadata.name);
    return {
      text: names.map((name) => `${name} would be applied`).join("\n"),
      json: { crds: names, dryRun: "client" },
    };
  }
  const dryRun = options.dryRun === "server";
  const cluster = await chooseCluster(options, context);
  const installed = await withClient(cluster, context, (client) =>
    install(client, crds, { dryRun, timeoutMs: 60_000, signal: context.signal }),
  );
  return {
    text: installed.map(({ name, change }) => `${name} ${change}${dryRun ? " (dry run)" : ""}`).join("\n"),
    json: { crds: installed satisfies readonly InstalledCrd[], ...(dryRun ? { dryRun: "server" } : {}) },
  };
}
