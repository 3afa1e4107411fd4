/**
 * Prevents two concurrent deployments of one project: a Lease in the operator's namespace names the current one. The
 * command renews it while it runs, so that a killed command blocks others for at most a minute.
 */
import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import { untilAborted } from "../../core/until-aborted.js";
import { isAlreadyExists, isConflict, isForbidden, isNotFound } from "../../kube/api-error.js";
import type { LiveClient } from "../../kube/client.js";
import { toMicroTime } from "../../kube/scalars.js";
import { Lease } from "../../k8s/coordination/v1.js";
import type { InventoryPlace } from "./inventory.js";

export interface LockOptions {
  /** The deployer: `zhangsan@laptop (4711)`. No two commands share a name. */
  readonly holder: string;
  readonly signal: AbortSignal;
  /** Called once, if the Lease cannot be used. */
  readonly onUnlocked: (why: string) => void;
}

const lifeSeconds = 60;
const renewMs = 15_000;

/**
 * Rejects a deployment during another one. The Lease has the name and namespace of the inventory.
 *
 * @throws TsopError `deploy/busy` while another process holds the Lease
 */
export async function refuseBusy(client: LiveClient, place: InventoryPlace, options: LockOptions): Promise<void> {
  try {
    busyWith(await client.get(Lease, place, { signal: options.signal }), options.holder);
  } catch (error) {
    if (!isForbidden(error)) throw error; // reported when the lock is taken
  }
}

/** @returns a function that releases the lock. @throws TsopError `deploy/busy` */
export async function takeLock(
  client: LiveClient,
  place: InventoryPlace,
  options: LockOptions,
): Promise<() => Promise<void>> {
  const { holder, signal, onUnlocked } = options;
  try {
    await write(client, place, holder, signal);
  } catch (error) {
    if (isForbidden(error)) {
      onUnlocked("tsop lacks the permission to write Leases, so it cannot detect concurrent deployments");
      return () => Promise.resolve();
    }
    if (isNotFound(error)) return () => Promise.resolve(); // without its namespace, there is nothing to protect
    // Another command was faster: report which one.
    if (isConflict(error) || isAlreadyExists(error)) await refuseBusy(client, place, options);
    throw error;
  }
  let renewed = Promise.resolve();
  const renewal = setInterval(() => {
    // Another renewal follows a failed one before the lease expires. If another command has the lease now, it is not
    // taken back.
    renewed = write(client, place, holder, signal).catch((error: unknown) => {
      if (!(error instanceof TsopError) || error.code !== "deploy/busy") return;
      clearInterval(renewal);
      onUnlocked(`${error.message}, too`);
    });
  }, renewMs);
  return async () => {
    clearInterval(renewal);
    const brief = { signal: AbortSignal.timeout(5000) };
    try {
      await untilAborted(renewed, brief.signal); // it changes the version of the Lease
      const lease = await client.get(Lease, place, brief);
      if (lease?.spec?.holderIdentity !== holder) return;
      const { uid, resourceVersion } = lease.metadata;
      await client.delete(Lease, place, { ...brief, preconditions: defined({ uid, resourceVersion }) });
    } catch {
      // The Lease expires on its own.
    }
  };
}

async function write(client: LiveClient, place: InventoryPlace, holder: string, signal: AbortSignal): Promise<void> {
  const found = await client.get(Lease, place, { signal });
  busyWith(found, holder);
  const now = toMicroTime(Date.now());
  const isOurs = found?.spec?.holderIdentity === holder;
  const spec = {
    holderIdentity: holder,
    leaseDurationSeconds: lifeSeconds,
    acquireTime: isOurs ? (found.spec?.acquireTime ?? now) : now,
    renewTime: now,
  };
  if (found === undefined) {
    await client.create<Lease>(
      { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { ...place }, spec },
      { signal },
    );
  } else {
    await client.update<Lease>({ ...found, spec }, { signal });
  }
}

function busyWith(lease: Lease | undefined, holder: string): void {
  const { holderIdentity = "", renewTime = "", acquireTime = "" } = lease?.spec ?? {};
  const left = Date.parse(renewTime) + lifeSeconds * 1000 - Date.now();
  if (lease === undefined || holderIdentity === "" || holderIdentity === holder || !(left > 0)) return;
  const since = acquireTime.replace(/\.\d+Z$/, "Z");
  throw new TsopError(
    "deploy/busy",
    `${holderIdentity} has been changing this operator in the cluster since ${since}`,
    {
      hint: `Wait until that command ends, then repeat yours. If it was killed, its lock expires in ${Math.ceil(left / 1000)} s (Lease ${lease.metadata.namespace ?? ""}/${lease.metadata.name}).`,
    },
  );
}
