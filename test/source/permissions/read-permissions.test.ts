import { describe, expect, test } from "vitest";
import { inMethod, read, readFiles } from "./read-found.js";

describe("a permission is inferred from", () => {
  test.each<[string, string[]]>([
    ["await client.get(Deployment, key);", ["apps/v1 Deployment: get"]],
    ["await this.#client.getOrThrow(Bar, key, { shared: true });", ["foo.abc.com/v1 Bar: get"]],
    ["await client.list(Pod);", ["v1 Pod: list"]],
    ["await client.deleteAllOf(Pod, { namespace: key.namespace });", ["v1 Pod: deletecollection"]],
    ["await client.metadata.list(Pod);", ["v1 Pod: list"]],
    ["const { metadata } = client; await metadata.get(Pod, key);", ["v1 Pod: get"]],
    [
      "const all = tsop.listAll(client, Pod); for await (const pod of all) await client.update(pod);",
      ["v1 Pod: list", "v1 Pod: update"],
    ],
    ["for await (const page of tsop.listPages(client.metadata, Pod)) page.items;", ["v1 Pod: list"]],
    ['await client.subResource("scale").get(Deployment, key);', ["apps/v1 Deployment/scale: get"]],
    [
      'const scale = client.subResource("scale"); await scale.update(Bar, key, {});',
      ["foo.abc.com/v1 Bar/scale: update"],
    ],
    ['await client.subResource("scale").apply(Bar, key, {});', ["foo.abc.com/v1 Bar/scale: patch"]],
    ['await client.subResource("eviction").create(Pod, key, {});', ["v1 Pod/eviction: create"]],
    ['await client.subResource("token").create(core.ServiceAccount, key, {});', ["v1 ServiceAccount/token: create"]],
    ['await client.subResource("status").patch(Bar, key, {} as never);', ["foo.abc.com/v1 Bar/status: patch"]],
    ["await tsop.dryRunClient(client).delete(Pod, key);", ["v1 Pod: delete"]],
    ['await tsop.namespacedClient(client, "a").get(Pod, key);', ["v1 Pod: get"]],
    [
      "const bar = await client.get(Bar, key); if (bar) await client.update({ ...bar, spec: { size: 1 } });",
      ["foo.abc.com/v1 Bar: get", "foo.abc.com/v1 Bar: update"],
    ],
    [
      "const bar = await client.getOrThrow(Bar, key); bar.spec.size = 2; await client.status.update(bar);",
      ["foo.abc.com/v1 Bar: get", "foo.abc.com/v1 Bar/status: update"],
    ],
    [
      'await client.create({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });',
      ["v1 ConfigMap: create"],
    ],
    [
      'await client.apply<Secret>({ apiVersion: "v1", kind: "Secret", metadata: { name: "a" } });',
      ["v1 Secret: create,patch"],
    ],
    ["await client.delete(StatefulSet, key);", ["apps/v1 StatefulSet: delete"]],
    ['await client.patch(Bar, key, { type: "merge", body: {} });', ["foo.abc.com/v1 Bar: patch"]],
    [
      'await client.status.apply<Bar>({ apiVersion: "foo.abc.com/v1", kind: "Bar", metadata: key });',
      ["foo.abc.com/v1 Bar/status: patch"],
    ],
    [
      "for (const kind of [Deployment, StatefulSet]) await client.list(kind);",
      ["apps/v1 Deployment: list", "apps/v1 StatefulSet: list"],
    ],
    ["for (const pod of (await client.list(Pod)).items) await client.update(pod);", ["v1 Pod: list", "v1 Pod: update"]],
    [
      "const { status } = client; const bar = await client.getOrThrow(Bar, key); await status.update(bar);",
      ["foo.abc.com/v1 Bar: get", "foo.abc.com/v1 Bar/status: update"],
    ],
    ['await client?.get(Pod, key); await client["list"](Pod);', ["v1 Pod: get", "v1 Pod: list"]],
    ["await (client as Reader).list(Pod); await this.#client!.list(Secret);", ["v1 Pod: list", "v1 Secret: list"]],
    ["const some: Pick<Client, 'list'> = client; await some.list(Pod);", ["v1 Pod: list"]],
    ["await client.apply({} as Applicable<Deployment>);", ["apps/v1 Deployment: create,patch"]],
    ["await client.create({} as Creatable<Pod | Secret>);", ["v1 Pod: create", "v1 Secret: create"]],
    [
      "const all = await Promise.allSettled([client.list(Pod)]); if (all[0].status === 'fulfilled') await client.update(all[0].value.items[0]!);",
      ["v1 Pod: list", "v1 Pod: update"],
    ],
    ["await tsop.createLiveClient(other()).withFieldManager('a').list(Pod);", ["v1 Pod: list"]],
    ["await tsop.createLiveClient(other()).withWriteGate(() => undefined).list(Pod);", ["v1 Pod: list"]],
    ["await client.list(core.Pod);", ["v1 Pod: list"]],
    ["await client.list((await import('tsop/k8s/core/v1')).Secret);", ["v1 Secret: list"]],
    ["await Promise.all([client.get(Pod, key), client.get(Secret, key)]);", ["v1 Pod: get", "v1 Secret: get"]],
    [
      "const [pod] = await Promise.all([client.getOrThrow(Pod, key), other()]); await client.update(pod);",
      ["v1 Pod: get", "v1 Pod: update"],
    ],
    ["const make = (): ConfigMap => ({}) as ConfigMap; await client.create(make());", ["v1 ConfigMap: create"]],
    ["await client.update(key as unknown as Bar);", ["foo.abc.com/v1 Bar: update"]],
    [
      "const bar = await client.getOrThrow(Bar, key); setControllerReference(bar, {} as ConfigMap);",
      ["foo.abc.com/v1 Bar: get", "foo.abc.com/v1 Bar/finalizers: update"],
    ],
    [
      "const bar = await client.getOrThrow(Bar, key); tsop.setOwnerReference(bar, {} as ConfigMap);",
      ["foo.abc.com/v1 Bar: get"],
    ],
    [
      "const bar = await client.getOrThrow(Bar, key); tsop.setOwnerReference(bar, {} as Pod, { blockOwnerDeletion: true });",
      ["foo.abc.com/v1 Bar: get", "foo.abc.com/v1 Bar/finalizers: update"],
    ],
    [
      'const map: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: key }; await tsop.createOrUpdate(client, map, (draft) => client.update(draft));',
      ["v1 ConfigMap: get,create,update,patch", "v1 ConfigMap: update"],
    ],
    [
      "const { object } = await tsop.createOrPatch(client, {} as Deployment, () => undefined); await client.delete(Deployment, object.metadata);",
      ["apps/v1 Deployment: get,create,patch", "apps/v1 Deployment: delete"],
    ],
    [
      'await tsop.applyIfDifferent<Secret>(client, { apiVersion: "v1", kind: "Secret", metadata: key });',
      ["v1 Secret: get,create,patch"],
    ],
    [
      'await tsop.applyIfDifferent(client, { apiVersion: "v1", kind: "Secret", metadata: key });',
      ["v1 Secret: get,create,patch"],
    ],
    [
      "const bar = await client.getOrThrow(Bar, key); await tsop.updateStatusIfChanged(client, bar, () => undefined);",
      ["foo.abc.com/v1 Bar: get", "foo.abc.com/v1 Bar/status: patch"],
    ],
    [
      'const bar = await client.getOrThrow(Bar, key); await tsop.withFinalizer(client, bar, { finalizer: "a.com/b", cleanUp: (held) => client.delete(Pod, key), reconcile: (held) => client.update(held) });',
      ["foo.abc.com/v1 Bar: get", "foo.abc.com/v1 Bar: get,patch", "v1 Pod: delete", "foo.abc.com/v1 Bar: update"],
    ],
    [
      'await tsop.fieldManagerClient(tsop.fieldValidationClient(client, "Warn"), "x").delete(Pod, key);',
      ["v1 Pod: delete"],
    ],
    [
      "tsop.objectReconciler(client, Bar, { reconcile: (bar, context) => client.update(bar) });",
      ["foo.abc.com/v1 Bar: get", "foo.abc.com/v1 Bar: update"],
    ],
    ["await tsop.createLiveClient(other).withTracer(other).withFieldManager('x').list(Pod);", ["v1 Pod: list"]],
    [
      'const manager = {} as Manager; manager.eventRecorder("bar").event(key, {}); const { eventRecorder } = manager;',
      ["events.k8s.io/v1 Event: create,patch"],
    ],
    ["this.types.are.wrong; await client.list(Pod); const x: Missing = 1;", ["v1 Pod: list"]],
    ["new Map<string, string>().get('a'); [1].forEach(String); other.get('a'); other.list();", []],
  ])("%s", (body, permissions) => {
    expect(read(inMethod(body))).toEqual({ permissions, unresolved: [] });
  });

  test("what a controller watches, whose reads are answered by the cache", () => {
    const body = `export function setup(manager: Manager, r: unknown): void {
  manager.controller("bar").for(Bar).owns(Deployment).watches(Secret, () => []).complete(r);
  void manager.client.get(Secret, {} as never);
}`;
    expect(read(body).permissions.toSorted()).toEqual([
      "apps/v1 Deployment: get,list,watch",
      "foo.abc.com/v1 Bar: get,list,watch",
      "v1 Secret: get,list,watch",
      "v1 Secret: get,list,watch",
    ]);
  });

  test("a controller whose reconciler is given the object", () => {
    const body = `class R implements tsop.ObjectReconciler<Bar> {
  async reconcile(bar: Bar) { await ({} as Client).status.update(bar); }
}
export function setup(manager: Manager): void {
  manager.controller("bar").for(Bar).complete(tsop.objectReconciler(manager.client, Bar, new R()));
}`;
    expect(read(body)).toEqual({
      permissions: [
        "foo.abc.com/v1 Bar/status: update",
        "foo.abc.com/v1 Bar: get,list,watch",
        "foo.abc.com/v1 Bar: get,list,watch",
      ],
      unresolved: [],
    });
  });

  test("what a running controller watches in addition, and metadata that the cache answers", () => {
    const body = `export function setup(manager: Manager, r: unknown): void {
  const running = manager.controller("bar").for(Bar, { onlyMetadata: true }).complete(r);
  running.owns(Deployment);
  running.watches(Secret, () => [], { onlyMetadata: true }).stop();
  void manager.client.metadata.list(Secret);
}`;
    expect(read(body).permissions.toSorted()).toEqual([
      "apps/v1 Deployment: get,list,watch",
      "foo.abc.com/v1 Bar: get,list,watch",
      "v1 Secret: get,list,watch",
      "v1 Secret: get,list,watch",
    ]);
  });

  test("no permission for actions in another cluster, which has its own roles", () => {
    const body = `export async function setup(manager: Manager, r: unknown): Promise<void> {
  const hub = await tsop.createCluster({ name: "hub" });
  manager.add(hub);
  hub.cacheFor(Pod);
  manager.controller("bar").for(Bar).watches(Secret, () => [], { cluster: hub }).complete(r);
  const secret = await hub.client.get(Secret, {} as never);
  await hub.client.status.patch(Deployment, {} as never, {} as never);
  await hub.apiReader.list(Pod);
  await manager.client.create<Secret>(secret!);
}`;
    expect(read(body)).toEqual({
      permissions: ["foo.abc.com/v1 Bar: get,list,watch", "v1 Secret: create"],
      unresolved: [],
    });
  });

  test("a cache with options and indexes, read by the manager's own client and past it", () => {
    const body = `import type { ManagerClient } from "tsop";
export function setup(manager: Manager, mine: ManagerClient): void {
  manager.cacheFor(Bar, { labels: "app" }).index("a", () => []).index("b", (bar) => [bar.metadata.name]);
  void mine.list(Bar, { indexes: { a: "x" } });
  void manager.apiReader.list(Pod);
  void manager.setNamespaces(["one"]);
}`;
    expect(read(body).permissions.toSorted()).toEqual([
      "foo.abc.com/v1 Bar: get,list,watch",
      "foo.abc.com/v1 Bar: get,list,watch",
      "v1 Pod: list",
    ]);
  });

  test("writes to a kind that a controller watches, in addition to the permissions of the cache", () => {
    const body = `export async function setup(manager: Manager, r: unknown): Promise<void> {
  manager.controller("bar").for(Bar).owns(Deployment).complete(r);
  await tsop.createOrUpdate(manager.client, {} as Deployment, () => undefined);
}`;
    expect(read(body).permissions).toContain("apps/v1 Deployment: get,list,watch,create,update,patch");
  });

  test("a function that takes any of several kinds", () => {
    const body =
      "export async function touch<T extends Deployment | StatefulSet>(client: Client, object: T) { await client.update(object); }";
    expect(read(body)).toEqual({
      permissions: ["apps/v1 Deployment: update", "apps/v1 StatefulSet: update"],
      unresolved: [],
    });
  });

  test("a client that watches", () => {
    expect(read("export function f(client: LiveClient) { return client.watch(Pod); }").permissions).toEqual([
      "v1 Pod: watch",
    ]);
  });
});

test("a file that imports nothing of tsop's is read too", () => {
  const files = {
    "controllers/step.ts":
      'import type { Client } from "tsop"; export type Step = (client: Client) => Promise<unknown>;',
    "controllers/count.ts":
      'import { Pod } from "tsop/k8s/core/v1"; import type { Step } from "./step.js"; export const count: Step = (client) => client.list(Pod);',
  };
  expect(readFiles(files).permissions).toEqual(["v1 Pod: list"]);
});

test("code that the checker fails on does not stop the rest", () => {
  const deep = "(".repeat(700) + "key" + ")".repeat(700);
  const chain = `manager${".controller('a')".repeat(20)}`;
  const { permissions } = read(
    `${inMethod(`await client.update(${deep}); await client.list(Pod);`)} declare const manager: Manager; ${chain};`,
  );
  expect(permissions).toEqual(["v1 Pod: list"]);
});
