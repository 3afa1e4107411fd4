import { defaultVersion } from "../../src/schema/kubernetes-versions.js";
import { expect, test } from "vitest";
import { customResources } from "../../src/apiserver/custom-resources/custom-resources.js";
import { Store } from "../../src/apiserver/storage/store.js";
import { readCommonTypes } from "../../src/extension/common-types.js";
import { checkResources } from "../../src/extension/definitions.js";
import { virtualStorage, type VirtualSource } from "../../src/extension/storage.js";
import { VirtualResource } from "../../src/extension/virtual/virtual-resource.js";
import { FakeClock } from "../../src/testing/fake-clock.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { type Reading, readings } from "./reading-kinds.js";

function start(source: VirtualSource<Reading>): { virtual: VirtualResource; store: Store; names: () => string[] } {
  const storage = virtualStorage(source);
  const [checked] = checkResources([{ definition: readings, storage }]);
  const host = {
    objectMeta: readCommonTypes().objectMeta,
    version: defaultVersion,
    resolveService: () => ({ host: "", port: 0 }),
  };
  const [resource] = checked === undefined ? [] : customResources(checked.definition, host);
  if (resource === undefined) throw new Error("the definition has a version");
  const clock = new FakeClock();
  const store = new Store(() => clock.now(), 100);
  const virtual = new VirtualResource({ resource, source: storage, store, clock, log: new RecordingLogger() });
  const names = (): string[] => store.list(resource.storageKey).map(({ metadata }) => metadata.name ?? "");
  return { virtual, store, names };
}

const reading = (namespace: string, name: string, sensor = "roof") => ({
  metadata: { namespace, name },
  spec: { sensor },
});
const everywhere = { namespace: "", name: "" };

test("copies what the source returns, and writes only what changes", async () => {
  let all = [reading("lab", "a"), reading("lab", "b")];
  const { virtual, store, names } = start({ list: () => all });
  await virtual.refresh(everywhere);
  expect(names()).toEqual(["a", "b"]);
  const { revision } = store;
  await virtual.refresh(everywhere);
  expect(store.revision).toBe(revision);
  all = [reading("lab", "b", "cellar")];
  await virtual.refresh(everywhere);
  expect(names()).toEqual(["b"]);
  expect(store.revision).toBe(revision + 2);
});

test("a list of a namespace leaves the other namespaces alone", async () => {
  const { virtual, names } = start({
    list: ({ namespace }) =>
      [reading("lab", "a"), reading("home", "b")].filter(
        (each) => each.metadata.namespace === (namespace ?? each.metadata.namespace),
      ),
  });
  await virtual.refresh(everywhere);
  await virtual.refresh({ namespace: "lab", name: "" });
  await virtual.refresh({ namespace: "empty", name: "" });
  expect(names()).toEqual(["b", "a"]);
});

test("a read of one object calls get, and removes an object that no longer exists", async () => {
  const found = new Map([["a", reading("lab", "a")]]);
  const { virtual, names } = start({
    list: () => Promise.reject(new Error("a read of one object does not list")),
    get: ({ name }) => found.get(name),
  });
  await virtual.refresh({ namespace: "lab", name: "a" });
  expect(names()).toEqual(["a"]);
  found.clear();
  await virtual.refresh({ namespace: "lab", name: "a" });
  expect(names()).toEqual([]);
});

test.each([
  ["spec.sensor", { ...reading("lab", "a", "") }],
  ["metadata.name", { ...reading("lab", "A B") }],
  ["metadata.namespace", { metadata: { name: "a" }, spec: { sensor: "x" } }],
])("an object whose %s is wrong fails the read", async (place, object) => {
  const { virtual, names } = start({ list: () => [object] });
  await expect(virtual.refresh(everywhere)).rejects.toMatchObject({
    failure: { code: 500, message: expect.stringContaining(place) as string },
  });
  expect(names()).toEqual([]);
});

test("the failure of a source is an error of the server", async () => {
  const { virtual } = start({ list: () => Promise.reject(new Error("no connection to the sensors")) });
  await expect(virtual.refresh(everywhere)).rejects.toMatchObject({
    failure: { code: 500, message: "Internal error occurred: no connection to the sensors" },
  });
});

test("follows the changes of a source while a client watches", async () => {
  let all = [reading("lab", "a")];
  let notify = (): void => undefined;
  let isStopped = false;
  async function* changes(signal: AbortSignal): AsyncGenerator<void> {
    signal.addEventListener("abort", () => {
      isStopped = true;
    });
    while (!signal.aborted) {
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
      yield;
    }
  }
  const { virtual, names } = start({ list: () => all, changes });
  const [first, second] = [virtual.follow(), virtual.follow()];
  await expect.poll(names).toEqual(["a"]);
  all = [reading("lab", "b")];
  notify();
  await expect.poll(names).toEqual(["b"]);
  first();
  first();
  expect(isStopped).toBe(false);
  second();
  expect(isStopped).toBe(true);
});
