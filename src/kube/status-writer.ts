/** Writes the status: to the subresource if the kind has one, else to that part of the object itself. */
import { defined } from "../core/defined.js";
import { isJsonObject } from "../core/json.js";
import type { Applicable, ApplyOptions, Patch, StatusWriter, WriteOptions } from "./client.js";
import { type Access, checkExact, kindOf, targetOf } from "./access.js";
import { checkIdentity } from "./given-object.js";
import { difference } from "./merge-patch-from.js";
import type { KubeObject } from "./objects.js";

export function createStatusWriter(access: Access): StatusWriter {
  const hasSubresource = async (kind: { group: string; version: string; kind: string }): Promise<boolean> =>
    (await access.resourceOf(kind)).subresources.includes("status");

  return {
    async update(object, options = {}) {
      checkIdentity("update", object);
      checkExact(object);
      const kind = kindOf(object);
      if (!(await hasSubresource(kind))) return mergeStatus(access, object, options);
      return access.write(targetOf(object, "status"), { type: "update", body: object }, options);
    },
    async patch(kind, key, patch, options = {}) {
      return (await hasSubresource(kind))
        ? access.write({ kind, key, subresource: "status" }, patch, options)
        : access.write({ kind, key }, onlyStatus(patch), options);
    },
    async apply<T extends KubeObject>(object: T | Applicable<T>, options: ApplyOptions = {}) {
      checkIdentity("apply", object);
      const target = { kind: kindOf(object), key: object.metadata };
      if (await hasSubresource(target.kind)) {
        return access.write({ ...target, subresource: "status" }, { type: "apply", body: object }, options);
      }
      const { apiVersion, kind, metadata } = object;
      const { name, namespace, resourceVersion } = metadata;
      const body = { apiVersion, kind, metadata: { name, namespace, resourceVersion }, status: statusOf(object) };
      // With the same manager's name, an apply of the status would remove the fields of the manager's other applies.
      const fieldManager = `${options.fieldManager ?? access.fieldManager}-status`;
      return access.write(target, { type: "apply", body }, { ...options, fieldManager });
    },
  };
}

/** Changes only the status, regardless of other differences between the given object and the stored one. */
async function mergeStatus<T extends KubeObject>(access: Access, object: T, options: WriteOptions): Promise<T> {
  const target = targetOf(object);
  const current = await access.read<T>(target, defined({ signal: options.signal }));
  const status = difference(statusOf(current), statusOf(object));
  return access.write(target, { type: "merge", body: statusPatch(object.metadata.resourceVersion, status) }, options);
}

function statusOf(object: object): unknown {
  return "status" in object ? object.status : undefined;
}

function statusPatch(resourceVersion: unknown, status: unknown): object {
  return { ...(resourceVersion === undefined ? {} : { metadata: { resourceVersion } }), status };
}

/** Keeps only the status in a patch, as the subresource would. */
function onlyStatus(patch: Patch): Patch {
  if (patch.type === "json") {
    const kept = /^\/(?:status(?:\/.*)?|metadata\/resourceVersion)$/s;
    return { type: "json", body: patch.body.filter(({ path }) => kept.test(path)) };
  }
  const metadata: unknown = "metadata" in patch.body ? patch.body.metadata : undefined;
  const resourceVersion = isJsonObject(metadata) ? metadata["resourceVersion"] : undefined;
  return { type: patch.type, body: statusPatch(resourceVersion, statusOf(patch.body)) };
}
