import { describe, expect, test } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { createMemoryClient } from "../../src/testing/index.js";
import { clientContract } from "../contract/client.js";
import { Part } from "../contract/subject.js";
import { FakeClock } from "../support/fake-clock.js";

describe("the memory client", () => {
  clientContract({
    createClient: () => Promise.resolve(createMemoryClient()),
    namespace: "default",
    collectsGarbage: true,
  });

  const key = { namespace: "default", name: "a" };
  const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: key };

  test("begins with the objects that it is given, their status included", async () => {
    const part: Part = {
      apiVersion: "contract.example.com/v1",
      kind: "Part",
      metadata: key,
      status: { phase: "Ready" },
    };
    const client = createMemoryClient({ objects: [object, part] });
    expect(await client.getOrThrow(Part, key)).toMatchObject({
      status: { phase: "Ready" },
      metadata: { generation: 1 },
    });
    expect((await client.list(ConfigMap)).items).toHaveLength(1);
  });

  test("takes its times from the clock", async () => {
    const clock = new FakeClock();
    const { metadata } = await createMemoryClient({ clock }).create(object);
    expect(Date.parse(metadata.creationTimestamp ?? "")).toBe(Math.floor(clock.now() / 1000) * 1000);
  });

  test("is not led astray by names of JavaScript's own", async () => {
    const client = createMemoryClient();
    const data = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, string>;
    await client.create({ ...object, metadata: { name: "__proto__", namespace: "constructor" }, data });
    const read = await client.getOrThrow(ConfigMap, { name: "__proto__", namespace: "constructor" });
    expect(Object.keys(read.data ?? {})).toEqual(["__proto__", "constructor"]);
    const hostile = JSON.parse('{"data": {"__proto__": {"polluted": "yes"}}}') as object;
    await client.patch(ConfigMap, read.metadata, mergePatch(hostile));
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      "a strategic merge patch",
      () => createMemoryClient({ objects: [object] }).patch(ConfigMap, key, { type: "strategic", body: {} }),
    ],
    [
      "a field that it cannot select by",
      () => createMemoryClient({ objects: [object] }).list(ConfigMap, { fields: "status.phase=Running" }),
    ],
  ])("refuses %s with the way out", async (_what, call) => {
    await expect(call()).rejects.toMatchObject({ code: "cluster/invalid-request", hint: expect.any(String) as string });
  });

  test("refuses an object without a name", async () => {
    const call = createMemoryClient().create({ ...object, metadata: { name: "" } });
    await expect(call).rejects.toMatchObject({ statusCode: 422, reason: "Invalid" });
  });
});
