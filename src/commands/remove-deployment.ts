/** The part that all commands share which delete the objects of a deployment. */
import type { DeployedObject } from "../cluster/deploy/apply-object.js";
import { refuseBusy, takeLock } from "../cluster/deploy/deploy-lock.js";
import { type InventoryEntry, type InventoryPlace, mergeEntries, readInventory } from "../cluster/deploy/inventory.js";
import { undeploy as removeAll } from "../cluster/deploy/undeploy.js";
import { deadlineAfter } from "../cluster/poll.js";
import { TsopError } from "../core/errors.js";
import type { HttpClient } from "../kube/http-client.js";
import type { CommandResult, Context } from "./context.js";
import type { ClusterCommandOptions } from "./declared/shared.js";
import { lockHolder } from "./lock-holder.js";
import { printChanges } from "./print-changes.js";

export interface RemovedDeployment {
  readonly client: HttpClient;
  readonly inventory: InventoryPlace;
  /** Objects to delete besides those of the inventory. */
  readonly more: readonly InventoryEntry[];
  /** This command, for messages: `npm run undeploy --`. */
  readonly command: string;
}

export interface Removal {
  readonly removed: readonly DeployedObject[];
  /** The number of deleted objects of the operator's kinds. */
  readonly data: number;
  readonly kept: number;
}

interface RemoveOptions extends ClusterCommandOptions {
  readonly deleteData?: boolean;
}

/** @throws TsopError `cluster/objects-exist`, `cluster/finalizers-pending`, `interrupted` */
export async function removeDeployment(
  { client, inventory, more, command }: RemovedDeployment,
  { dryRun, wait = true, timeout = 300_000, deleteData = false }: RemoveOptions,
  context: Context,
): Promise<Removal> {
  const { signal, output } = context;
  const entries = mergeEntries(more, await readInventory(client, inventory, signal));
  const removed: DeployedObject[] = [];
  let kept = 0;
  const lock = { holder: lockHolder(context), signal, onUnlocked: (why: string) => output.note(why) };
  await refuseBusy(client, inventory, lock);
  const release = dryRun === undefined ? await takeLock(client, inventory, lock) : undefined;
  const progress = output.progress("reading the cluster");
  try {
    const data = await removeAll(client, entries, inventory, {
      ...{ command, deleteData, wait, signal, dryRun: dryRun === "server", deadline: deadlineAfter(timeout) },
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

/** Returns the result of a command that has deleted a deployment. */
export async function printRemoval({ removed, data, kept }: Removal, options: RemoveOptions): Promise<CommandResult> {
  const { dryRun } = options;
  const { text, objects } = await printChanges(removed, options);
  const note = dryRun === undefined ? "" : " (dry run)";
  const lines = [
    ...(data > 0 ? [`${data} ${data === 1 ? "object" : "objects"} of the operator's kinds deleted${note}`] : []),
    ...(text === "" ? [] : [text]),
  ];
  return {
    text: lines.length > 0 ? lines.join("\n") : kept > 0 ? "nothing was deleted" : "the operator is not in the cluster",
    json: { objects, data, ...(dryRun === undefined ? {} : { dryRun }) },
  };
}
