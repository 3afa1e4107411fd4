/** The part that all commands share which apply objects to a cluster, and record them to delete them later. */
import type { DeployedObject } from "../cluster/deploy/apply-object.js";
import { checkDeploy } from "../cluster/deploy/check-deploy.js";
import { deployAndPrune, pruneDryRun } from "../cluster/deploy/deploy-with-inventory.js";
import type { InventoryPlace } from "../cluster/deploy/inventory.js";
import { placeObjects } from "../cluster/deploy/place-objects.js";
import { deadlineAfter } from "../cluster/poll.js";
import { TsopError } from "../core/errors.js";
import type { HttpClient } from "../kube/http-client.js";
import type { KubeObject } from "../kube/objects.js";
import type { Context } from "./context.js";
import type { ClusterCommandOptions } from "./declared/shared.js";
import { lockHolder } from "./lock-holder.js";

export interface AppliedDeployment {
  readonly client: HttpClient;
  readonly objects: readonly KubeObject[];
  /** The namespace of objects that name none. */
  readonly namespace: string;
  /** @param placed - the objects with their namespaces */
  readonly inventoryOf: (placed: readonly KubeObject[]) => InventoryPlace;
  /** The command that deletes the objects: `npm run undeploy`. */
  readonly undo: string;
}

interface ApplyOptions extends Pick<ClusterCommandOptions, "dryRun" | "timeout" | "wait"> {
  readonly forceConflicts?: boolean;
}

/** @throws TsopError `deploy/…`, `interrupted` */
export async function applyDeployment(
  { client, objects, namespace, inventoryOf, undo }: AppliedDeployment,
  options: ApplyOptions,
  context: Context,
): Promise<DeployedObject[]> {
  const { signal, output } = context;
  const deadline = deadlineAfter(options.timeout ?? 300_000);
  const isForced = options.forceConflicts === true;
  const placed = await placeObjects(client, objects, namespace, signal);
  const isPreflight = options.dryRun === undefined;
  const checked = await checkDeploy(client, placed, { isForced, signal, isPreflight });
  const targets = placed.map(({ object }) => object);
  const inventory = inventoryOf(targets);
  if (!isPreflight) return [...checked, ...(await pruneDryRun(client, targets, inventory, signal))];
  const deployed: DeployedObject[] = [];
  const progress = output.progress("deploying");
  try {
    await deployAndPrune(client, targets, inventory, {
      ...{ isForced, deadline, signal, undo, wait: options.wait ?? true },
      holder: lockHolder(context),
      onUnlocked: (why) => output.note(why),
      onKept: (text) => output.note(text),
      onNote: (text) => output.note(text),
      onProgress: (text) => progress.update(text),
      onStep: (text) => progress.step(text),
      onApplied: (each) => void deployed.push(each),
    });
    return deployed;
  } catch (error) {
    const pruned = deployed.filter(({ change }) => change === "pruned").length;
    const taken = pruned === 0 ? "" : `, ${pruned} deleted`;
    const count = `${deployed.length - pruned} of ${placed.length} objects were applied${taken}`;
    if (signal.aborted) {
      throw new TsopError("interrupted", `stopped by ${String(signal.reason)}: ${count}`, {
        hint: `tsop has recorded the applied objects. Repeat the command to continue, or run \`${undo}\` to delete them.`,
        cause: error,
      });
    }
    output.note(`${count} before this:`);
    throw error;
  } finally {
    progress.done();
  }
}
