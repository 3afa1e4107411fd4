import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ControllerObjects } from "../../../src/apiserver/controllers/controller-objects.js";
import { expireVersions } from "../../../src/apiserver/controllers/version-expiry.js";
import { Store } from "../../../src/apiserver/storage/store.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = 60_000;

/** A store with an object, and the controller. */
function started() {
  const store = new Store(() => Date.now());
  store.create("pods", { apiVersion: "v1", kind: "Pod", metadata: { namespace: "default", name: "a" } });
  // The only part that it uses.
  const expiry = expireVersions({ parts: { store } } as unknown as ControllerObjects);
  return { store, expiry, atFirst: store.revision };
}

test("on an idle server, the version advances, and lists of an older one expire", () => {
  const { store, expiry, atFirst } = started();
  vi.advanceTimersByTime(5 * minutes);
  expect(store.revision).toBe(atFirst + 1);
  expect(store.listAt("pods", atFirst)).toHaveLength(1);
  vi.advanceTimersByTime(5 * minutes);
  expect(store.listAt("pods", atFirst)).toBeUndefined();
  expect(store.listAt("pods", atFirst + 1)).toHaveLength(1);
  // No write is lost between the versions.
  expect(store.eventsSince("pods", atFirst)).toEqual([]);
  expiry.stop();
  vi.advanceTimersByTime(60 * minutes);
  expect(store.revision).toBe(atFirst + 2);
});

test("a version that lists have expired is refused for kinds without objects, too", () => {
  const { store, expiry, atFirst } = started();
  vi.advanceTimersByTime(10 * minutes);
  expect(store.listAt("services", atFirst)).toBeUndefined();
  expect(store.listAt("services", store.revision)).toEqual([]);
  expiry.stop();
});

test("on a disk that rejects writes, no version expires", () => {
  const { store, expiry, atFirst } = started();
  store.recordWith(() => {
    throw new Error("ENOSPC");
  });
  vi.advanceTimersByTime(30 * minutes);
  expect(store.listAt("pods", atFirst)).toHaveLength(1);
  store.recordWith(undefined);
  vi.advanceTimersByTime(10 * minutes);
  expect(store.listAt("pods", atFirst)).toBeUndefined();
  expiry.stop();
});

test("compaction discards the versions of kinds without objects, too", () => {
  const { store, expiry, atFirst } = started();
  store.create("pods", { apiVersion: "v1", kind: "Pod", metadata: { namespace: "default", name: "b" } });
  store.compact();
  expect(store.listAt("services", atFirst)).toBeUndefined();
  expect(store.eventsSince("services", atFirst)).toBeUndefined();
  expiry.stop();
});
