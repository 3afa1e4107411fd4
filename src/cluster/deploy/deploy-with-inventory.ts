/** A deployment that remembers what it has made, and takes away what it makes no more. */
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
  /** Who deploys, unlike all others. */
  readonly holder: string;
  /** Called where others who deploy cannot be noticed. */
  readonly onUnlocked: (why: string) => void;
  /** Called for each object that is deployed no more and stays, with the reason. */
  readonly onKept: (text: string) => void;
}

/**
 * The inventory is written before the first object that it may have to take away, and once more at the end, however that comes
 * about: a deployment that is stopped in the middle has all that it has made written down.
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
      onStep(`taking away ${showId(entry)}`);
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
      // The new Pods do not answer a webhook that is deployed no more, and requests would be refused for it.
      onBeforeWorkloads: () => prune(unwanted.filter(isAsked)),
    });
    await prune(unwanted.filter((entry) => !isAsked(entry)));
    await writeInventory(client, place, known, signal);
  } catch (error) {
    // Told to stop, it still writes down what it has done, but does not wait for ever.
    if (state.isWritten) await writeInventory(client, place, known, AbortSignal.timeout(10_000)).catch(() => undefined);
    throw error;
  } finally {
    await held.release();
  }
}

/** What would be taken away. */
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
