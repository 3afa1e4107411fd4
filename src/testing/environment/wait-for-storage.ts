import type { CustomResourceDefinition } from "../../cluster/crd.js";
import { until } from "../../cluster/poll.js";
import { ApiError } from "../../kube/api-error.js";
import type { Client } from "../../kube/client.js";
import { unstructured } from "../../kube/objects.js";

/**
 * Waits until lists and watches of the kinds succeed. A kube-apiserver rejects them for a moment after it starts to
 * serve a kind (429, "storage is (re)initializing"). An operator with a stopped test clock would never retry.
 */
export async function waitForStorage(
  client: Client,
  crds: readonly CustomResourceDefinition[],
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  for (const { spec } of crds) {
    for (const { name } of spec.versions.filter(({ served }) => served)) {
      const kind = unstructured(`${spec.group}/${name}`, spec.names.kind);
      // Reads from the cache that also serves watches.
      const isReady = async (): Promise<boolean> => {
        try {
          await client.list(kind, { resourceVersion: "0", signal: options.signal });
          return true;
        } catch (error) {
          if (error instanceof ApiError && [404, 429, 503].includes(error.statusCode)) return false;
          throw error;
        }
      };
      await until(isReady, options);
    }
  }
}
