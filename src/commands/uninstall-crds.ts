import { readCrds } from "../cluster/crd-files.js";
import { uninstallCrds as uninstall } from "../cluster/uninstall-crds.js";
import { chooseCluster, withClient, withImpliedDryRun } from "./choose-cluster.js";
import { listCrds, printChanges } from "./print-changes.js";
import type { CommandResult, Context } from "./context.js";
import type { UninstallCrdsOptions } from "./declared/cluster.js";
import { readProject } from "../project/file.js";

/** Deletes the generated CRDs from the chosen cluster. Fails while objects of their kinds exist. */
export async function uninstallCrds(given: UninstallCrdsOptions, context: Context): Promise<CommandResult> {
  const options = withImpliedDryRun(given);
  readProject(context.cwd);
  const crds = readCrds(context.cwd);
  if (options.dryRun === "client") return listCrds(crds, (name) => `${name} would be deleted`);
  const dryRun = options.dryRun === "server";
  const cluster = await chooseCluster(options, context);
  const { definitions, ...removed } = await withClient(cluster, context, (client) =>
    uninstall(client, crds, {
      deleteData: options.deleteData ?? false,
      dryRun,
      timeoutMs: options.timeout ?? 300_000,
      wait: options.wait ?? true,
      signal: context.signal,
    }),
  );
  const note = dryRun ? " (dry run)" : "";
  const lines = removed.crds.map((name) => `${name} deleted${note}`);
  const { diffs } = await printChanges(
    definitions.map((object) => ({ object, change: "deleted" as const, before: object, after: undefined })),
    options,
  );
  lines.unshift(...diffs);
  if (removed.objects > 0) lines.unshift(`${removed.objects} objects deleted${note}`);
  return {
    text: lines.length === 0 ? "none of the CRDs is in the cluster" : lines.join("\n"),
    json: { ...removed, ...(options.diff === true ? { diffs } : {}), ...(dryRun ? { dryRun: "server" } : {}) },
  };
}
