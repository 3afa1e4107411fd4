/** Writes status: to the subresource where the kind has one, else to that part of the object itself. */
import type { Applicable, ApplyOptions, Patch, StatusWriter, WriteOptions } from "./client.js";
import { type Access, checkExact, kindOf } from "./access.js";
import { checkIdentity } from "./given-object.js";
import { isPlainObject } from "./json-value.js";
import { defineKind, type Kind } from "./kind.js";
import { difference } from "./merge-patch-from.js";
import type { KubeObject } from "./objects.js";
import { objectPath, withQuery } from "./resource-path.js";

export function createStatusWriter(access: Access): StatusWriter {
  const hasSubresource = async (kind: { group: string; version: string; kind: string }): Promise<boolean> =>
    (await access.resourceOf(kind)).subresources.includes("status");

  return {
    async update(object, options = {}) {
      checkIdentity("update", object);
      checkExact(object);
      const kind = kindOf(object);
      if (!(await hasSubresource(kind))) return mergeStatus(access, object, options);
      return access.send(kind, options, (resource, query) => ({
        method: "PUT",
        path: withQuery(objectPath(resource, object.metadata, "status"), query),
        body: JSON.stringify(object),
      }));
    },
    async patch(kind, key, patch, options = {}) {
      return (await hasSubresource(kind))
        ? access.patch(kind, key, patch, options, "status")
        : access.patch(kind, key, onlyStatus(patch), options);
    },
    async apply<T extends KubeObject>(object: T | Applicable<T>, options: ApplyOptions = {}) {
      checkIdentity("apply", object);
      if (await hasSubresource(kindOf(object))) return access.apply(object, options, "status");
      const { apiVersion, kind, metadata } = object;
      const { name, namespace } = metadata;
      const status: unknown = "status" in object ? object.status : undefined;
      // The identity and the status of an Applicable<T> are one.
      const part = { apiVersion, kind, metadata: { name, namespace }, status } as unknown as Applicable<T>;
      // Under the same manager's name, what it applies here would take away what it applies elsewhere.
      return access.apply(part, { ...options, fieldManager: `${options.fieldManager ?? access.fieldManager}-status` });
    },
  };
}

/** Changes the status alone, whatever else differs between the given object and the stored one. */
async function mergeStatus<T extends KubeObject>(access: Access, object: T, options: WriteOptions): Promise<T> {
  const kind: Kind<T> = defineKind<T>(object.apiVersion, object.kind);
  const { signal } = options;
  const current = await access.read(kind, object.metadata, signal === undefined ? {} : { signal });
  const status = difference(statusOf(current), statusOf(object));
  const { resourceVersion } = object.metadata;
  const body = { ...(resourceVersion === undefined ? {} : { metadata: { resourceVersion } }), status };
  return access.patch(kind, object.metadata, { type: "merge", body }, options);
}

function statusOf(object: KubeObject): unknown {
  return "status" in object ? object.status : undefined;
}

/** Leaves of a patch what concerns the status, as the subresource would. */
function onlyStatus(patch: Patch): Patch {
  if (patch.type === "json") {
    return { type: "json", body: patch.body.filter(({ path }) => path === "/status" || path.startsWith("/status/")) };
  }
  const status: unknown = "status" in patch.body ? patch.body.status : undefined;
  const metadata: unknown = "metadata" in patch.body ? patch.body.metadata : undefined;
  const resourceVersion = isPlainObject(metadata) ? metadata["resourceVersion"] : undefined;
  return {
    type: patch.type,
    body: { ...(resourceVersion === undefined ? {} : { metadata: { resourceVersion } }), status },
  };
}
