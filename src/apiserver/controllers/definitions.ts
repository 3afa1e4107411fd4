/**
 * Serves the resources of CustomResourceDefinitions, and deletes the objects of those that are being deleted.
 * Source: k8s.io/apiextensions-apiserver/pkg/{apiserver/customresource_handler.go, controller/{status,establish,finalizer}}.
 */
import { type ApiObject, objectOf } from "../api-object.js";
import {
  customResources,
  type CustomResourceHost,
  customResourceStorageKey,
} from "../custom-resources/custom-resources.js";
import {
  definitionsKey,
  type Definition,
  type DefinitionStatus,
  isConditionTrue,
} from "../custom-resources/definition.js";
import {
  cleanupFinalizer,
  crdStatus,
  nonStructural,
  type Said,
  terminatingStatus,
} from "../custom-resources/definition/definition-status.js";
import { toDefinition } from "../custom-resources/definition/to-definition.js";
import { isSameJson, type JsonObject } from "../../core/json.js";
import type { Registry } from "../objects/registry.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

export function serveDefinitions(objects: ControllerObjects, registry: Registry, host: CustomResourceHost): Stoppable {
  const { store, now } = objects.parts;
  const queue = objects.queues.create((name) => settle(name));
  /** The served part of each definition: a change of the rest of its status changes nothing. */
  const known = new Map<string, Pick<Definition, "spec" | "status">>();
  const structures = new WeakMap<JsonObject, { readonly said: Said | undefined }>();
  const all = (): Definition[] => store.list(definitionsKey).map(toDefinition);
  for (const definition of all()) {
    serve(definition);
    queue.add(definition.metadata.name ?? "");
  }
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object }) => {
      if (storageKey === definitionsKey) observe(object);
      // A definition may be waiting for its last object.
      else if (type === "DELETED") observeEnd(storageKey);
    }),
  );

  function observe(object: ApiObject): void {
    const { spec, metadata } = toDefinition(object);
    queue.add(metadata.name ?? "");
    // Another definition may take a name that this one gives up.
    for (const other of all()) if (other.spec.group === spec.group) queue.add(other.metadata.name ?? "");
  }

  function observeEnd(storageKey: string): void {
    const waiting = all().find((each) => customResourceStorageKey(each) === storageKey);
    if (waiting?.metadata.deletionTimestamp !== undefined) queue.add(waiting.metadata.name ?? "");
  }

  async function settle(name: string): Promise<void> {
    const found = store.get(definitionsKey, "", name);
    if (found === undefined) {
      known.delete(name);
      registry.setLater(name, []);
      return;
    }
    const definition = toDefinition(found);
    if (definition.metadata.deletionTimestamp !== undefined) return empty(definition);
    const status = crdStatus(definition, all(), now(), structureOf(found, definition));
    await writeStatus(definition, status);
    serve({ ...definition, status });
  }

  /** The status changes more often than the spec, which is large. */
  function structureOf(found: ApiObject, definition: Definition): Said | undefined {
    const spec = objectOf(found, "spec") ?? {};
    const structure = structures.get(spec) ?? { said: nonStructural(definition) };
    structures.set(spec, structure);
    return structure.said;
  }

  function serve(definition: Definition): void {
    if (!isConditionTrue(definition, "Established")) return;
    const { name = "" } = definition.metadata;
    const { spec, status } = definition;
    const served = known.get(name);
    const isSame = isSameJson(served?.spec, spec) && isSameJson(served?.status?.acceptedNames, status?.acceptedNames);
    if (isSame) return;
    known.set(name, status === undefined ? { spec } : { spec, status });
    registry.setLater(name, customResources(definition, host));
  }

  async function empty(definition: Definition): Promise<void> {
    if (definition.metadata.finalizers?.includes(cleanupFinalizer) !== true) return;
    const storageKey = customResourceStorageKey(definition);
    const resource = objects.resource(storageKey);
    for (const object of store.list(storageKey)) {
      const isMarked = object.metadata.deletionTimestamp !== undefined;
      if (resource !== undefined && !isMarked) {
        await objects.delete(resource, object, { propagationPolicy: "Background" });
      }
    }
    refuseCreates(definition.metadata.name ?? "");
    const isEmpty = store.count(storageKey) === 0;
    await writeStatus(definition, terminatingStatus(definition, isEmpty ? "completed" : "inProgress", now()));
    if (isEmpty) await release(definition);
  }

  function refuseCreates(name: string): void {
    const createRefusal = "create not allowed while custom resource definition is terminating";
    const served = registry.of(name);
    if (served.every((each) => each.createRefusal !== undefined)) return;
    registry.setLater(
      name,
      served.map((each) => ({ ...each, createRefusal })),
    );
  }

  async function release(definition: Definition): Promise<void> {
    await objects.update(objects.builtIn(definitionsKey), definition, ({ metadata, ...rest }) => {
      const finalizers = (metadata.finalizers ?? []).filter((each) => each !== cleanupFinalizer);
      return { ...rest, metadata: { ...metadata, finalizers } };
    });
  }

  async function writeStatus(definition: Definition, status: DefinitionStatus): Promise<void> {
    if (isSameJson(status, definition.status)) return;
    await objects.update(objects.builtIn(definitionsKey), definition, (live) => ({ ...live, status }), {
      manager: "kube-apiserver", // which runs these controllers
      subresource: "status",
    });
  }
}
