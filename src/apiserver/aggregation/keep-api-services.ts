/**
 * Keeps APIServices: their condition `Available`, what their servers serve, and an APIService for each served version of a CRD.
 * Source: k8s.io/kube-aggregator/pkg/controllers, k8s.io/kubernetes/pkg/controlplane/controller/crdregistration.
 */
import { isSameJson, type JsonObject } from "../../core/json.js";
import { type ApiObject, objectOf, objectsOf, textOf } from "../api-object.js";
import { type ControllerHost, ControllerObjects, type Stoppable } from "../controllers/controller-objects.js";
import { definitionsKey } from "../custom-resources/definition.js";
import { storageKeyOf } from "../resource.js";
import { timeText } from "../objects/write.js";
import type { Aggregator } from "./aggregator.js";
import { apiServicesKey, isRemote } from "./api-services.js";
import { type Availability, availabilityOf } from "./availability.js";

const servicesKey = storageKeyOf("", "services");
const slicesKey = storageKeyOf("discovery.k8s.io", "endpointslices");
const checkMs = 30_000;
const documentsMs = 60_000;

/** Starts all that concerns APIServices. */
export function startAggregation(host: ControllerHost, aggregator: Aggregator | undefined): readonly Stoppable[] {
  // In kube-apiserver itself, these controllers have no account.
  const objects = new ControllerObjects(host, "apiservice-controller");
  return [registerDefinitions(objects), ...(aggregator === undefined ? [] : [keepApiServices(objects, aggregator)])];
}

/** Sets the condition `Available`, and fetches the documents of other servers: after changes, and from time to time. */
export function keepApiServices(objects: ControllerObjects, aggregator: Aggregator): Stoppable {
  const { store, now } = objects.parts;
  const documents = objects.queues.create((name) => aggregator.refresh(name));
  const queue = objects.queues.create(async (name) => {
    const found = aggregator.services.find(name);
    if (found === undefined || !isRemote(found)) return;
    const availability = await availabilityOf(found, store, aggregator.client);
    await setCondition(name, availability);
    // A Service that appears is an event; a server that starts is none.
    if (availability.reason === "FailedDiscoveryCheck") throw new Error(availability.message);
  });
  const addRemotes = (
    to: { add(key: string): void },
    isConcerned: (name: string, namespace: string) => boolean,
  ): void => {
    for (const each of aggregator.services.all()) {
      if (isRemote(each) && isConcerned(each.service.name, each.service.namespace)) to.add(each.name);
    }
  };
  const unsubscribe = store.subscribeToAll((storageKey, { object }) => {
    const { name = "", namespace = "", labels } = object.metadata;
    if (storageKey === apiServicesKey) {
      queue.add(name);
      documents.add(name);
    } else if (storageKey === servicesKey || storageKey === slicesKey) {
      const service = storageKey === servicesKey ? name : labels?.["kubernetes.io/service-name"];
      addRemotes(queue, (of, within) => of === service && within === namespace);
    }
  });
  const everything = (): boolean => true;
  const timers = [
    setInterval(() => addRemotes(queue, everything), checkMs),
    setInterval(() => addRemotes(documents, everything), documentsMs),
  ];
  for (const timer of timers) timer.unref();
  addRemotes(queue, everything);
  addRemotes(documents, everything);
  return {
    stop() {
      unsubscribe();
      for (const timer of timers) clearInterval(timer);
      queue.stop();
      documents.stop();
      aggregator.close();
    },
  };

  async function setCondition(name: string, availability: Availability): Promise<void> {
    const found = store.get(apiServicesKey, "", name);
    if (found === undefined) return;
    const status = withCondition(objectOf(found, "status") ?? {}, availability, timeText(now()));
    if (isSameJson(status, found["status"])) return;
    await objects.update(objects.builtIn(apiServicesKey), found, (live) => ({ ...live, status }), {
      manager: "kube-apiserver", // which runs this controller
      subresource: "status",
    });
  }
}

function withCondition(status: JsonObject, { status: value, reason, message }: Availability, now: string): JsonObject {
  const conditions = objectsOf(status, "conditions");
  const known = conditions.find((each) => each["type"] === "Available");
  const since = known?.["status"] === value ? known["lastTransitionTime"] : now;
  const condition = { type: "Available", status: value, lastTransitionTime: since ?? now, reason, message };
  const others = conditions.filter((each) => each !== known);
  return { ...status, conditions: [...others, condition] };
}

const managedLabel = "kube-aggregator.kubernetes.io/automanaged";

/** Registers each served version of a CRD, and removes it from the list when no CRD serves it. */
export function registerDefinitions(objects: ControllerObjects): Stoppable {
  const { store } = objects.parts;
  const queue = objects.queues.create(async (name) => {
    const found = store.get(apiServicesKey, "", name);
    const isManaged = found?.metadata.labels?.[managedLabel] === "true";
    const spec = specOf(name);
    const resource = objects.builtIn(apiServicesKey);
    if (spec === undefined) {
      if (found !== undefined && isManaged) await objects.delete(resource, found, {});
    } else if (found === undefined) {
      const metadata = { name, labels: { [managedLabel]: "true" } };
      const apiService = { apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata, spec };
      await objects.ensure(resource, apiService, "kube-apiserver");
    } else if (isManaged && !isSameJson(found["spec"], spec)) {
      await objects.update(resource, found, (live) => ({ ...live, spec }));
    }
  });
  const addVersions = (definition: ApiObject): void => {
    for (const name of versionsOf(definition, () => true)) queue.add(name);
  };
  for (const definition of store.list(definitionsKey)) addVersions(definition);
  for (const { metadata } of store.list(apiServicesKey)) queue.add(metadata.name ?? "");
  return queue.feedBy(
    store.subscribeToAll((storageKey, { object, previous }) => {
      if (storageKey === apiServicesKey) queue.add(object.metadata.name ?? "");
      if (storageKey !== definitionsKey) return;
      addVersions(object);
      if (previous !== undefined) addVersions(previous);
    }),
  );

  function specOf(name: string): JsonObject | undefined {
    const isServed = store
      .list(definitionsKey)
      .some((each) => versionsOf(each, (version) => version["served"] === true).includes(name));
    if (!isServed) return undefined;
    const [version = "", ...group] = name.split(".");
    return { group: group.join("."), version, groupPriorityMinimum: 1_000, versionPriority: 100 };
  }
}

/** Returns the names of the APIServices of a CRD's versions. */
function versionsOf(definition: ApiObject, isWanted: (version: JsonObject) => boolean): string[] {
  const spec = objectOf(definition, "spec");
  return objectsOf(spec, "versions")
    .filter(isWanted)
    .map((each) => `${textOf(each, "name")}.${textOf(spec, "group")}`);
}
