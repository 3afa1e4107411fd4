import { describe, expect, test, vi } from "vitest";
import { parseFile } from "../../../src/source/parsed-file.js";
import { mayAct } from "../../../src/source/permissions/actions.js";
import { openCode } from "../../../src/source/permissions/open-code.js";
import { readPermissions } from "../../../src/source/permissions/read-permissions.js";

const types = `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec: { size: number } }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");`;

const imports = `import * as tsop from "tsop";
import { type Applicable, type Client, type Creatable, type KubeObject, type Kind, type Manager, type Reader, setControllerReference, type LiveClient } from "tsop";
import * as core from "tsop/k8s/core/v1";
import { Deployment, StatefulSet } from "tsop/k8s/apps/v1";
import { ConfigMap, Pod, Secret } from "tsop/k8s/core/v1";
import { other } from "elsewhere";
import { Bar } from "../api/v1/bar_types.js";`;

interface Found {
  permissions: string[];
  unresolved: string[];
}

function readFiles(texts: Readonly<Record<string, string>>): Found {
  const files = Object.entries(texts).map(([path, text]) => parseFile(path, text));
  const open = (_: unknown, module: string) =>
    files.find(({ path }) => `/${path}`.endsWith(module.replace(/^[./]+/, "/").replace(/\.js$/, ".ts")));
  const { inferred, unresolved } = readPermissions(
    files,
    openCode(
      files.filter(({ ast }) => mayAct(ast.text)),
      open,
    ),
  );
  return {
    permissions: inferred.map(
      ({ apiVersion, kind, subresource, verbs }) =>
        `${apiVersion} ${kind}${subresource === undefined ? "" : `/${subresource}`}: ${verbs.join(",")}`,
    ),
    unresolved: unresolved.map(({ why, at }) => `${at.line}: ${why}`),
  };
}

function read(body: string): Found {
  return readFiles({
    "api/v1/bar_types.ts": types,
    "controllers/bar_controller.ts": `${imports}
${body}`,
  });
}

const inMethod = (body: string): string => `export class R {
  readonly #client: Client;
  constructor(client: Client) { this.#client = client; }
  async reconcile(key: { namespace: string; name: string }) {
    const client = this.#client;
    ${body}
  }
}`;

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

  test("nothing of what is done in another cluster, whose roles are not ours", () => {
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

  test("what is written to a kind that a controller watches, beside what the cache needs", () => {
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

/** Objects of which only the code says the kind, since their types are wide. */
describe("what client-node does is inferred from", () => {
  const stream = (subresource: string): string => `v1 Pod/${subresource}: create,get`;
  test.each<readonly [string, string, string[]]>([
    ["exec", `new Exec(config).exec("a", "b", "c", "true", null, null, null, false)`, [stream("exec")]],
    ["attach", `new k8s.Attach(config).attach("a", "b", "c", null, null, null, false)`, [stream("attach")]],
    [
      "copies",
      `await cp.cpToPod("a", "b", "c", "/x", "/y"); await cp.cpFromPod("a", "b", "c", "/x", "/y")`,
      [stream("exec"), stream("exec")],
    ],
    ["a port", `new PortForward(config).portForward("a", "b", [5432], out, null, input)`, [stream("portforward")]],
    [
      "a port of a Service",
      `new PortForward(config).portForwardService("a", "b", [5432], out, null, input)`,
      [stream("portforward"), "v1 Service: get", "v1 Pod: list"],
    ],
    [
      "a port of a Deployment",
      `new PortForward(config).portForwardDeployment("a", "b", [5432], out, null, input)`,
      [stream("portforward"), "apps/v1 Deployment: get", "v1 Pod: list"],
    ],
    ["a log", `new Log(config).log("a", "b", "c", out)`, ["v1 Pod/log: get"]],
    ["metrics of Pods", `new Metrics(config).getPodMetrics("a")`, ["metrics.k8s.io/v1beta1 PodMetrics: list"]],
    ["metrics of Nodes", `new Metrics(config).getNodeMetrics()`, ["metrics.k8s.io/v1beta1 NodeMetrics: list"]],
    ["topPods", `topPods(api, metrics, "a")`, ["v1 Pod: list", "metrics.k8s.io/v1beta1 PodMetrics: list"]],
    ["topNodes", `k8s.topNodes(api)`, ["v1 Node: list", "v1 Pod: list"]],
    [
      "a class that is loaded on first use",
      `const { Exec: Late } = await import("@kubernetes/client-node"); await new Late(config).exec("a", "b", "c", "true")`,
      [stream("exec")],
    ],
    [
      "a field",
      `class A { readonly #exec = new Exec(config); run() { return this.#exec.exec("a", "b", "c", "true"); } }`,
      [stream("exec")],
    ],
    [
      "a method that is handed on",
      `const { log } = { log: new Log(config) }; targets.map(log.log)`,
      ["v1 Pod/log: get"],
    ],
    [
      "copies that are waited for",
      `const { copy } = { copy: await createCp(config) }; await copy.cpToPod("a", "b", "c", "/x", "/y")`,
      [stream("exec")],
    ],
  ])("%s", (_, body, wanted) => {
    const text = `import * as k8s from "@kubernetes/client-node";
import { type Cp, Exec, Log, Metrics, PortForward, topPods } from "@kubernetes/client-node";
import { createCp } from "tsop/client-node";
declare const cp: Cp; declare const config: any; declare const api: any; declare const metrics: any; declare const out: any; declare const input: any;
declare const targets: any[];
export async function f() { ${body}; }`;
    expect(read(text)).toEqual({ permissions: wanted, unresolved: [] });
  });

  test("no call of the same name elsewhere", () => {
    const body = `export const f = (context: any, pattern: any, kind: Kind) => [console.log(Pod), context.log.log(Pod), pattern.exec(Pod), other.exec(kind)];
class Exec { exec(name: string) { return name; } }
export const g = new Exec().exec("a");`;
    expect(read(body)).toEqual({ permissions: [], unresolved: [] });
  });
});

describe("the kind of an object is found", () => {
  const configMap = '{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }';
  const secret = '{ apiVersion: "v1", kind: "Secret", metadata: { name: "a" } }';
  const [both, one] = [["v1 ConfigMap: update", "v1 Secret: update"], ["v1 ConfigMap: update"]];
  test.each<[string, string, string[]]>([
    ["in a constant", `const o = ${configMap}; await client.update(o);`, one],
    ["in a constant of a wide type", `const o: KubeObject = ${configMap}; await client.update(o);`, one],
    ["behind `as`", `await client.update(${configMap} as unknown as KubeObject);`, one],
    [
      "in constants of its own",
      `const kind = "ConfigMap", api = "v1"; await client.update({ apiVersion: api, kind, metadata: {} });`,
      one,
    ],
    ["in what is spread", `const o = ${configMap}; await client.update({ ...o, data: {} });`, one],
    [
      "after what is spread",
      `const o = ${secret}; await client.update({ ...o, kind: "ConfigMap", apiVersion: "v1" });`,
      one,
    ],
    ["in both branches", `const o: KubeObject = other() ? ${configMap} : ${secret}; await client.update(o);`, both],
    [
      "on both sides",
      `const o: KubeObject | undefined = other(); await client.update((${configMap} as KubeObject) ?? (${secret}));`,
      both,
    ],
    [
      "in one of several kinds",
      `await client.update({ apiVersion: "v1", kind: other() ? "ConfigMap" : "Secret", metadata: {} });`,
      both,
    ],
    [
      "in what a function returns",
      `const make = () => { if (other()) return ${secret}; return ${configMap}; }; await client.update(make());`,
      both.toReversed(),
    ],
    [
      "in what an async function returns",
      `const make = async () => (${configMap}); await client.update(await make());`,
      one,
    ],
    [
      "in a list",
      `const list: KubeObject[] = [${configMap}, ${secret}]; for (const o of list) await client.update(o);`,
      both,
    ],
    ["in a list without a type", `for (const o of [${configMap}, ${secret}]) await client.update(o);`, both],
    [
      "in the items of map",
      `const list = ["a"].map((name) => (${configMap})); for (const o of list) await client.update(o);`,
      one,
    ],
    [
      "in a callback",
      `const list = [${configMap}, ${secret}]; await Promise.all(list.map((o) => client.update(o)));`,
      both,
    ],
  ])("%s", (_, body, permissions) => {
    expect(read(inMethod(body))).toEqual({ permissions, unresolved: [] });
  });

  test("in what the callers of a helper pass", () => {
    const body = `${inMethod(`await save(client, {} as Deployment); await save(client, ${configMap}); await this.drop(Pod);`)}
async function save(client: Client, object: KubeObject) { await again(client, object); }
const again = async <T extends KubeObject>(client: Client, object: T) => { if (other()) await again(client, object); await client.apply(object); };`;
    const helper = "async drop(kind: Kind) { await this.#client.delete(kind, { name: 'a' }); }";
    expect(read(body.replace("async reconcile", `${helper} async reconcile`))).toEqual({
      permissions: ["v1 Pod: delete", "apps/v1 Deployment: create,patch", "v1 ConfigMap: create,patch"],
      unresolved: [],
    });
  });

  test.each([
    [
      "a helper that is handed on",
      "const save = (object: KubeObject) => client.update(object); await save({} as Pod); other().forEach(save);",
    ],
    [
      "a helper that is called with anything",
      "const save = (object: KubeObject) => client.update(object); await save({} as Pod); await save(other());",
    ],
    ["a variable that may change", `let o: KubeObject = ${configMap}; o = other(); await client.update(o);`],
    [
      "a list that something is added to",
      `const list: KubeObject[] = [${configMap}]; list.push(other()); for (const o of list) await client.update(o);`,
    ],
    ["what is spread later", `await client.update({ ...${configMap}, ...other() });`],
    [
      "versions and kinds that may go together in any way",
      "await client.update({ apiVersion: other() ? 'v1' : 'apps/v1', kind: other() ? 'Pod' : 'Deployment', metadata: {} });",
    ],
  ])("but not of %s", (_, body) => {
    expect(read(inMethod(body)).unresolved).toEqual([expect.stringContaining("client.update(")]);
  });

  test("of a kind that is made of texts", () => {
    const { permissions, unresolved } = read(inMethod("await client.get(tsop.unstructured(other(), other()), key);"));
    expect([permissions, unresolved.length]).toEqual([[], 1]);
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

describe("a call is unresolved", () => {
  test.each([
    [
      "whose object may be of any kind",
      "export const f = (client: Client, object: KubeObject) => client.update(object);",
    ],
    ["whose kind comes as a parameter", "export const f = (client: Client, kind: Kind) => client.list(kind);"],
    ["whose object is any", "export const f = (client: Client, object: any) => client.apply(object);"],
    ["on something that nothing is known about", "export const f = () => other.client.list(Pod);"],
    ["that somebody else makes", "export const f = (client: Client) => [Pod, Secret].map(client.list);"],
    ["whose object is of a type from elsewhere", "export const f = (client: Client) => client.create(other());"],
  ])("%s", (_, body) => {
    const { permissions, unresolved } = read(body);
    expect([permissions, unresolved.map((text) => text.split(":")[0])]).toEqual([[], ["8"]]);
  });

  test("unless a comment above it says what it needs", () => {
    const declared = "/** @rbac groups=apps resources=deployments verbs=update */\n";
    expect(
      read(`${declared}export const f = (client: Client, object: KubeObject) => client.update(object);`).unresolved,
    ).toEqual([]);
  });
});

describe("what is called log or exec", () => {
  const main = `import { runManager } from "tsop";
console.log(/a/.exec("a"));
await runManager({});`;

  test("opens no checker in a project without client-node", () => {
    const opened = vi.fn<() => never>();
    expect(readPermissions([parseFile("main.ts", main)], opened)).toEqual({
      inferred: [],
      unresolved: [],
      speaking: [],
    });
    expect(opened).not.toHaveBeenCalled();
  });

  test("is client-node's where another file names the class", () => {
    const found = readFiles({
      "main.ts": main,
      "pods.ts": `import type { Exec } from "@kubernetes/client-node";
export interface Pods { readonly exec: Exec }`,
      "run.ts": `import type { Pods } from "./pods.js";
export const run = (pods: Pods) => pods.exec.exec("a", "b", "c", "true");`,
    });
    expect(found.permissions).toEqual(["v1 Pod/exec: create,get"]);
  });
});
