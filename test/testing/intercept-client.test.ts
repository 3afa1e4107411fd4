import { expect, test } from "vitest";
import { isConflict, mergePatch, namespacedClient } from "../../src/index.js";
import { ApiError } from "../../src/kube/api-error.js";
import { ConfigMap, Namespace } from "../../src/k8s/core/v1.js";
import { createMemoryClient, interceptClient } from "../../src/testing/index.js";

const key = { namespace: "default", name: "a" };
const config: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: key };
const conflict = new ApiError({ kind: "Status", code: 409, reason: "Conflict" }, 409);

test("does what it is told, and all else as before", async () => {
  const client = createMemoryClient({ objects: [config] });
  const failing = interceptClient(client, { update: () => Promise.reject(conflict) });
  await expect(failing.update(config)).rejects.toSatisfy(isConflict);
  await failing.patch(ConfigMap, key, mergePatch({ data: { x: "1" } }));
  expect((await client.getOrThrow(ConfigMap, key)).data).toEqual({ x: "1" });
  expect(await failing.get(ConfigMap, key)).toEqual(await client.get(ConfigMap, key));
  expect(failing.indexesOf(ConfigMap)).toEqual([]);
});

test("may go on to the client, and leaves it as it is", async () => {
  const client = createMemoryClient({ objects: [config] });
  let reads = 0;
  const counting = interceptClient(client, {
    get: (kind, wanted, options) => {
      reads += 1;
      return client.get(kind, wanted, options);
    },
  });
  expect((await counting.get(ConfigMap, key))?.metadata.name).toBe("a");
  await client.get(ConfigMap, key);
  expect(reads).toBe(1);
});

test("keeps the other methods of the status and of the metadata", async () => {
  const namespace: Namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "default" } };
  const client = createMemoryClient({ objects: [config, namespace] });
  const failing = interceptClient(client, {
    status: { update: () => Promise.reject(conflict) },
    metadata: { get: () => Promise.resolve(undefined) },
  });
  await expect(failing.status.update(config)).rejects.toBe(conflict);
  expect(await failing.metadata.get(ConfigMap, key)).toBeUndefined();
  const patch = mergePatch({ status: { phase: "Active" } });
  expect((await failing.status.patch(Namespace, { name: "default" }, patch)).metadata.name).toBe("default");
  expect((await failing.metadata.list(ConfigMap)).items).toHaveLength(1);
});

test("works below other clients", async () => {
  const client = createMemoryClient({ objects: [config] });
  const failing = namespacedClient(interceptClient(client, { delete: () => Promise.reject(conflict) }), "default");
  await expect(failing.delete(ConfigMap, key)).rejects.toBe(conflict);
  expect(await failing.get(ConfigMap, { name: "a" })).toBeDefined();
});

test("the compiler rejects an unknown method of a client", () => {
  // @ts-expect-error upsert is none
  expect(interceptClient(createMemoryClient(), { upsert: () => undefined })).toBeDefined();
});
