import { describe, expect, test } from "vitest";
import { done, type ReconcileRequest } from "../../src/runtime/reconcile.js";
import { defineKind, type KubeObject } from "../../src/kube/objects.js";
import { settle } from "../support/fake-clock.js";
import { bookmark, Thing, thing } from "../support/scripted-api.js";
import { names, start } from "./start-controller.js";

describe("a watch that is added to a controller", () => {
  const Other = defineKind<KubeObject>("test.example.com/v1", "Other");
  const other = (name: string, resourceVersion: number): Thing => ({
    ...thing(`default/${name}`, resourceVersion),
    kind: "Other" as "Thing",
  });
  const map = ({ metadata }: { readonly metadata: { readonly name: string } }): ReconcileRequest[] => [
    { namespace: "other", name: metadata.name },
  ];

  test("asks for runs until it is stopped, and its informer ends with the last that needs it", async () => {
    const { requests, api, cache, handle } = await start(() => Promise.resolve(done()));
    const before = requests.length;
    const [first, second] = [handle.watches(Other, map), handle.watches(Other, () => [])];
    const watch = await api.nextWatch();
    expect(cache.unsynced()).toEqual([]); // no caller waits for it
    watch.send({ type: "ADDED", object: other("x", 20) }, bookmark(21, true));
    await Promise.all([first.ready, second.ready]);
    await settle();
    expect(names(requests.slice(before))).toEqual(["other/x"]);
    watch.send({ type: "MODIFIED", object: other("x", 22) });
    await settle();
    expect(names(requests.slice(before))).toEqual(["other/x", "other/x"]);
    first.stop();
    first.stop();
    watch.send({ type: "MODIFIED", object: other("x", 23) });
    await settle();
    expect(requests).toHaveLength(before + 2);
    expect([watch.isAborted, cache.find(Other)?.size]).toEqual([false, 1]);
    second.stop();
    await settle();
    expect([watch.isAborted, cache.find(Other)]).toEqual([true, undefined]);
  });

  test("of a kind that the controller watches anyway leaves that alone", async () => {
    const { api, cache, handle, watch } = await start(() => Promise.resolve(done()));
    const added = handle.watches(Thing, map);
    await added.ready;
    added.stop();
    await settle();
    expect([watch.isAborted, api.pending, cache.find(Thing)?.size]).toEqual([false, 0, 2]);
  });

  test("that is stopped before its list is complete is over at once", async () => {
    const { api, handle, requests } = await start(() => Promise.resolve(done()));
    const before = requests.length;
    const added = handle.watches(Other, map);
    const watch = await api.nextWatch();
    added.stop();
    await added.ready;
    watch.send({ type: "ADDED", object: other("x", 20) }, bookmark(21, true));
    await settle();
    expect([watch.isAborted, requests.length]).toEqual([true, before]);
  });

  test("ends with the controller, which takes no more", async () => {
    const { stop, running, handle, cache } = await start(() => Promise.resolve(done()));
    handle.watches(Other, map);
    stop.abort();
    await running;
    expect(cache.find(Other)).toBeUndefined();
    await handle.watches(Other, map).ready;
    expect(cache.find(Other)).toBeUndefined();
  });
});
