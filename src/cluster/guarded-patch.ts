/** Changes objects in which other programs set fields too. */
import { isConflict, isNotFound } from "../kube/api-error.js";
import { jsonPatch, type JsonPatchOperation } from "../kube/client.js";
import type { HttpClient } from "../kube/http-client.js";
import { type KubeObject, unstructured } from "../kube/objects.js";

export interface GuardedPatchOptions {
  readonly fieldManager: string;
  readonly signal: AbortSignal;
}

/**
 * Changes exactly the version that was read: if another client has written the object in between, the API server
 * responds with a conflict.
 */
export async function patchGuarded(
  client: HttpClient,
  { apiVersion, kind, metadata }: KubeObject,
  operations: readonly JsonPatchOperation[],
  options: GuardedPatchOptions,
): Promise<KubeObject> {
  const guard = { op: "replace", path: "/metadata/resourceVersion", value: metadata.resourceVersion } as const;
  return client.patch(unstructured(apiVersion, kind), metadata, jsonPatch([guard, ...operations]), options);
}

/**
 * Gives up the ownership of the field manager's fields, so that they cause no conflicts for the next deployment.
 */
export async function disown(client: HttpClient, object: KubeObject, options: GuardedPatchOptions): Promise<void> {
  const { managedFields = [] } = object.metadata;
  const others = managedFields.filter(({ manager }) => manager !== options.fieldManager);
  if (others.length === 0 || others.length === managedFields.length) return;
  const change: JsonPatchOperation = { op: "replace", path: "/metadata/managedFields", value: others };
  try {
    await patchGuarded(client, object, [change], options);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/**
 * Changes the current object without keeping ownership of the changed fields, which stays with the managers that apply
 * them. Does nothing if the object does not exist. Never overwrites a concurrent change (the operator's CA, the API
 * server's conditions): it reads the object again.
 */
export async function changeUnowned<T extends KubeObject>(
  client: HttpClient,
  { apiVersion, kind, metadata: { name } }: T,
  operations: (live: T) => readonly JsonPatchOperation[],
  options: GuardedPatchOptions,
): Promise<void> {
  await againOnConflict(async () => {
    const live = await client.get(unstructured(apiVersion, kind), { name }, { signal: options.signal });
    if (live === undefined) return;
    // The object has the kind of the given object.
    const wanted = operations(live as unknown as T);
    if (wanted.length > 0) await disown(client, await patchGuarded(client, live, wanted, options), options);
  });
}

/** Repeats a read and a change of an object if the API server reports that another client wrote it in between. */
export async function againOnConflict(readAndChange: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await readAndChange();
      return;
    } catch (error) {
      if (!isConflict(error) || attempt === 10) throw error;
    }
  }
}
