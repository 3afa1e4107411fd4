import { describe, expect, test } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { newName, refusal, type Subject } from "./subject.js";

export function watchesContract({ client, namespace, configMap }: Subject): void {
  describe("watch", () => {
    test("tells what changes, from where it is told to begin", async () => {
      const label = newName();
      const { metadata } = await client().list(ConfigMap, { namespace });
      const created = await client().create(configMap({ a: "1" }, { labels: { label } }));
      await client().update({ ...created, data: { a: "2" } });
      await client().patch(ConfigMap, created.metadata, mergePatch({ metadata: { labels: { label: "other" } } }));
      const again = await client().create(configMap({}, { labels: { label } }));
      await client().delete(ConfigMap, again.metadata);
      const events = await take(
        5,
        client().watch(ConfigMap, watching({ resourceVersion: metadata.resourceVersion ?? "" }, label)),
      );
      expect(events).toEqual(["ADDED 1", "MODIFIED 2", "DELETED 2", "ADDED ", "DELETED "]);
    });

    test("can start with the existing objects", async () => {
      const label = newName();
      await client().create(configMap({ a: "1" }, { labels: { label } }));
      const events = await take(
        2,
        client().watch(ConfigMap, watching({ sendInitialEvents: true, allowBookmarks: true }, label)),
      );
      expect(events).toEqual(["ADDED 1", "BOOKMARK "]);
    });

    const watching = (options: object, label: string) => ({
      namespace,
      labels: { label },
      timeoutSeconds: 30,
      ...options,
    });
    const take = async (
      count: number,
      watch: AsyncIterable<{ type: string; object: KubeObject }>,
    ): Promise<string[]> => {
      const seen: string[] = [];
      for await (const { type, object } of watch) {
        seen.push(`${type} ${(object as Partial<ConfigMap>).data?.["a"] ?? ""}`);
        if (seen.length === count) break;
      }
      return seen;
    };

    test("without a resourceVersion also starts with the existing objects, without bookmarks", async () => {
      const label = newName();
      const created = await client().create(configMap({ a: "1" }, { labels: { label } }));
      const seen: string[] = [];
      for await (const { type, object } of client().watch(ConfigMap, watching({}, label))) {
        seen.push(`${type} ${(object as Partial<ConfigMap>).data?.["a"] ?? ""}`);
        if (seen.length === 2) break;
        await client().update({ ...created, data: { a: "2" } });
      }
      expect(seen).toEqual(["ADDED 1", "MODIFIED 2"]);
    });

    test("reports objects that start to match its labels as added, and no others", async () => {
      const label = newName();
      const { metadata: list } = await client().list(ConfigMap, { namespace });
      const { metadata } = await client().create(configMap({ a: "1" }));
      const patch = (body: object) => client().patch(ConfigMap, metadata, mergePatch(body));
      await patch({ data: { a: "2" } });
      await patch({ metadata: { labels: { label } } });
      await patch({ metadata: { labels: { label: null } } });
      await patch({ data: { a: "3" } });
      await client().delete(ConfigMap, metadata);
      await client().create(configMap({ a: "end" }, { labels: { label } }));
      const options = watching({ resourceVersion: list.resourceVersion ?? "" }, label);
      expect(await take(3, client().watch(ConfigMap, options))).toEqual(["ADDED 2", "DELETED 2", "ADDED end"]);
    });

    test("ends when its time is up", async () => {
      const label = newName();
      const { metadata } = await client().list(ConfigMap, { namespace });
      const options = watching({ resourceVersion: metadata.resourceVersion ?? "", timeoutSeconds: 1 }, label);
      expect(await take(1, client().watch(ConfigMap, options))).toEqual([]);
    });

    test("fails with the reason of its signal", async () => {
      const controller = new AbortController();
      const label = newName();
      await client().create(configMap({}, { labels: { label } }));
      const watch = client().watch(ConfigMap, watching({ signal: controller.signal }, label));
      const follow = async (): Promise<void> => {
        for await (const event of watch) if (event.type === "ADDED") controller.abort(new Error("enough"));
      };
      await expect(follow()).rejects.toThrow("enough");
    });

    test("of a selector that is none is refused", async () => {
      const watch = client().watch(ConfigMap, { namespace, labels: "a in (" });
      expect(await refusal(take(1, watch))).toBe("400 BadRequest");
    });
  });
}
