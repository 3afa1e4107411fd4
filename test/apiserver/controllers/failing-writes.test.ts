/** The controllers, on a disk that rejects writes. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ControllerObjects } from "../../../src/apiserver/controllers/controller-objects.js";
import { expireEvents } from "../../../src/apiserver/controllers/event-expiry.js";
import { WorkQueue } from "../../../src/apiserver/controllers/work-queue.js";
import { Store } from "../../../src/apiserver/storage/store.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the server deletes expired events when the disk works again, and works until then", () => {
  const store = new Store(() => 0);
  const metadata = { namespace: "default", name: "old", creationTimestamp: "2020-01-01T00:00:00Z" };
  store.create("events", { apiVersion: "v1", kind: "Event", metadata });
  const refusals = vi.fn(() => {
    throw new Error("ENOSPC");
  });
  store.recordWith(refusals);
  // The only part that it uses.
  const objects = { parts: { store, now: () => Date.parse("2021-01-01T00:00:00Z") } } as unknown as ControllerObjects;
  const expiry = expireEvents(objects);
  vi.advanceTimersByTime(120_000);
  expect(refusals).toHaveBeenCalledTimes(2);
  expect(store.count("events")).toBe(1);
  store.recordWith(undefined);
  vi.advanceTimersByTime(60_000);
  expect(store.count("events")).toBe(0);
  expiry.stop();
});

test("work that fails for long is tried less and less often, and again at once after a success", async () => {
  let [tries, isFull] = [0, true];
  const queue = new WorkQueue(() => {
    tries += 1;
    return isFull ? Promise.reject(new Error("ENOSPC")) : Promise.resolve();
  });
  queue.add("a");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBeGreaterThan(10);
  expect(tries).toBeLessThan(25);
  isFull = false;
  await vi.advanceTimersByTimeAsync(5_000);
  isFull = true;
  tries = 0;
  queue.add("a");
  await vi.advanceTimersByTimeAsync(150);
  expect(tries).toBe(2);
  queue.stop();
});
