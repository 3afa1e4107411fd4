import { describe, expect, test, vi } from "vitest";
import { Cluster, type ClusterParts, Clusters } from "../../src/runtime/cluster.js";
import { ControllerBuilder } from "../../src/runtime/controller-builder.js";
import { createCluster } from "../../src/runtime/create-cluster.js";
import type { ManagerParts } from "../../src/runtime/manager-parts.js";
import { Manager } from "../../src/runtime/manager.js";
import { done, type Reconciler } from "../../src/runtime/reconcile.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { managerParts, simulatedConfig } from "../support/manager-parts.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { startScriptedServer } from "../support/scripted-server.js";
import { bookmark, ScriptedApi, Thing, thing } from "../support/scripted-api.js";

const nothing: Reconciler = { reconcile: () => Promise.resolve(done()) };

interface SetUp {
  readonly api: ScriptedApi;
  readonly cluster: Cluster;
  readonly ends: string[];
  readonly writes: string[];
}

function other(name = "hub"): SetUp {
  const [api, ends, writes] = [new ScriptedApi(), [] as string[], [] as string[]];
  const live = Object.assign(api, {
    create: (object: { metadata: { name: string } }) => {
      writes.push(object.metadata.name);
      return Promise.resolve(object);
    },
  });
  const cluster = new Cluster({
    config: simulatedConfig,
    name,
    live: live as unknown as ClusterParts["live"],
    isNamespaced: () => Promise.resolve(true),
    namespaces: [],
    log: new RecordingLogger(),
    clock: new FakeClock(),
    random: () => 0,
    close: () => ends.push(`closed ${name}`),
  });
  return { api, cluster, ends, writes };
}

function makeManager(elector?: ManagerParts["elector"]): { manager: Manager; api: ScriptedApi } {
  const api = new ScriptedApi();
  const manager = new Manager(managerParts(api, { elector }));
  return { manager, api };
}

describe("a cluster", () => {
  test("starts and ends with the manager, and workers wait for its caches", async () => {
    const { manager, api } = makeManager();
    const hub = other();
    const runs: string[] = [];
    manager.add(hub.cluster);
    manager
      .controller("thing")
      .for(Thing)
      .watches(Thing, ({ metadata }) => [{ namespace: "from-hub", name: metadata.name }], { cluster: hub.cluster })
      .complete({
        reconcile: ({ namespace, name }) => {
          runs.push(`${namespace}/${name}`);
          return Promise.resolve(done());
        },
      });
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    (await api.nextWatch()).send({ type: "ADDED", object: thing("default/a", 1) }, bookmark(5, true));
    await settle();
    expect(runs).toEqual([]);
    const watch = await hub.api.nextWatch();
    watch.send({ type: "ADDED", object: thing("default/b", 1) }, bookmark(5, true));
    await settle();
    expect(runs).toEqual(["default/a", "from-hub/b"]);
    expect((await hub.cluster.client.list(Thing)).items.map(({ metadata }) => metadata.name)).toEqual(["b"]);
    expect((await manager.client.list(Thing)).items.map(({ metadata }) => metadata.name)).toEqual(["a"]);
    stop.abort();
    await running;
    expect([watch.isAborted, hub.ends]).toEqual([true, ["closed hub"]]);
  });

  test("is not written to when this process may not lead any more", async () => {
    let mayWrite = true;
    const elector = {
      checkMayWrite: () => {
        if (!mayWrite) throw new Error("not the leader");
      },
    };
    const { manager } = makeManager(elector as ManagerParts["elector"]);
    const hub = other();
    manager.add(hub.cluster);
    await hub.cluster.client.create(thing("default/one", 1));
    mayWrite = false;
    await expect(hub.cluster.client.create(thing("default/two", 1))).rejects.toThrow("not the leader");
    expect(hub.writes).toEqual(["one"]);
  });

  test("belongs to one manager, under a name of its own", () => {
    const [clusters, hub] = [new Clusters(), other().cluster];
    const owner = { checkMayWrite: () => undefined, countRequest: () => undefined };
    clusters.add(hub, owner);
    expect(() => clusters.add(hub, owner)).toThrow('cluster "hub": it already belongs to a manager');
    expect(() => new Clusters().add(hub, owner)).toThrow("it already belongs to a manager");
    expect(() => clusters.add(other().cluster, owner)).toThrow("a cluster with this name exists already");
  });

  test("that the manager was not given is not watched", async () => {
    const { manager, api } = makeManager();
    const { cluster } = other();
    const running = manager.controller("a").for(Thing).complete(nothing);
    expect(() => running.watches(Thing, () => [], { cluster })).toThrow("was not added to the manager");
    manager
      .controller("b")
      .for(Thing)
      .watches(Thing, () => [], { cluster })
      .complete(nothing);
    await expect(manager.start()).rejects.toMatchObject({
      code: "runtime/invalid-wiring",
      message: 'cluster "hub" is watched, but was not added to the manager',
      hint: "Call manager.add(cluster) before manager.start().",
    });
    expect(api.pending).toBe(0);
  });

  test.each(["for", "owns"] as const)("is rejected in %s(), which TypeScript does not compile", (method) => {
    const registry = { problemsWith: () => [], add: () => ({ watch: () => ({}) as never }) };
    const builder = new ControllerBuilder("thing", registry);
    const settings: object = { cluster: other().cluster };
    if (method === "owns") builder.for(Thing).owns(Thing, settings);
    else builder.for(Thing, settings);
    expect(() => builder.complete(nothing)).toThrow("for() and owns() always use the manager's own cluster");
  });

  test.each(["", "Hub", "a b", "-x", "a/b"])("is not called %j", async (name) => {
    await expect(createCluster({ name })).rejects.toMatchObject({ code: "usage/invalid-argument" });
  });

  test("takes the time from the clock that it is given: a watch that failed is tried again when that says so", async () => {
    const server = await startScriptedServer((_, response) => response.writeHead(500).end());
    const [clock, log] = [new FakeClock(), new RecordingLogger()];
    const hub = await createCluster({ name: "hub", config: server.config, clock, log });
    const { manager } = makeManager();
    manager.add(hub);
    manager
      .controller("thing")
      .for(Thing)
      .watches(Thing, () => [], { cluster: hub })
      .complete(nothing);
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    await expect.poll(() => server.received.length).toBeGreaterThan(0);
    const asked = server.received.length;
    // The response may still be on its way when the clock moves first.
    await vi.waitFor(
      async () => {
        await clock.advance(60_000);
        expect(server.received.length).toBeGreaterThan(asked);
      },
      { timeout: 60_000 },
    );
    stop.abort();
    await running;
  });
});
