/** What `withFinalizer` and `addFinalizer` do, on every client. */
import { describe, expect, test } from "vitest";
import { done, isConflict, mergePatch, requeueAfter, withFinalizer } from "../../../src/index.js";
import { Part } from "../../contract/subject.js";
import { before, blind, counting, finalizer, other } from "./watched-client.js";
import type { ObjectSubject } from "./object-contract.js";

export function finalizerContract({ client, part }: ObjectSubject): void {
  describe("withFinalizer", () => {
    const options = (calls: string[], more: object = {}) => ({
      finalizer,
      cleanUp: () => Promise.resolve(void calls.push("cleanUp")),
      reconcile: ({ metadata }: Part) => {
        calls.push(`reconcile with ${metadata.finalizers?.join() ?? "none"}`);
        return Promise.resolve(requeueAfter(5));
      },
      ...more,
    });
    const find = (object: Part): Promise<Part | undefined> => client().get(Part, object.metadata);
    const deleted = async (finalizers: string[] = [finalizer]): Promise<Part> => {
      const created = await client().create(part({}, { finalizers }));
      await client().delete(Part, created.metadata);
      return client().getOrThrow(Part, created.metadata);
    };

    test("holds the object before anything else, then reconciles", async () => {
      const calls: string[] = [];
      const created = await client().create(part({ size: 1 }, { finalizers: [other] }));
      expect(await withFinalizer(client(), created, options(calls))).toEqual(requeueAfter(5));
      const stored = await client().getOrThrow(Part, created.metadata);
      expect(stored.metadata.finalizers).toEqual([other, finalizer]);
      const { client: counted, writes } = counting(client());
      await withFinalizer(counted, stored, options(calls));
      expect(calls).toEqual(Array(2).fill(`reconcile with ${other},${finalizer}`));
      expect(writes).toEqual([]);
      expect(created.metadata.finalizers).toEqual([other]);
    });

    test("cleans up once, then lets the object go", async () => {
      const calls: string[] = [];
      const object = await deleted();
      expect(await withFinalizer(client(), object, options(calls))).toEqual(done());
      expect(await find(object)).toBeUndefined();
      expect(calls).toEqual(["cleanUp"]);
    });

    test("never removes the finalizer when the clean-up fails", async () => {
      const object = await deleted();
      const calls: string[] = [];
      const failing = options(calls, { cleanUp: () => Promise.reject(new Error("bucket is not empty")) });
      for (let run = 0; run < 3; run += 1) {
        await expect(withFinalizer(client(), object, failing)).rejects.toThrow("bucket is not empty");
        expect((await find(object))?.metadata.finalizers).toEqual([finalizer]);
      }
      const throwing = options(calls, {
        cleanUp: () => {
          throw new Error("at once");
        },
      });
      await expect(withFinalizer(client(), object, throwing)).rejects.toThrow("at once");
      expect((await find(object))?.metadata.resourceVersion).toBe(object.metadata.resourceVersion);
      await withFinalizer(client(), object, options(calls));
      expect(await find(object)).toBeUndefined();
    });

    test("keeps the finalizer while the clean-up is not finished", async () => {
      const object = await deleted();
      const slow = options([], { cleanUp: () => Promise.resolve(requeueAfter(1_000)) });
      expect(await withFinalizer(client(), object, slow)).toEqual(requeueAfter(1_000));
      expect((await find(object))?.metadata.finalizers).toEqual([finalizer]);
    });

    test("leaves the finalizers of others, also of those who write at the same time", async () => {
      const calls: string[] = [];
      const object = await deleted([finalizer, other]);
      const raced = before(client(), "patch", () =>
        client().patch(Part, object.metadata, mergePatch({ metadata: { labels: { late: "yes" } } })),
      );
      await withFinalizer(raced, object, options(calls));
      expect((await find(object))?.metadata).toMatchObject({ finalizers: [other], labels: { late: "yes" } });
      await withFinalizer(client(), object, options(calls, { finalizer: other }));
      expect(await find(object)).toBeUndefined();
      expect(calls).toEqual(["cleanUp", "cleanUp"]);
    });

    test("does nothing for a deleted object that lacks it", async () => {
      const calls: string[] = [];
      const object = await deleted([other]);
      expect(await withFinalizer(client(), object, options(calls))).toEqual(done());
      expect(calls).toEqual([]);
      expect((await find(object))?.metadata.finalizers).toEqual([other]);
    });

    test("does nothing for an object that goes meanwhile, or is replaced", async () => {
      const calls: string[] = [];
      const object = await client().create(part());
      await client().delete(Part, object.metadata);
      expect(await withFinalizer(client(), object, options(calls))).toEqual(done());
      await client().create(part({}, { name: object.metadata.name }));
      expect(await withFinalizer(client(), object, options(calls))).toEqual(done());
      expect(calls).toEqual([]);
      expect((await find(object))?.metadata.finalizers).toBeUndefined();
    });

    test("cleans up instead when the object is deleted while the finalizer is being added", async () => {
      const calls: string[] = [];
      const object = await client().create(part({}, { finalizers: [other] }));
      const raced = before(client(), "patch", () => client().delete(Part, object.metadata));
      expect(await withFinalizer(raced, object, options(calls))).toEqual(done());
      expect(calls).toEqual([]); // nothing was made, and none of our finalizers is there
      expect((await find(object))?.metadata.finalizers).toEqual([other]);
    });

    test("adds to the finalizers that others add at the same time", async () => {
      const calls: string[] = [];
      const object = await client().create(part());
      const add = (name: string) => withFinalizer(client(), object, options(calls, { finalizer: name }));
      await Promise.all([finalizer, other].map(add));
      expect((await find(object))?.metadata.finalizers?.toSorted()).toEqual([finalizer, other]);
    });

    test("reads an object again that has no resourceVersion", async () => {
      const calls: string[] = [];
      const created = await client().create(part({}, { finalizers: [other] }));
      const { name } = created.metadata;
      await withFinalizer(client(), part({}, { name }), options(calls));
      expect((await find(created))?.metadata.finalizers).toEqual([other, finalizer]);
    });

    test.each(["", "bucket", "/bucket", "abc.com/", "ABC.com/x", "a.com/b/c", "a b.com/c", `a.com/${"x".repeat(64)}`])(
      "refuses the name %j",
      async (name) => {
        const calls: string[] = [];
        await expect(withFinalizer(client(), part(), options(calls, { finalizer: name }))).rejects.toMatchObject({
          code: "runtime/invalid-finalizer",
        });
        expect(calls).toEqual([]);
      },
    );

    test("throws the conflict if another client always wins", async () => {
      const object = await client().create(part());
      const refused = blind(client(), object);
      await client().patch(Part, object.metadata, mergePatch({ spec: { size: 5 } }));
      const error: unknown = await withFinalizer(refused, object, options([])).catch((reason: unknown) => reason);
      expect(isConflict(error)).toBe(true);
    });
  });
}
