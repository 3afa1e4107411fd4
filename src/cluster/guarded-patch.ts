/** Changes to objects of which others, too, set fields. */
import { isConflict, isNotFound } from "../kube/api-error.js";
import { jsonPatch, type JsonPatchOperation } from "../kube/client.js";
import type { HttpClient } from "../kube/http-client.js";
import { type KubeObject, unstructured } from "../kube/objects.js";

export interface GuardedPatchOptions {
  readonly fieldManager: string;
  readonly signal: AbortSignal;
}

/** Changes the very object that was read: if somebody has written it meanwhile, the API server answers with a conflict. */
export async function patchGuarded(
  client: HttpClient,
  { apiVersion, kind, metadata }: KubeObject,
  operations: readonly JsonPatchOperation[],
  options: GuardedPatchOptions,
): Promise<KubeObject> {
  const guard = { op: "replace", path: "/metadata/resourceVersion", value: metadata.resourceVersion } as const;
  return client.patch(unstructured(apiVersion, kind), metadata, jsonPatch([guard, ...operations]), options);
}

/** Gives up the fields of the field manager: whoever deploys next is not to be told that somebody else has set them. */
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
 * Changes the object as it is found, and leaves the fields to whoever applies them. Where it is gone, nothing is done. Whoever
 * writes it meanwhile (the operator its CA, the API server its conditions) is not overwritten: the object is read anew.
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
    // It is of the kind of the object that was given.
    const wanted = operations(live as unknown as T);
    if (wanted.length > 0) await disown(client, await patchGuarded(client, live, wanted, options), options);
  });
}

/** Repeats what reads an object and then changes it, where the API server answers that another client wrote it in between. */
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
