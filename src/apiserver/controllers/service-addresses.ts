/** Keeps an IPAddress for each cluster IP of a Service. Source: kubernetes/pkg/registry/core/service/ipallocator. */
import type { Service } from "../../k8s/core/v1.js";
import type { IPAddress } from "../../k8s/networking/v1.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";
import { KindObjects, readKind, type Stored } from "./shared/kind-objects.js";

const managedBy = "ipaddress.kubernetes.io/managed-by";
const allocator = "ipallocator.k8s.io";

export function keepServiceAddresses(objects: ControllerObjects): Stoppable {
  const services = new KindObjects<Service>(objects, { group: "", resource: "services" });
  const addresses = new KindObjects<IPAddress>(objects, { group: "networking.k8s.io", resource: "ipaddresses" });
  const { store } = objects.parts;
  const queue = objects.queues.create(async (address) => {
    const owner = services.list().find((service) => addressesOf(service).includes(address));
    const known = addresses.get("", address);
    if (owner !== undefined && known === undefined) await addresses.create(addressOf(owner, address));
    if (owner === undefined && known?.metadata.labels?.[managedBy] === allocator) await addresses.delete(known);
  });
  for (const service of services.list()) observe(service);
  for (const { metadata } of addresses.list()) queue.add(metadata.name);
  return queue.feedBy(
    store.subscribeToAll((storageKey, { object, previous }) => {
      if (storageKey === services.storageKey) {
        for (const each of [object, previous]) if (each !== undefined) observe(readKind<Service>(each));
      } else if (storageKey === addresses.storageKey) queue.add(object.metadata.name ?? "");
    }),
  );

  function observe(service: Stored<Service>): void {
    for (const address of addressesOf(service)) queue.add(address);
  }
}

function addressesOf({ spec }: Stored<Service>): string[] {
  return (spec.clusterIPs ?? []).filter((address) => address !== "" && address !== "None");
}

function addressOf({ metadata: { namespace, name } }: Stored<Service>, address: string): IPAddress {
  const family = address.includes(":") ? "IPv6" : "IPv4";
  return {
    ...{ apiVersion: "networking.k8s.io/v1", kind: "IPAddress" },
    metadata: { name: address, labels: { "ipaddress.kubernetes.io/ip-family": family, [managedBy]: allocator } },
    spec: { parentRef: { resource: "services", namespace, name } },
  };
}
