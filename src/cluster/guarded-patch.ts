/** Changes to objects of which others, too, set fields. */
import { isNotFound } from "../kube/api-error.js";
import { jsonPatch, type JsonPatchOperation } from "../kube/client.js";
import type { HttpClient } from "../kube/http-client.js";
import { unstructured } from "../kube/kind.js";
import type { KubeObject } from "../kube/objects.js";

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
