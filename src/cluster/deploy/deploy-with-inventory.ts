/** Runs a deployment that records the objects it creates, and deletes the objects that it no longer contains. */
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import type { DeployedObject } from "./apply-object.js";
import { deploy, type DeployOptions } from "./deploy.js";
import { refuseBusy, takeLock } from "./deploy-lock.js";
import {
  entryOf,
  type InventoryEntry,
  type InventoryPlace,
  mergeEntries,
  readInventory,
  writeInventory,
} from "./inventory.js";
import { idKey, showId } from "./object-id.js";
import { isWebhookConfiguration } from "../point-webhooks.js";
import { foreign, objectOf, removeEntry, toPrune } from "./prune.js";

export interface DeployAndPruneOptions extends Omit<DeployOptions, "onNamespacesThere" | "onBeforeWorkloads"> {
  /** The name of this deployer, different from all others. */
  readonly holder: string;
  /** Called if concurrent deployments cannot be detected. */
  readonly onUnlocked: (why: string) => void;
  /** Called for each object that is no longer deployed but kept, with the reason. */
  readonly onKept: (text: string) => void;
}

/**
 * Deploys and prunes. The inventory is written before the first object that a later deployment may have to delete, and
 * again at the end, whatever the outcome: a deployment that is interrupted has recorded everything that it created.
 *
 * @throws TsopError `deploy/…`
 */
export async function deployAndPrune(
  client: HttpClient,
  objects: readonly KubeObject[],
  place: InventoryPlace,
  options: DeployAndPruneOptions,
): Promise<void> {
  const { signal, onStep, onApplied, onKept } = options;
  await refuseBusy(client, place, options);
  const held = { release: (): Promise<void> => Promise.resolve() };
  const earlier = await readInventory(client, place, signal);
  let known = mergeEntries(
    earlier,
    objects.map((object) => entryOf(object, "")),
  );
  const state = { isWritten: false };
  const record = ({ object, after }: DeployedObject): void => {
    known = mergeEntries(known, [entryOf(object, after?.metadata.uid)]);
  };
  const prune = async (entries: readonly InventoryEntry[]): Promise<void> => {
    for (const entry of entries) {
      signal.throwIfAborted();
      onStep(`deleting ${showId(entry)}`);
      const removal = await removeEntry(client, entry, { dryRun: false, signal, change: "pruned" });
      known = known.filter((each) => idKey(each) !== idKey(entry));
      if (removal.kind === "removed") onApplied(removal.removed);
      if (removal.kind === "foreign") onKept(foreign(entry));
    }
  };
  const unwanted = toPrune(earlier, objects);
  const isAsked = (entry: InventoryEntry): boolean => isWebhookConfiguration(objectOf(entry));
  try {
    await deploy(client, objects, {
      ...options,
      onApplied: (deployed) => {
        record(deployed);
        onApplied(deployed);
      },
      onNamespacesThere: async () => {
        held.release = await takeLock(client, place, options);
        await writeInventory(client, place, known, signal);
        state.isWritten = true;
      },
      // The new Pods do not serve a webhook that is no longer deployed, so requests would fail because of it.
      onBeforeWorkloads: () => prune(unwanted.filter(isAsked)),
    });
    await prune(unwanted.filter((entry) => !isAsked(entry)));
    await writeInventory(client, place, known, signal);
  } catch (error) {
    // After an interruption, still records the results, but with a time limit.
    if (state.isWritten) await writeInventory(client, place, known, AbortSignal.timeout(10_000)).catch(() => undefined);
    throw error;
  } finally {
    await held.release();
  }
}

/** Returns the objects that a deployment would delete. */
export async function pruneDryRun(
  client: HttpClient,
  objects: readonly KubeObject[],
  place: InventoryPlace,
  signal: AbortSignal,
): Promise<DeployedObject[]> {
  const entries: readonly InventoryEntry[] = toPrune(await readInventory(client, place, signal), objects);
  const removed: DeployedObject[] = [];
  for (const entry of entries) {
    const one = await removeEntry(client, entry, { dryRun: true, signal, change: "pruned" });
    if (one.kind === "removed") removed.push(one.removed);
  }
  return removed;
}
