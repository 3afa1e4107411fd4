import { expect, test } from "vitest";
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import { atOnce, LaggedObjects } from "../../../src/apiserver/storage/lagged-objects.js";
import { Store } from "../../../src/apiserver/storage/store.js";

const key = "rbac.authorization.k8s.io/roles";

function role(name: string, value: string, namespace = "a"): ApiObject {
  return { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name, namespace }, value };
}

/** A store, its lagged view, and a function that lets the oldest write become visible. */
function lagging() {
  const store = new Store(() => 0);
  const waiting: (() => void)[] = [];
  const seen: string[] = [];
  const lagged = new LaggedObjects(store, { store, storageKeys: [key], later: (run) => void waiting.push(run) });
  lagged.onVisible((_, { type, object }) => seen.push(`${type} ${object.metadata.name ?? ""}`));
  const values = (namespace?: string) => lagged.list(key, namespace).map((each) => each["value"]);
  return { store, lagged, seen, values, letPass: () => waiting.shift()?.() };
}

test("each write becomes visible on its own, in order", () => {
  const { store, lagged, seen, values, letPass } = lagging();
  const first = store.create(key, role("x", "1"));
  if (first !== undefined) store.replace(key, first, role("x", "2"));
  store.create(key, role("y", "3", "b"));
  expect([values(), values("a"), lagged.get(key, "a", "x")]).toEqual([[], [], undefined]);
  letPass();
  expect([values(), lagged.get(key, "a", "x")?.["value"], lagged.get(key, "b", "y")]).toEqual([["1"], "1", undefined]);
  letPass();
  expect([values("a"), values("b")]).toEqual([["2"], []]);
  letPass();
  expect([values(), values("b"), seen]).toEqual([["2", "3"], ["3"], ["ADDED x", "MODIFIED x", "ADDED y"]]);
});

test("a deleted object stays visible", () => {
  const { store, lagged, values, letPass } = lagging();
  const stored = store.create(key, role("x", "1"));
  letPass();
  if (stored !== undefined) store.remove(key, stored);
  expect([values(), lagged.get(key, "a", "x")?.["value"]]).toEqual([["1"], "1"]);
  letPass();
  expect([values(), lagged.get(key, "a", "x")]).toEqual([[], undefined]);
});

test("other resources do not lag, and nothing lags without a lag", () => {
  const { store, lagged } = lagging();
  store.create("configmaps", role("c", "1"));
  expect(lagged.get("configmaps", "a", "c")?.["value"]).toBe("1");
  const current = new LaggedObjects(store, { store, storageKeys: [key], later: atOnce });
  store.create(key, role("x", "2"));
  expect([current.get(key, "a", "x")?.["value"], current.list(key).length]).toEqual(["2", 1]);
});
