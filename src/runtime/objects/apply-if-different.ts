import { createHash } from "node:crypto";
import { canonicalJson } from "../../core/canonical-json.js";
import { isJsonObject, isSameJson, type UnknownObject } from "../../core/json.js";
import { ownOf } from "../../core/own-members.js";
import type { Applicable, ApplyOptions, Client } from "../../kube/client.js";
import { defineKind, type KubeObject } from "../../kube/objects.js";
import { type Written, written } from "./create-or-update.js";

/**
 * Applies an object (server-side apply) only if it differs. Sends no request if the object from `client.get` was last
 * applied with exactly these fields and still has their values. With a kind that the manager caches, a run that changes
 * nothing causes no requests to the API server.
 *
 * An annotation that is applied too records the fields of the last apply: `applied.tsop.dev/…` with a checksum. It
 * ensures that a field that you no longer apply is removed. (`metadata.managedFields` contains the same information,
 * but a cache drops it, because it often is half of an object.) In case of doubt it applies: if the server writes a
 * value differently (`1000m` for `1`), or if other clients have added to a list of objects. The API server then finds
 * no change, and the result is still `unchanged`.
 *
 * Two programs that apply parts of one object need different `fieldManager` values, as in every apply.
 *
 * @throws ApiError with reason `Conflict` if another manager owns a field and `force` is not set
 *
 * @example
 * ```ts
 * import { type Client, applyIfDifferent } from "tsop";
 * import type { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export async function publish(client: Client, namespace: string, data: Record<string, string>): Promise<void> {
 *   const metadata = { namespace, name: "settings" };
 *   await applyIfDifferent<ConfigMap>(client, { apiVersion: "v1", kind: "ConfigMap", metadata, data });
 * }
 * ```
 */
export async function applyIfDifferent<T extends KubeObject>(
  client: Pick<Client, "get" | "apply">,
  object: T | Applicable<T>,
  options: ApplyOptions = {},
): Promise<Written<T>> {
  const { signal, fieldManager } = options;
  // Both have an identity, and any part of the other fields.
  const wanted = withChecksum(object, fieldManager) as Applicable<T>;
  const kind = defineKind<T>(object.apiVersion, object.kind);
  const before = await client.get(kind, object.metadata, signal === undefined ? {} : { signal });
  if (before !== undefined && isApplied(before, wanted)) return { result: "unchanged", object: before };
  const after = await client.apply<T>(wanted, options);
  return before === undefined ? { result: "created", object: after } : written(before, after, options);
}

function withChecksum(object: Applicable<KubeObject>, fieldManager: string | undefined): Applicable<KubeObject> {
  const { metadata } = object;
  const annotations = { ...metadata.annotations, [annotationOf(fieldManager)]: checksum(canonicalJson(object)) };
  return { ...object, metadata: { ...metadata, annotations } };
}

/** Returns a separate annotation for each manager; otherwise two managers would remove each other's. */
function annotationOf(fieldManager = "fields"): string {
  const isName = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(fieldManager);
  return `applied.tsop.dev/${isName ? fieldManager : checksum(fieldManager)}`;
}

function checksum(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Returns whether the object has all wanted fields. */
function isApplied(found: KubeObject, { metadata, ...fields }: Applicable<KubeObject>): boolean {
  return holds(found, fields) && holdsMetadata(found.metadata, metadata);
}

/** Compares a map only in the wanted keys, because other clients may have set more; compares a list item by item. */
function holds(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) && found.length === wanted.length && wanted.every((item, index) => holds(found[index], item))
    );
  }
  if (!isJsonObject(wanted)) return isSameJson(found, wanted);
  if (!isJsonObject(found)) return false;
  return Object.entries(wanted).every(([key, value]) => value === undefined || holds(ownOf(found, key), value));
}

/** Compares the metadata, whose lists several programs share: each wanted item must exist. */
function holdsMetadata(found: object, wanted: object): boolean {
  return Object.entries(wanted).every(([key, value]: [string, unknown]) => {
    const there = ownOf(found as UnknownObject, key);
    const isShared = Array.isArray(value) && Array.isArray(there);
    return isShared
      ? value.every((item) => there.some((other) => holds(other, item)))
      : value === undefined || holds(there, value) || isNowhere(there, value);
  });
}

/** Treats empty and absent as equal in metadata: the namespace of a cluster-scoped kind, labels without a label. */
function isNowhere(found: unknown, wanted: unknown): boolean {
  const isEmpty = wanted === "" || (typeof wanted === "object" && Object.keys(wanted ?? {}).length === 0);
  return found === undefined && isEmpty;
}
