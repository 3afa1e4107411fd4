import { describe, expect, test } from "vitest";
import type { Deletion } from "../../src/kube/answered-writes.js";
import { mergePatch } from "../../src/kube/client.js";
import type { ManagerClient } from "../../src/runtime/manager-client.js";
import { settle } from "../support/fake-clock.js";
import { Thing, thing } from "../support/scripted-api.js";
import { a, setUp, synced, type Synced, Other } from "./set-up-cached-client.js";

describe("a deletion", () => {
  /** A cache of `default/a@1`, and an API server that answers so to a deletion. */
  async function deleting(answer: Deletion<Thing>): Promise<Synced> {
    const result = await synced();
    result.live.answered = { ...result.live.answered, delete: () => Promise.resolve(answer as never) };
    return result;
  }
  const waiting = thing("default/a", 20);
  waiting.metadata.deletionTimestamp = "2026-01-31T12:00:00Z";
  const read = async ({ client }: Synced): Promise<string | undefined> => (await client.get(Thing, a))?.metadata.uid;

  test.each<[string, Deletion<Thing>]>([
    ["is gone", { kind: "gone", uid: "uid-of-a" }],
    ["is gone, and had no UID in the answer", { kind: "gone", uid: undefined }],
    ["is gone, and had been created again under this name", { kind: "gone", uid: "another" }],
    ["another client has deleted", { kind: "absent" }],
  ])("of an object that %s is read at once, without a request", async (_, answer) => {
    const result = await deleting(answer);
    await result.client.delete(Thing, a);
    expect(await read(result)).toBeUndefined();
    expect((await result.client.list(Thing)).items).toHaveLength(1);
    expect(result.calls).toEqual([]);
  });

  test("of an object with finalizers shows its deletion at once, without a request", async () => {
    const { client, calls } = await deleting({ kind: "waits", object: waiting });
    await client.delete(Thing, a);
    expect((await client.get(Thing, a))!.metadata.deletionTimestamp).toBe("2026-01-31T12:00:00Z");
    expect(calls).toEqual([]);
  });

  test("after which another client created an object with that name shows that object", async () => {
    const result = await deleting({ kind: "waits", object: thing("default/a", 20, { uid: "another" }) });
    await result.client.delete(Thing, a);
    expect(await read(result)).toBe("another");
  });

  test("that was a dry run, or failed, changes nothing", async () => {
    const { client, live } = await deleting({ kind: "gone", uid: undefined });
    await client.delete(Thing, a, { dryRun: true });
    live.answered = { ...live.answered, delete: () => Promise.reject(new Error("boom")) };
    await expect(client.delete(Thing, a)).rejects.toThrow("boom");
    expect((await client.get(Thing, a))!.metadata.name).toBe("a");
  });

  test.each<[string, () => Promise<Thing | undefined>, string | undefined]>([
    ["and it is gone", () => Promise.resolve(undefined), undefined],
    ["and it is still there", () => Promise.resolve(waiting), "uid-of-a"],
    ["and neither does the API server", () => Promise.reject(new Error("boom")), "uid-of-a"],
  ])("whose answer does not say what became of the object asks once, %s", async (_, look, expected) => {
    const result = await deleting({ kind: "unclear" });
    result.live.get = look;
    await result.client.delete(Thing, a);
    expect(await read(result)).toBe(expected);
    result.watch.send({ type: "DELETED", object: thing("default/a", 30) });
    await settle();
    expect(await read(result)).toBeUndefined();
  });

  test("is what taking the last finalizer from an object that is to go comes to", async () => {
    const result = await synced();
    result.live.patch = () => Promise.resolve(waiting as never);
    await result.client.patch(Thing, a, mergePatch({ metadata: { finalizers: null } }));
    expect(await read(result)).toBeUndefined();
  });

  test("of an uncached kind sends no request afterwards", async () => {
    const { client, calls } = await synced();
    await client.delete(Thing, { namespace: "default", name: "none" });
    await client.delete(Other, { name: "x" });
    expect(calls.map((call) => call.split(" ")[0])).toEqual(["delete", "delete"]);
  });
});

const writes: [string, (client: ManagerClient) => Promise<unknown>][] = [
  ["create", (client) => client.create(thing("default/a", 1))],
  ["update", (client) => client.update(thing("default/a", 1))],
  ["patch", (client) => client.patch(Thing, a, { type: "merge", body: {} })],
  [
    "apply",
    (client) =>
      client.apply<Thing>({
        apiVersion: Thing.apiVersion as Thing["apiVersion"],
        kind: "Thing",
        metadata: { name: "a" },
      }),
  ],
  ["status.update", (client) => client.status.update(thing("default/a", 1))],
  ["status.patch", (client) => client.status.patch(Thing, a, { type: "merge", body: {} })],
  [
    "status.apply",
    (client) =>
      client.status.apply<Thing>({
        apiVersion: Thing.apiVersion as Thing["apiVersion"],
        kind: "Thing",
        metadata: { name: "a" },
      }),
  ],
];

describe("a write", () => {
  test.each(writes)("(%s) can be read at once, and the answer may be changed", async (_, write) => {
    const { client } = await synced();
    const written = (await write(client)) as Thing;
    written.spec!.size = 99;
    expect((await client.getOrThrow(Thing, a)).spec!.size).toBe(7);
  });

  test.each(writes)("(%s) is refused while this process must not write", async (_, write) => {
    const { client, calls, mayWrite } = await synced();
    mayWrite.now = false;
    await expect(write(client)).rejects.toThrow("not the leader");
    await expect(client.delete(Thing, a)).rejects.toThrow("not the leader");
    await expect(client.deleteAllOf(Thing, { namespace: "default" })).rejects.toThrow("not the leader");
    expect(calls).toEqual([]);
  });

  test.each<[string, (client: ManagerClient) => Promise<unknown>]>([
    ["create", (client) => client.subResource("status").create(Thing, a, {})],
    ["update", (client) => client.subResource("status").update(Thing, a, {})],
    ["patch", (client) => client.subResource("status").patch(Thing, a, { type: "merge", body: {} })],
    ["apply", (client) => client.subResource("status").apply(Thing, a, {})],
  ])("(%s) of a subresource is refused then, and shows the object that it answers", async (_, write) => {
    const { client, calls, mayWrite } = await synced();
    mayWrite.now = false;
    await expect(write(client)).rejects.toThrow("not the leader");
    expect(calls).toEqual([]);
    mayWrite.now = true;
    await write(client);
    expect((await client.getOrThrow(Thing, a)).spec!.size).toBe(7);
  });

  test("of all objects and reads of uncached kinds go to the API server", async () => {
    const { client, calls } = await synced();
    await client.deleteAllOf(Thing, { namespace: "default" });
    await client.metadata.get(Other, { name: "x" });
    await client.subResource("status").get(Thing, a);
    await client.subResource("status").getOrThrow(Thing, a);
    expect(calls.map((call) => call.split(" ")[0])).toEqual(["deleteAllOf", "metadata", "sub.get", "sub.getOrThrow"]);
  });

  test("that was a dry run changes nothing", async () => {
    const { client } = await synced();
    await client.update(thing("default/a", 1), { dryRun: true });
    expect((await client.getOrThrow(Thing, a)).spec!.size).toBe(1);
  });

  test("of a kind without a cache leaves no trace", async () => {
    const { client, cache } = setUp();
    await client.create(thing("default/a", 1));
    expect(cache.find(Thing)).toBeUndefined();
  });
});
