/** Copies the Endpoints of Services without selectors to EndpointSlices. */
import type { Endpoints, Service } from "../../../k8s/core/v1.js";
import type { EndpointSlice } from "../../../k8s/discovery/v1.js";
import type { ApiObject } from "../../api-object.js";
import { StatusError } from "../../status-error.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { EventRecorder } from "../shared/event-recorder.js";
import { KindObjects, type ObjectMeta, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { isNamespaceEnding } from "../shared/pod-control.js";
import { managedBy, serviceName } from "./endpoint-slices.js";
import { type Mirrored, mirrorController, mirroredSlices, mostAddresses } from "./mirrored-slices.js";
import { writeSlices } from "./write-slices.js";

const nothing: Mirrored = { slices: [], skipped: 0 };

export function mirrorEndpoints(objects: ControllerObjects): Stoppable {
  const services = new KindObjects<Service>(objects, kinds.services);
  const slices = new KindObjects<EndpointSlice>(objects, kinds.endpointSlices);
  const endpoints = new KindObjects<Endpoints>(objects, kinds.endpoints);
  const events = new EventRecorder(objects, "endpoint-slice-mirroring-controller");
  const queue = objects.queues.create(async (key) => {
    const [namespace = "", name = ""] = key.split("/");
    await sync(namespace, name);
  });
  for (const { metadata } of endpoints.list()) queue.add(`${metadata.namespace}/${metadata.name}`);
  return queue.feedBy(
    objects.parts.store.subscribeToAll((storageKey, { type, object }) => {
      if (storageKey === services.storageKey || storageKey === endpoints.storageKey) add(object, object.metadata.name);
      else if (storageKey === slices.storageKey && type !== "ADDED" && isMirror(object.metadata)) {
        add(object, object.metadata.labels?.[serviceName]);
      }
    }),
  );

  function add({ metadata }: ApiObject, name = ""): void {
    queue.add(`${metadata.namespace ?? ""}/${name}`);
  }

  async function sync(namespace: string, name: string): Promise<void> {
    const source = endpoints.get(namespace, name);
    if (source?.metadata.deletionTimestamp !== undefined) return;
    const known = slices
      .list(namespace)
      .filter(({ metadata }) => isMirror(metadata) && metadata.labels?.[serviceName] === name);
    const isMirrored = source !== undefined && mayMirror(source) && isWithoutSelector(services.get(namespace, name));
    const { slices: wanted, skipped } = isMirrored ? mirroredSlices(source) : nothing;
    if (skipped > 0 && source !== undefined) {
      const limit = `A max of ${mostAddresses} addresses can be mirrored to EndpointSlices per Endpoints subset.`;
      await events.record(source, "Warning", "TooManyAddressesToMirror", `${limit} ${skipped} addresses were skipped`);
    }
    try {
      await writeSlices(slices, known, wanted);
    } catch (error) {
      if (!(error instanceof StatusError) || !isNamespaceEnding(error)) throw error;
    }
  }
}

function isMirror({ labels }: Pick<ObjectMeta, "labels">): boolean {
  return labels?.[managedBy] === mirrorController;
}

function mayMirror({ metadata: { labels, annotations } }: Stored<Endpoints>): boolean {
  const isLock = annotations?.["control-plane.alpha.kubernetes.io/leader"] !== undefined;
  return !isLock && labels?.["endpointslice.kubernetes.io/skip-mirror"] !== "true";
}

function isWithoutSelector(service: Stored<Service> | undefined): boolean {
  return service !== undefined && Object.keys(service.spec.selector ?? {}).length === 0;
}
