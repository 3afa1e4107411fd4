/**
 * Removes a dropped CRD version from the managed fields of its objects. When a client applies an object, the API server
 * compares it with the fields of other managers, in the versions that they used. If the CRD no longer contains such a
 * version, the API server rejects every server-side apply of the object ("request to convert CR to an invalid
 * group/version").
 */
import { isConflict, isNotFound } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { Kind, KubeObject, ManagedFieldsEntry, ObjectMeta } from "../../kube/objects.js";
import { listPages } from "../../kube/pages.js";
import { patchGuarded } from "../guarded-patch.js";

export interface ForgetVersionsOptions {
  readonly fieldManager: string;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

/** More concurrent requests would only queue in the API server. */
const atOnce = 10;

/**
 * @param kind - in a version that remains
 * @param apiVersions - the removed versions, which are no longer served
 */
export async function forgetVersions(
  client: HttpClient,
  kind: Kind,
  apiVersions: ReadonlySet<string>,
  options: ForgetVersionsOptions,
): Promise<void> {
  const { signal, onProgress } = options;
  // Requests that started while the version was still served may still complete: repeats until none is found.
  for (let pass = 1, found = 1; found > 0 && pass <= 10; pass += 1) {
    found = 0;
    for await (const { items } of listPages(client.metadata, kind, { limit: 500, signal })) {
      const affected = items.filter(({ metadata }) => remaining(metadata, apiVersions) !== undefined);
      found += affected.length;
      for (let start = 0; start < affected.length; start += atOnce) {
        onProgress(`removing ${[...apiVersions].join(", ")} from the managed fields of ${kind.kind} objects`);
        const group = affected.slice(start, start + atOnce);
        await Promise.all(group.map(({ metadata }) => forget(client, kind, metadata, { ...options, apiVersions })));
      }
    }
  }
}

/** Returns the remaining entries; undefined if all remain. */
function remaining(
  { managedFields = [] }: ObjectMeta,
  apiVersions: ReadonlySet<string>,
): ManagedFieldsEntry[] | undefined {
  const kept = managedFields.filter(({ apiVersion = "" }) => !apiVersions.has(apiVersion));
  // To the API server, an empty list means "unchanged", and one empty entry means that no manager is known.
  return kept.length === managedFields.length ? undefined : kept.length === 0 ? [{}] : kept;
}

/** If another client has written the object in between, its write wins, and the object is read again. */
async function forget(
  client: HttpClient,
  kind: Kind,
  metadata: ObjectMeta,
  { apiVersions, ...options }: ForgetVersionsOptions & { readonly apiVersions: ReadonlySet<string> },
): Promise<void> {
  const value = remaining(metadata, apiVersions);
  const object: KubeObject = { apiVersion: kind.apiVersion, kind: kind.kind, metadata };
  try {
    await patchGuarded(client, object, [{ op: "replace", path: "/metadata/managedFields", value }], options);
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}
