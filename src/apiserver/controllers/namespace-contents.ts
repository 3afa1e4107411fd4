/**
 * Deletes the contents of namespaces that are being deleted, and then removes their finalizer.
 * Source: kubernetes/pkg/controller/namespace/deletion/namespaced_resources_deleter.go.
 */
import { type ApiObject, objectOf, objectsOf, textsOf } from "../api-object.js";
import { compareText } from "../../core/compare-text.js";
import { copyJson, type JsonObject } from "../../core/json.js";
import { timeText } from "../objects/write.js";
import { storageKeyOf, type ServedResource } from "../resource.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

const namespaces = storageKeyOf("", "namespaces");
const pods = storageKeyOf("", "pods");

export function emptyNamespaces(objects: ControllerObjects): Stoppable {
  const { store, now } = objects.parts;
  const queue = objects.queues.create((name) => empty(name));
  for (const { metadata } of store.list(namespaces)) queue.add(metadata.name ?? "");
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object }) => {
      const { name = "", namespace } = object.metadata;
      if (storageKey === namespaces) queue.add(name);
      else if (namespace !== undefined && (type === "DELETED" || isEnding(namespace))) queue.add(namespace);
    }),
  );

  function isEnding(name: string): boolean {
    return store.get(namespaces, "", name)?.metadata.deletionTimestamp !== undefined;
  }

  async function empty(name: string): Promise<void> {
    const namespace = store.get(namespaces, "", name);
    if (namespace?.metadata.deletionTimestamp === undefined || finalizersOf(namespace).length === 0) return;
    // Pods end before the objects that they use. Until then, the conditions count nothing.
    const leftPods = await deleteAll(name, [objects.builtIn(pods)]);
    const remaining = leftPods.length > 0 ? [] : await deleteAll(name, objects.namespacedResources());
    const time = timeText(now());
    await write(namespace, "status", (copy) => withConditions(copy, remaining, time));
    if (leftPods.length === 0 && remaining.length === 0) await write(namespace, "finalize", finalized);
  }

  /** Deletes the objects of the namespace, and returns those that remain. */
  async function deleteAll(name: string, resources: readonly ServedResource[]): Promise<Remaining[]> {
    const remaining: Remaining[] = [];
    for (const resource of resources) {
      for (const object of store.list(resource.storageKey, name)) {
        if (object.metadata.deletionTimestamp === undefined) {
          await objects.delete(resource, object, { propagationPolicy: "Background" });
        }
      }
      const left = store.list(resource.storageKey, name);
      if (left.length > 0) remaining.push({ resource, objects: left });
    }
    return remaining;
  }

  async function write(
    namespace: ApiObject,
    subresource: string,
    change: (copy: ApiObject) => ApiObject,
  ): Promise<void> {
    await objects.update(objects.builtIn(namespaces), namespace, change, { subresource });
  }
}

function finalized(namespace: ApiObject): ApiObject {
  const finalizers = finalizersOf(namespace).filter((each) => each !== "kubernetes");
  return { ...namespace, spec: finalizers.length === 0 ? {} : { finalizers } };
}

interface Remaining {
  readonly resource: ServedResource;
  readonly objects: readonly ApiObject[];
}

function finalizersOf(namespace: ApiObject): readonly string[] {
  return textsOf(objectOf(namespace, "spec"), "finalizers");
}

function withConditions(namespace: ApiObject, remaining: readonly Remaining[], time: string): ApiObject {
  const copy = copyJson(namespace);
  const status = objectOf(copy, "status");
  const old = objectsOf(status, "conditions");
  copy["status"] = { ...status, conditions: conditionsOf(remaining).map((each) => unlessSame(old, each, time)) };
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
  const content = remaining.map(
    ({ resource, objects }) => `${nameOf(resource)} has ${objects.length} resource instances`,
  );
  const waiting = countFinalizers(remaining).map(([name, count]) => `${name} in ${count} resource instances`);
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

function countFinalizers(remaining: readonly Remaining[]): [finalizer: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { metadata } of remaining.flatMap(({ objects }) => objects)) {
    for (const finalizer of metadata.finalizers ?? []) counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
  }
  return [...counts].sort(([left], [right]) => compareText(left, right));
}

function nameOf({ group, resource }: ServedResource): string {
  return `${resource}.${group}`;
}
