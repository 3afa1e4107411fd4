/** Keeps the Endpoints and EndpointSlices of Services with selectors. */
import { isSameJson } from "../../../core/json.js";
import type { Endpoints, Node, Pod, Service } from "../../../k8s/core/v1.js";
import type { EndpointSlice } from "../../../k8s/discovery/v1.js";
import { selects } from "../../selectors/selected-labels.js";
import { StatusError } from "../../status-error.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { KindObjects, readKind, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { isNamespaceEnding } from "../shared/pod-control.js";
import { endpointSlices, managedBy as sliceManager, serviceName, sliceController } from "./endpoint-slices.js";
import { endpointsObject } from "./endpoints-object.js";
import { backendsOf, type Family, isSelecting } from "./service-backends.js";
import { writeSlices } from "./write-slices.js";

export function controlEndpoints(objects: ControllerObjects): Stoppable {
  const services = new KindObjects<Service>(objects, kinds.services);
  const pods = new KindObjects<Pod>(objects, kinds.pods);
  const nodes = new KindObjects<Node>(objects, kinds.nodes);
  const slices = new KindObjects<EndpointSlice>(objects, kinds.endpointSlices);
  const endpoints = new KindObjects<Endpoints>(objects, kinds.endpoints);
  const { store } = objects.parts;
  const queue = objects.queues.create(async (key) => {
    const [namespace = "", name = ""] = key.split("/");
    await sync(namespace, name);
  });
  for (const service of services.list()) add(service);
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object, previous }) => {
      if (storageKey === services.storageKey) add(readKind<Service>(object));
      else if (storageKey === pods.storageKey) {
        for (const each of [object, previous]) if (each !== undefined) addServicesOf(readKind<Pod>(each));
      } else if (storageKey === endpoints.storageKey && type !== "ADDED") add(readKind(object));
      else if (storageKey === slices.storageKey && type !== "ADDED") {
        const name = object.metadata.labels?.[serviceName];
        if (name !== undefined) queue.add(`${object.metadata.namespace ?? ""}/${name}`);
      }
    }),
  );

  function add({ metadata }: Stored): void {
    queue.add(`${metadata.namespace}/${metadata.name}`);
  }

  function addServicesOf({ metadata }: Stored<Pod>): void {
    for (const service of services.list(metadata.namespace)) {
      if (isSelecting(service) && selects({ matchLabels: service.spec.selector ?? {} }, metadata.labels)) add(service);
    }
  }

  async function sync(namespace: string, name: string): Promise<void> {
    const service = services.get(namespace, name);
    const known = endpoints.get(namespace, name);
    if (service === undefined) {
      if (known?.metadata.labels?.["endpoints.kubernetes.io/managed-by"] !== undefined) await endpoints.delete(known);
      return;
    }
    if (!isSelecting(service) || service.metadata.deletionTimestamp !== undefined) return;
    try {
      const families = (service.spec.ipFamilies ?? ["IPv4"]).filter((family) => family !== "");
      const own = pods.list(namespace);
      for (const family of families) {
        const wanted = endpointSlices(service, backendsOf(service, own, family), family, nodes.list());
        await writeSlices(slices, slicesOf(service, family), wanted);
      }
      await writeEndpoints(known, endpointsObject(service, backendsOf(service, own, families[0] ?? "IPv4")));
    } catch (error) {
      if (!(error instanceof StatusError) || !isNamespaceEnding(error)) throw error;
    }
  }

  async function writeEndpoints(known: Stored<Endpoints> | undefined, wanted: Endpoints): Promise<void> {
    if (known === undefined) {
      await endpoints.create(wanted);
      return;
    }
    const { subsets, metadata } = wanted;
    if (isSameJson(known.subsets ?? [], subsets ?? []) && isSameJson(known.metadata.labels, metadata.labels)) return;
    await endpoints.update(known, (copy) => {
      copy.metadata.labels = metadata.labels ?? {};
      if (subsets === undefined) delete copy.subsets;
      else copy.subsets = subsets;
    });
  }

  function slicesOf(service: Stored<Service>, family: Family): Stored<EndpointSlice>[] {
    return slices.list(service.metadata.namespace).filter(({ metadata, addressType }) => {
      const isManaged = metadata.labels?.[sliceManager] === sliceController;
      return isManaged && metadata.labels?.[serviceName] === service.metadata.name && addressType === family;
    });
  }
}
