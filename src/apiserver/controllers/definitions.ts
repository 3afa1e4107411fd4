/**
 * Serves what CustomResourceDefinitions define, and empties those that are being deleted.
 * Source: k8s.io/apiextensions-apiserver/pkg/{apiserver/customresource_handler.go, controller/{status,establish,finalizer}}.
 */
import type { ApiObject } from "../api-object.js";
import {
  customResources,
  type CustomResourceHost,
  customResourceStorageKey,
} from "../custom-resources/custom-resources.js";
import { type Definition, isConditionTrue } from "../custom-resources/definition.js";
import {
  cleanupFinalizer,
  crdStatus,
  type DeletionStage,
  terminatingStatus,
} from "../custom-resources/definition/definition-status.js";
import { toDefinition } from "../custom-resources/definition/to-definition.js";
import { isSameJson } from "../../core/json.js";
import type { Registry } from "../objects/registry.js";
import { storageKeyOf } from "../resource.js";
import type { ControllerObjects } from "./controller-objects.js";
import type { WorkQueue } from "./work-queue.js";

const definitions = storageKeyOf("apiextensions.k8s.io", "customresourcedefinitions");

export class Definitions {
  readonly #objects: ControllerObjects;
  readonly #registry: Registry;
  readonly #host: CustomResourceHost;
  readonly #queue: WorkQueue;
  readonly #unsubscribe: () => void;
  /** What is served of each: a change of its status alone changes nothing. */
  readonly #served = new Map<string, Pick<Definition, "spec" | "status">>();

  constructor(objects: ControllerObjects, registry: Registry, host: CustomResourceHost) {
    this.#objects = objects;
    this.#queue = objects.queues.create((name) => this.#settle(name));
    this.#registry = registry;
    this.#host = host;
    for (const definition of this.#all()) this.#serve(definition);
    for (const { metadata } of this.#all()) this.#queue.add(metadata.name ?? "");
    this.#unsubscribe = objects.parts.store.subscribeToAll((storageKey, { type, object }) => {
      if (storageKey === definitions) this.#observe(object);
      // A definition may wait for its last object.
      else if (type === "DELETED") this.#observeEnd(storageKey);
    });
  }

  stop(): void {
    this.#unsubscribe();
    this.#queue.stop();
  }

  #all(): Definition[] {
    return this.#objects.parts.store.list(definitions).map(toDefinition);
  }

  #observe(object: ApiObject): void {
    const { spec, metadata } = toDefinition(object);
    this.#queue.add(metadata.name ?? "");
    // A name that is given up is another one's to take.
    for (const other of this.#all()) if (other.spec.group === spec.group) this.#queue.add(other.metadata.name ?? "");
  }

  #observeEnd(storageKey: string): void {
    const waiting = this.#all().find((each) => customResourceStorageKey(each) === storageKey);
    if (waiting?.metadata.deletionTimestamp !== undefined) this.#queue.add(waiting.metadata.name ?? "");
  }

  async #settle(name: string): Promise<void> {
    const found = this.#objects.parts.store.get(definitions, "", name);
    if (found === undefined) {
      this.#served.delete(name);
      this.#registry.set(name, []);
      return;
    }
    const definition = toDefinition(found);
    if (definition.metadata.deletionTimestamp !== undefined) return this.#empty(definition);
    const status = crdStatus(definition, this.#all(), this.#objects.parts.now());
    if (!isSameJson(status, definition.status)) await this.#writeStatus(definition, status);
    this.#serve({ ...definition, status });
  }

  #serve(definition: Definition): void {
    if (!isConditionTrue(definition, "Established")) return;
    const { name = "" } = definition.metadata;
    const { spec, status } = definition;
    const served = this.#served.get(name);
    const isSame = isSameJson(served?.spec, spec) && isSameJson(served?.status?.acceptedNames, status?.acceptedNames);
    if (isSame) return;
    this.#served.set(name, status === undefined ? { spec } : { spec, status });
    this.#registry.set(name, customResources(definition, this.#host));
  }

  async #empty(definition: Definition): Promise<void> {
    if (definition.metadata.finalizers?.includes(cleanupFinalizer) !== true) return;
    const { store } = this.#objects.parts;
    const storageKey = customResourceStorageKey(definition);
    const resource = this.#objects.resource(storageKey);
    for (const object of store.list(storageKey)) {
      const isMarked = object.metadata.deletionTimestamp !== undefined;
      if (resource !== undefined && !isMarked) {
        await this.#objects.delete(resource, object, { propagationPolicy: "Background" });
      }
    }
    this.#refuseCreates(definition.metadata.name ?? "");
    const isEmpty = store.count(storageKey) === 0;
    await this.#report(definition, isEmpty ? "completed" : "inProgress");
    if (isEmpty) await this.#release(definition);
  }

  #refuseCreates(name: string): void {
    const createRefusal = "create not allowed while custom resource definition is terminating";
    const served = this.#registry.of(name);
    if (served.some((each) => each.createRefusal === undefined)) {
      this.#registry.set(
        name,
        served.map((each) => ({ ...each, createRefusal })),
      );
    }
  }

  async #report(definition: Definition, stage: DeletionStage): Promise<void> {
    const status = terminatingStatus(definition, stage, this.#objects.parts.now());
    if (!isSameJson(status, definition.status)) await this.#writeStatus(definition, status);
  }

  async #release(definition: Definition): Promise<void> {
    const resource = this.#objects.builtIn(definitions);
    await this.#objects.update(resource, definition, ({ metadata, ...rest }) => {
      const finalizers = (metadata.finalizers ?? []).filter((each) => each !== cleanupFinalizer);
      return { ...rest, metadata: { ...metadata, finalizers } };
    });
  }

  async #writeStatus(definition: Definition, status: NonNullable<Definition["status"]>): Promise<void> {
    const resource = this.#objects.builtIn(definitions);
    await this.#objects.update(resource, definition, (live) => ({ ...live, status }), {
      manager: "kube-apiserver", // which has these controllers
      subresource: "status",
    });
  }
}
