/**
 * Empties namespaces that are being deleted, and lets them go.
 * Source: kubernetes/pkg/controller/namespace/deletion/namespaced_resources_deleter.go.
 */
import type { ApiObject } from "../api-object.js";
import { copyJson, isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { timeText } from "../objects/write.js";
import { storageKeyOf, type ServedResource } from "../resource.js";
import type { ControllerObjects } from "./controller-objects.js";
import type { WorkQueue } from "./work-queue.js";

const namespaces = storageKeyOf("", "namespaces");

export class NamespaceContents {
  readonly #objects: ControllerObjects;
  readonly #queue: WorkQueue;
  readonly #unsubscribe: () => void;

  constructor(objects: ControllerObjects) {
    this.#objects = objects;
    this.#queue = objects.queues.create((name) => this.#empty(name));
    const { store } = objects.parts;
    for (const { metadata } of store.list(namespaces)) this.#queue.add(metadata.name ?? "");
    this.#unsubscribe = store.subscribeToAll((storageKey, { type, object }) => {
      const { name = "", namespace } = object.metadata;
      if (storageKey === namespaces) this.#queue.add(name);
      else if (namespace !== undefined && (type === "DELETED" || this.#isEnding(namespace))) this.#queue.add(namespace);
    });
  }

  stop(): void {
    this.#unsubscribe();
    this.#queue.stop();
  }

  #isEnding(name: string): boolean {
    return this.#objects.parts.store.get(namespaces, "", name)?.metadata.deletionTimestamp !== undefined;
  }

  async #empty(name: string): Promise<void> {
    const { store } = this.#objects.parts;
    const namespace = store.get(namespaces, "", name);
    if (namespace?.metadata.deletionTimestamp === undefined || finalizersOf(namespace).length === 0) return;
    const remaining: Remaining[] = [];
    for (const resource of this.#objects.namespacedResources()) {
      for (const object of store.list(resource.storageKey, name)) {
        if (object.metadata.deletionTimestamp === undefined) {
          await this.#objects.delete(resource, object, { propagationPolicy: "Background" });
        }
      }
      const left = store.list(resource.storageKey, name);
      if (left.length > 0) remaining.push({ resource, objects: left });
    }
    await this.#report(namespace, remaining);
    if (remaining.length === 0) await this.#finalize(namespace);
  }

  async #report(namespace: ApiObject, remaining: readonly Remaining[]): Promise<void> {
    const time = timeText(this.#objects.parts.now());
    await this.#write(namespace, "status", (copy) => withConditions(copy, remaining, time));
  }

  async #finalize(namespace: ApiObject): Promise<void> {
    await this.#write(namespace, "finalize", (copy) => {
      const finalizers = finalizersOf(copy).filter((each) => each !== "kubernetes");
      return { ...copy, spec: finalizers.length === 0 ? {} : { finalizers } };
    });
  }

  async #write(namespace: ApiObject, subresource: string, change: (copy: ApiObject) => ApiObject): Promise<void> {
    await this.#objects.update(this.#objects.builtIn(namespaces), namespace, change, { subresource });
  }
}

interface Remaining {
  readonly resource: ServedResource;
  readonly objects: readonly ApiObject[];
}

function finalizersOf({ spec }: ApiObject): string[] {
  const finalizers = isJsonObject(spec) ? spec["finalizers"] : undefined;
  return Array.isArray(finalizers) ? finalizers.map(String) : [];
}

function withConditions(namespace: ApiObject, remaining: readonly Remaining[], time: string): ApiObject {
  const copy = copyJson(namespace);
  const status: JsonObject = isJsonObject(copy["status"]) ? copy["status"] : {};
  const old = Array.isArray(status["conditions"]) ? status["conditions"].filter(isJsonObject) : [];
  copy["status"] = {
    ...status,
    conditions: conditionsOf(remaining).map((each) => unlessSame(old, each, time)) as Json[],
  };
  return copy;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

function unlessSame(
  old: readonly JsonObject[],
  { type, status, reason, message }: Condition,
  time: string,
): JsonObject {
  const before = old.find((each) => each["type"] === type);
  const isSame = before !== undefined && before["status"] === status && before["message"] === message;
  return isSame ? before : { type, status, lastTransitionTime: time, reason, message };
}

function conditionsOf(remaining: readonly Remaining[]): Condition[] {
  const finalizers = countFinalizers(remaining);
  const content = remaining.map(
    ({ resource, objects }) => `${nameOf(resource)} has ${objects.length} resource instances`,
  );
  const waiting = [...finalizers].map(([name, count]) => `${name} in ${count} resource instances`);
  return [
    fine("NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered"),
    fine(
      "NamespaceDeletionGroupVersionParsingFailure",
      "ParsedGroupVersions",
      "All legacy kube types successfully parsed",
    ),
    fine(
      "NamespaceDeletionContentFailure",
      "ContentDeleted",
      "All content successfully deleted, may be waiting on finalization",
    ),
    content.length === 0
      ? fine("NamespaceContentRemaining", "ContentRemoved", "All content successfully removed")
      : {
          type: "NamespaceContentRemaining",
          status: "True",
          reason: "SomeResourcesRemain",
          message: `Some resources are remaining: ${content.join(", ")}`,
        },
    waiting.length === 0
      ? fine("NamespaceFinalizersRemaining", "ContentHasNoFinalizers", "All content-preserving finalizers finished")
      : {
          type: "NamespaceFinalizersRemaining",
          status: "True",
          reason: "SomeFinalizersRemain",
          message: `Some content in the namespace has finalizers remaining: ${waiting.join(", ")}`,
        },
  ];
}

function fine(type: string, reason: string, message: string): Condition {
  return { type, status: "False", reason, message };
}

function countFinalizers(remaining: readonly Remaining[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finalizer of remaining.flatMap(({ objects }) =>
    objects.flatMap(({ metadata }) => metadata.finalizers ?? []),
  )) {
    counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
  }
  return new Map([...counts].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function nameOf({ group, resource }: ServedResource): string {
  return `${resource}.${group}`;
}
