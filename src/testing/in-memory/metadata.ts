import type { LiveClient, ObjectMetadata } from "../../kube/client.js";
import type { KubeObject } from "../../kube/objects.js";

/** The metadata of the objects that a client has. */
export function metadataOf(client: Pick<LiveClient, "get" | "getOrThrow" | "list" | "watch">): LiveClient["metadata"] {
  return {
    view: "metadata",
    async get(kind, key, options) {
      const object = await client.get(kind, key, options);
      return object === undefined ? undefined : cut(object);
    },
    getOrThrow: async (kind, key, options) => cut(await client.getOrThrow(kind, key, options)),
    async list(kind, options) {
      const { metadata, items } = await client.list(kind, options);
      return { metadata, items: items.map(cut) };
    },
    async *watch(kind, options) {
      for await (const event of client.watch(kind, options)) {
        yield event.type === "BOOKMARK" ? event : { ...event, object: cut(event.object) };
      }
    },
  };
}

function cut<T extends KubeObject>({ apiVersion, kind, metadata }: T): ObjectMetadata<T> {
  return { apiVersion, kind, metadata };
}
