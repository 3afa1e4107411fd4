import type { HttpClient } from "../../../src/index.js";
import type { Kind, KubeObject } from "../../../src/kube/objects.js";

/**
 * Calls a function for each object of a kind, and for each change, one after the other.
 *
 * @param what - for a message if the watch fails
 * @returns a function that stops
 */
export function follow<T extends KubeObject>(
  client: HttpClient,
  kind: Kind<T>,
  what: string,
  each: (type: "ADDED" | "MODIFIED" | "DELETED", object: T) => Promise<void> | void,
): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      for await (const event of client.watch(kind, { signal })) {
        if (event.type !== "BOOKMARK") await each(event.type, event.object);
      }
    }
  };
  const watching = watch().catch((error: unknown) => {
    if (!signal.aborted) process.stderr.write(`${what} end: ${String(error)}\n`);
  });
  return async () => {
    stop.abort();
    await watching;
  };
}
