import { isExpired } from "../../kube/api-error.js";
import type { ListOptions, LiveClient } from "../../kube/client.js";
import type { Kind } from "../../kube/kind.js";
import type { KubeObject } from "../../kube/objects.js";

/** client-go's; a page of 500 objects of 4 KB blocks the event loop for some 15 ms while it is parsed. */
const pageSize = 500;

/** Lists everything, page by page, as of one resourceVersion. */
export async function listSnapshot<T extends KubeObject>(
  client: Pick<LiveClient, "list">,
  kind: Kind<T>,
  where: Pick<ListOptions, "namespace" | "labels" | "fields"> & { readonly signal: AbortSignal },
): Promise<{ items: T[]; resourceVersion: string }> {
  const { signal } = where;
  const items: T[] = [];
  let next: string | undefined;
  do {
    try {
      const page = await client.list(kind, {
        ...where,
        limit: pageSize,
        ...(next === undefined ? {} : { continue: next }),
      });
      for (const item of page.items) items.push(item);
      next = page.metadata.continue === "" ? undefined : page.metadata.continue;
      if (next === undefined) return { items, resourceVersion: page.metadata.resourceVersion ?? "" };
    } catch (error) {
      // The server has compacted the list's version away since the first page: take all at once.
      if (next === undefined || !isExpired(error)) throw error;
      const whole = await client.list(kind, where);
      return { items: whole.items, resourceVersion: whole.metadata.resourceVersion ?? "" };
    }
  } while (!signal.aborted);
  throw signal.reason;
}
