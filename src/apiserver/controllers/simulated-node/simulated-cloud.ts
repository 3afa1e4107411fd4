/** Binds claims and gives load balancers an address, as the provider of a cluster does. */
import { defined } from "../../../core/defined.js";
import { isSameJson } from "../../../core/json.js";
import type { PersistentVolumeClaim, Service } from "../../../k8s/core/v1.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { KindObjects, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { ownFailure } from "./failures.js";

const momentMs = 500;

/** @param bindsClaims - false: a controller binds claims to volumes */
export function simulateCloud(objects: ControllerObjects, bindsClaims: boolean): Stoppable {
  const claims = new KindObjects<PersistentVolumeClaim>(objects, kinds.claims);
  const services = new KindObjects<Service>(objects, kinds.services);
  const { store } = objects.parts;
  const queue = objects.queues.create(async (key) => {
    const [storageKey = "", namespace = "", name = ""] = key.split(" ");
    if (storageKey === claims.storageKey) await settle(claims, claims.get(namespace, name), claimStatus);
    else await settle(services, services.get(namespace, name), serviceStatus);
  });
  const simulated = bindsClaims ? [claims, services] : [services];
  for (const kind of simulated) for (const { metadata } of kind.list()) add(kind.storageKey, metadata);
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object: { metadata } }) => {
      const isOurs = simulated.some((kind) => kind.storageKey === storageKey);
      const { namespace = "", name = "" } = metadata;
      if (isOurs && type !== "DELETED") add(storageKey, { namespace, name });
    }),
  );

  function add(storageKey: string, { namespace, name }: { readonly namespace: string; readonly name: string }): void {
    queue.addAfter([storageKey, namespace, name].join(" "), momentMs);
  }
}

async function settle<Type extends PersistentVolumeClaim | Service>(
  kind: KindObjects<Type>,
  object: Stored<Type> | undefined,
  statusOf: (object: Stored<Type>) => Stored<Type>["status"],
): Promise<void> {
  if (object === undefined || object.metadata.deletionTimestamp !== undefined) return;
  const status = ownFailure(object) === undefined ? statusOf(object) : object.status;
  if (!isSameJson(status, object.status)) await kind.update(object, (copy) => (copy.status = status), "status");
}

function claimStatus({ spec, status }: Stored<PersistentVolumeClaim>): PersistentVolumeClaim["status"] & object {
  const { accessModes = [], resources, volumeAttributesClassName } = spec;
  const capacity = { storage: resources?.requests?.["storage"] ?? "" };
  // A later change of the class is the work of a driver.
  const currentVolumeAttributesClassName =
    status.phase === "Bound" ? status.currentVolumeAttributesClassName : volumeAttributesClassName;
  return {
    ...status,
    ...{ phase: "Bound", accessModes, capacity },
    ...defined({ currentVolumeAttributesClassName }),
  };
}

/** The address is one from a range for documentation, which reaches no server. */
function serviceStatus({ spec, status }: Stored<Service>): Service["status"] & object {
  if (spec.type !== "LoadBalancer") return { ...status, loadBalancer: {} };
  return { ...status, loadBalancer: { ingress: [{ ip: "192.0.2.1", ipMode: "VIP" }] } };
}
