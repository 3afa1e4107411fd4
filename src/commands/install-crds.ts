import { readCrds } from "../cluster/crd-files.js";
import { checkDeploy } from "../cluster/deploy/check-deploy.js";
import { deadlineAfter } from "../cluster/poll.js";
import { installStaged } from "../cluster/deploy/deploy-crd.js";
import { keepConversions } from "../cluster/install-crds.js";
import { chooseCluster, withClient, withImpliedDryRun } from "./choose-cluster.js";
import { freshManifests } from "./fresh-manifests.js";
import { textsOf } from "./planned-files.js";
import { listCrds, printChanges } from "./print-changes.js";
import type { CommandResult, Context } from "./context.js";
import type { InstallCrdsOptions } from "./declared/cluster.js";
import { readProject } from "../project/file.js";

/** Applies the generated CRDs to the chosen cluster and waits until their kinds are served. */
export async function installCrds(given: InstallCrdsOptions, context: Context): Promise<CommandResult> {
  const options = withImpliedDryRun(given);
  readProject(context.cwd);
  const { unwritten } = await freshManifests(options.dryRun === undefined ? "write" : "preview", context);
  const crds = readCrds(context.cwd, textsOf(unwritten));
  if (options.dryRun === "client") return listCrds(crds, (name) => `${name} would be applied`);
  const dryRun = options.dryRun === "server";
  const { wait = true, timeout: timeoutMs = 300_000, diff = false, forceConflicts: isForced = false } = options;
  const { signal, output } = context;
  const cluster = await chooseCluster(options, context);
  const progress = output.progress("installing");
  const installed = await withClient(cluster, context, async (client) => {
    // Report all rejections of the API server before applying the first CRD.
    const wanted = await keepConversions(client, crds, signal);
    const placed = wanted.map((object) => ({ object, canBeAsked: true }));
    const checked = await checkDeploy(client, placed, { isForced, signal, isPreflight: !dryRun });
    if (dryRun) return checked;
    const deadline = deadlineAfter(timeoutMs);
    const onProgress = (text: string): void => progress.update(text);
    return installStaged(client, wanted, { isForced, wait, deadline, signal, onProgress });
  }).finally(() => progress.done());
  const { diffs } = await printChanges(installed, options);
  const lines = installed.map(({ object, change }) => `${object.metadata.name} ${change}${dryRun ? " (dry run)" : ""}`);
  return {
    text: [...diffs.filter((text) => text !== ""), ...lines].join("\n"),
    json: {
      crds: installed.map(({ object, change }, index) => ({
        name: object.metadata.name,
        change,
        ...(diff ? { diff: diffs[index] ?? "" } : {}),
      })),
      ...(dryRun ? { dryRun: "server" } : {}),
    },
  };
}
