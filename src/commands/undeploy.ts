import { defined } from "../core/defined.js";
import type { DeployedObject } from "../cluster/deploy/apply-object.js";
import { deadlineAfter } from "../cluster/poll.js";
import { refuseBusy, takeLock } from "../cluster/deploy/deploy-lock.js";
import { entryOf, inventoryPlace, mergeEntries, readInventory } from "../cluster/deploy/inventory.js";
import { inOrder, operatorNamespace } from "../cluster/deploy/plan.js";
import { undeploy as removeAll } from "../cluster/deploy/undeploy.js";
import { TsopError } from "../core/errors.js";
import { parseApiVersion } from "../core/gvk.js";
import type { HttpClient } from "../kube/http-client.js";
import type { KubeObject } from "../kube/objects.js";
import { readProject } from "../project/file.js";
import { chooseCluster, withClient, withImpliedDryRun } from "./choose-cluster.js";
import type { CommandResult, Context } from "./context.js";
import type { UndeployOptions } from "./declared/cluster.js";
import { lockHolder } from "./lock-holder.js";
import { listObjects, printChanges } from "./print-changes.js";
import { renderedObjects } from "./rendered-objects.js";

/** Deletes the objects that `deploy` has created in the chosen cluster. Fails while objects of the operator's kinds exist. */
export async function undeploy(given: UndeployOptions, context: Context): Promise<CommandResult> {
  const options = withImpliedDryRun(given);
  const { projectName } = readProject(context.cwd);
  const rendered = await renderedObjects(options, context);
  if (options.dryRun === "client") return listObjects(inOrder(rendered).toReversed(), "deleted");
  const cluster = await chooseCluster(options, context);
  const { removed, data, kept } = await withClient(cluster, context, (client) =>
    run({ client, projectName, rendered, namespace: cluster.namespace }, options, context),
  );
  const { dryRun } = options;
  const { text, objects } = await printChanges(removed, options);
  const note = dryRun === undefined ? "" : " (dry run)";
  const lines = [
    ...(data > 0 ? [`${data} ${data === 1 ? "object" : "objects"} of the operator's kinds deleted${note}`] : []),
    ...(text === "" ? [] : [text]),
  ];
  return {
    text: lines.length > 0 ? lines.join("\n") : kept > 0 ? "nothing was deleted" : "the operator is not in the cluster",
    json: defined({ objects, data, dryRun }),
  };
}

interface Removal {
  readonly client: HttpClient;
  readonly projectName: string;
  readonly rendered: readonly KubeObject[];
  readonly namespace: string;
}

async function run(
  { client, projectName, rendered, namespace }: Removal,
  { dryRun, wait = true, timeout = 300_000, deleteData = false }: UndeployOptions,
  context: Context,
): Promise<{ readonly removed: readonly DeployedObject[]; readonly data: number; readonly kept: number }> {
  const { signal, output } = context;
  const targets = await locate(client, rendered, namespace);
  const inventory = inventoryPlace(projectName, operatorNamespace(targets) ?? namespace);
  const entries = mergeEntries(
    targets.map((object) => entryOf(object, "")),
    await readInventory(client, inventory, signal),
  );
  const removed: DeployedObject[] = [];
  let kept = 0;
  const lock = { holder: lockHolder(context), signal, onUnlocked: (why: string) => output.note(why) };
  await refuseBusy(client, inventory, lock);
  const release = dryRun === undefined ? await takeLock(client, inventory, lock) : undefined;
  const progress = output.progress("reading the cluster");
  try {
    const data = await removeAll(client, entries, inventory, {
      ...{ deleteData, wait, signal, dryRun: dryRun === "server", deadline: deadlineAfter(timeout) },
      onProgress: (text) => progress.update(text),
      onStep: (text) => progress.step(text),
      onRemoved: (each) => void removed.push(each),
      onKept: (text) => {
        kept += 1;
        output.note(text);
      },
    });
    return { removed, data, kept };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new TsopError("interrupted", `stopped by ${String(signal.reason)}: ${removed.length} objects were deleted`, {
      hint: "Repeat the command to delete the rest.",
      cause: error,
    });
  } finally {
    await release?.();
    progress.done();
  }
}

/** Returns the objects with their namespaces in the cluster. Skips objects whose kind no longer exists: none are left. */
async function locate(
  { mapper }: HttpClient,
  rendered: readonly KubeObject[],
  namespace: string,
): Promise<KubeObject[]> {
  const located: KubeObject[] = [];
  for (const object of rendered) {
    const resource = await mapper.find({ ...parseApiVersion(object.apiVersion), kind: object.kind });
    if (resource === undefined) continue;
    const { namespace: own = namespace, ...metadata } = object.metadata;
    located.push({ ...object, metadata: resource.namespaced ? { ...metadata, namespace: own } : metadata });
  }
  return located;
}
