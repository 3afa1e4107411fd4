import { expect, test } from "vitest";
import { ConfigMap, Secret } from "../../src/k8s/core/v1.js";
import { objectReconciler, type ObjectReconciler } from "../../src/runtime/object-reconciler.js";
import { done, requeueAfter } from "../../src/runtime/reconcile.js";
import { createMemoryClient, testContext } from "../../src/testing/index.js";

const request = { namespace: "default", name: "a" };
const config: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: request, data: { x: "1" } };

test("is given the object, and its end is the run's", async () => {
  const client = createMemoryClient({ objects: [config] });
  const context = testContext();
  const seen: unknown[] = [];
  const reconciler = objectReconciler(client, ConfigMap, {
    reconcile: (object, given) => {
      seen.push(object.data, given);
      return Promise.resolve(requeueAfter(5));
    },
  });
  expect(await reconciler.reconcile(request, context)).toEqual(requeueAfter(5));
  expect(seen).toEqual([{ x: "1" }, context]);
});

test("is given a copy", async () => {
  const client = createMemoryClient({ objects: [config] });
  const reconciler = objectReconciler(client, ConfigMap, {
    reconcile: (object) => {
      object.data = { y: "2" };
      return Promise.resolve(done());
    },
  });
  await reconciler.reconcile(request, testContext());
  expect((await client.getOrThrow(ConfigMap, request)).data).toEqual({ x: "1" });
});

test("is not called for a deleted object", async () => {
  const reconciler = objectReconciler(createMemoryClient(), ConfigMap, { reconcile: () => expect.unreachable() });
  expect(await reconciler.reconcile(request, testContext())).toEqual(done());
});

test("fails as its reconciler does, and where the object cannot be read", async () => {
  const boom = new Error("boom");
  const failing = { reconcile: () => Promise.reject(boom) };
  const client = createMemoryClient({ objects: [config] });
  await expect(objectReconciler(client, ConfigMap, failing).reconcile(request, testContext())).rejects.toBe(boom);
  const stopped = testContext({ signal: AbortSignal.abort(new Error("stopped")) });
  await expect(objectReconciler(client, ConfigMap, failing).reconcile(request, stopped)).rejects.toThrow("stopped");
});

test("the compiler refuses a reconciler of another kind", () => {
  const forConfigMaps: ObjectReconciler<ConfigMap> = { reconcile: () => Promise.resolve(done()) };
  // @ts-expect-error a Secret is no ConfigMap
  expect(objectReconciler(createMemoryClient(), Secret, forConfigMaps)).toBeDefined();
});
