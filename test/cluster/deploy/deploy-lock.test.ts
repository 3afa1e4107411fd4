import { afterEach, expect, test, vi } from "vitest";
import { takeLock } from "../../../src/cluster/deploy/deploy-lock.js";
import { Lease } from "../../../src/k8s/coordination/v1.js";
import { createMemoryClient, interceptClient } from "../../../src/testing/index.js";
import { deferred } from "../../support/deferred.js";

afterEach(() => void vi.useRealTimers());

const place = { namespace: "demo-system", name: "demo-tsop-inventory" };
const options = {
  holder: "zhangsan@laptop (4711)",
  signal: new AbortController().signal,
  onUnlocked: (why: string): never => {
    throw new Error(why);
  },
};

test("releases the lock when a renewal is on its way", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const server = createMemoryClient();
  const network = deferred();
  const sent = deferred();
  let renewal: Promise<unknown> | undefined;
  const client = interceptClient(server, {
    update: (lease) => {
      renewal = network.promise.then(() => server.update(lease));
      sent.resolve();
      return renewal as never;
    },
    // The server answers this request before the renewal reaches it.
    get: async (kind, key) => {
      const lease = await server.get(kind, key);
      await renewal;
      return lease;
    },
  });
  const release = await takeLock(client, place, options);
  vi.advanceTimersToNextTimer();
  await sent.promise;
  const released = release();
  network.resolve();
  await released;
  expect(await server.get(Lease, place)).toBeUndefined();
});
