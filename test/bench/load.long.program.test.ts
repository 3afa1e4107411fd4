/** The load finds what it looks for: a watch that misses a change, and a write that fails. */
import { expect, test } from "vitest";
import { gadgetCrd, kinds, namespaces } from "../../bench/load/kinds.js";
import { Watcher } from "../../bench/load/watcher.js";
import { slotsOf, write } from "../../bench/load/writer.js";
import type { LiveClient } from "../../src/kube/client.js";
import { createMemoryClient, eventually, interceptClient } from "../../src/testing/index.js";
import { seeded } from "../support/seeded.js";

function newClient(): LiveClient {
  const own = namespaces.map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } }));
  return createMemoryClient({ objects: [gadgetCrd, ...own] });
}

/** Writes 400 times to 20 objects while six watches run. Returns what the watches miss in the end. */
async function missedUnder(client: LiveClient, watching: LiveClient): Promise<string[]> {
  const random = seeded(1);
  const stop = new AbortController();
  const watchers = Array.from({ length: 6 }, (_, index) => new Watcher(watching, kinds[index % 3]!, index, random));
  const running = watchers.map((watcher) => watcher.run(stop.signal).catch(() => undefined));
  const slots = slotsOf(kinds, 20);
  for (let turn = 0; turn < 400; turn += 1) await write(client, slots[turn % 20]!, turn, random);
  const missed = async (): Promise<string[]> => (await Promise.all(watchers.map((each) => each.differences()))).flat();
  await eventually(async () => expect(await missed()).toEqual([]), { timeoutMs: 500 }).catch(() => undefined);
  const result = await missed();
  stop.abort();
  await Promise.all(running);
  return result;
}

test("watches that see all changes know what the server lists, with objects that move between selections", async () => {
  const client = newClient();
  expect(await missedUnder(client, client)).toEqual([]);
});

test("a watch that misses one change is found", async () => {
  const client = newClient();
  let seen = 0;
  const forgetful = interceptClient(client, {
    async *watch(kind, options) {
      for await (const event of client.watch(kind, options)) {
        seen += 1;
        if (event.type !== "DELETED" || seen < 100) yield event; // a deletion has no later event that repairs it
      }
    },
  });
  expect(await missedUnder(client, forgetful)).not.toEqual([]);
});

test("each kind of write is sent", async () => {
  const client = newClient();
  const sent = new Set<string>();
  const recorded = interceptClient(client, {
    create: (object) => (sent.add("create"), client.create(object)),
    update: (object) => (sent.add("update"), client.update(object)),
    patch: (...args) => (sent.add("patch"), client.patch(...args)),
    apply: (object, options) => (sent.add("apply"), client.apply(object, options)),
    delete: (kind, key) => (sent.add("delete"), client.delete(kind, key)),
    list: (kind, options) => (sent.add("list"), client.list(kind, options)),
    status: { patch: (...args) => (sent.add("status"), client.status.patch(...args)) },
  });
  await missedUnder(recorded, client);
  expect([...sent].sort()).toEqual(["apply", "create", "delete", "list", "patch", "status", "update"]);
});
