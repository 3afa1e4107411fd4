import { describe, expect, test } from "vitest";
import type { WiringLink } from "../../../src/model/wiring.js";
import { parseFile } from "../../../src/source/parsed-file.js";
import { readWiring } from "../../../src/source/wiring/read-wiring.js";

const types = `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec: { size: number } }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
export interface Baz extends CustomResource<"foo.abc.com/v1", "Baz"> { spec: { size: number } }
export const Baz = defineKind<Baz>("foo.abc.com/v1", "Baz");`;

const imports = `import { type Client, type Cluster, type KubeObject, type Manager, type Reconciler, createOrUpdate, RequestChannel, setControllerReference, setOwnerReference } from "tsop";
import { Deployment, StatefulSet } from "tsop/k8s/apps/v1";
import { ConfigMap, Pod, Secret } from "tsop/k8s/core/v1";
import { Bar, Baz } from "../api/types.js";`;

function show(link: WiringLink, nameOf: (id: string | undefined) => string): string {
  switch (link.type) {
    case "use": {
      const { kind, cluster } = link.kind;
      const object = link.subresource === undefined ? kind : `${kind}/${link.subresource}`;
      return `${nameOf(link.controller)} ${link.use} ${object}${cluster === undefined ? "" : ` in ${cluster}`}`;
    }
    case "owner":
      return `${link.owner.kind} owns ${link.owned.kind}`;
    case "source":
      return `${link.name} sends to ${nameOf(link.controller)}`;
    case "webhook":
      return `webhook ${link.does} ${link.kind.kind}`;
  }
}

function read(files: Readonly<Record<string, string>>): { links: string[]; unresolved: string[] } {
  const parsed = Object.entries({ "api/types.ts": types, ...files }).map(([path, text]) =>
    parseFile(path, path === "api/types.ts" ? text : `${imports}\n${text}`),
  );
  const open = (_: unknown, module: string) =>
    parsed.find(({ path }) => `/${path}`.endsWith(module.replace(/^[./]+/, "/").replace(/\.js$/, ".ts")));
  const { controllers, links, unresolved } = readWiring(parsed, open);
  const nameOf = (id: string | undefined): string =>
    id === undefined ? "operator" : (controllers.find((each) => each.id === id)?.name ?? "?");
  return { links: links.map((link) => show(link, nameOf)), unresolved: unresolved.map(({ text }) => text) };
}

const linksOf = (code: string): string[] => read({ "controllers/bar.ts": code }).links;

describe("what a controller watches is read from", () => {
  test.each<[string, string, string[]]>([
    [
      "a chain of calls",
      `export const f = (m: Manager, r: Reconciler) => m.controller("bar").for(Bar).owns(Deployment).watches(Secret, () => []).complete(r);`,
      ["bar watches Secret", "bar owns Deployment", "bar reconciles Bar"],
    ],
    [
      "a builder in a constant, and one that is handed over",
      `export function f(m: Manager, r: Reconciler) {
  const builder = m.controller("bar").for(Bar);
  builder.owns(Deployment);
  more(builder);
  builder.complete(r);
}
function more(builder: ReturnType<Manager["controller"]>) { builder.owns(StatefulSet); }`,
      ["bar reconciles Bar", "bar owns Deployment", "bar owns StatefulSet"],
    ],
    [
      "a running controller, a channel, and a cache",
      `export function f(m: Manager, r: Reconciler, channel: RequestChannel) {
  const running = m.controller("bar").for(Bar).watchesRaw(channel).complete(r);
  running.owns(Secret);
  m.cacheFor(ConfigMap);
}`,
      ["channel sends to bar", "bar reconciles Bar", "bar owns Secret", "bar caches ConfigMap"],
    ],
    [
      "another cluster",
      `export class R { readonly #hub: Cluster;
  set(m: Manager) { m.controller("bar").for(Bar).watches(Secret, () => [], { cluster: this.#hub }).complete(this as never); }
  async reconcile() { await this.#hub.client.get(Pod, { name: "a" }); await this.#hub.client.status.update({} as Pod); } }`,
      ["bar watches Secret in hub", "bar reconciles Bar", "bar reads Pod in hub", "bar writes Pod/status in hub"],
    ],
    [
      "two controllers with one name",
      `export const f = (m: Manager, r: Reconciler) => { m.controller("x").for(Bar).complete(r); };
export const g = (m: Manager, r: Reconciler) => { m.controller("x").for(Baz).complete(r); };`,
      ["x reconciles Bar", "x reconciles Baz"],
    ],
    [
      "a name that the code does not tell",
      `export const f = (m: Manager, r: Reconciler, name: string) => m.controller(name).for(Bar).complete(r);`,
      ["? reconciles Bar"],
    ],
  ])("%s", (_, code, links) => {
    expect(linksOf(code).toSorted()).toEqual(links.toSorted());
  });
});

test("events are recorded by the caller of the recorder, not by its creator", () => {
  const { links } = read({
    "main.ts": `import { setUp } from "./controllers/bar.js";
declare const manager: Manager;
setUp(manager, manager.eventRecorder("bar"));`,
    "controllers/bar.ts": `import type { EventRecorder } from "tsop";
export function setUp(m: Manager, events: EventRecorder) {
  m.controller("bar").for(Bar).complete({ reconcile: () => events.event({}, { reason: "Done" }) } as never);
}`,
  });
  expect(links).toEqual(["bar reconciles Bar", "bar records Event"]);
});

test("owners are those that references name, whether they block or not", () => {
  expect(
    linksOf(`export function f(bar: Bar, deployment: Deployment, pod: Pod) {
  setControllerReference(bar, deployment);
  setOwnerReference(bar, pod);
}`),
  ).toEqual(["Bar owns Deployment", "Bar owns Pod"]);
});

test("webhooks are those of the builder", () => {
  expect(
    linksOf(
      `export const f = (m: Manager) => m.webhook(Bar).withDefaulter({}).withValidator({}).withConversion().complete();`,
    ).toSorted(),
  ).toEqual(["webhook converts Bar", "webhook defaults Bar", "webhook validates Bar"]);
});

describe("whose code it is", () => {
  const controller = (name: string, kind: string, body: string) => `export class ${name}Reconciler {
  readonly #client: Client;
  constructor(client: Client) { this.#client = client; }
  async reconcile(key: { name: string }) { const client = this.#client; ${body} }
  setupWithManager(m: Manager) { m.controller("${name}").for(${kind}).complete(this as never); }
}`;

  test("follows from what the reconciler calls, in other files too", () => {
    const { links } = read({
      "controllers/bar.ts": `import { read } from "./helpers.js";\n${controller("bar", "Bar", "await read(client);")}`,
      "controllers/baz.ts": `import { write } from "./helpers.js";\n${controller("baz", "Baz", "await write(client);")}`,
      "controllers/helpers.ts": `export const read = (client: Client) => client.get(Secret, { name: "a" });
export const write = (client: Client) => client.delete(Pod, { name: "a" });
export const unused = (client: Client) => client.get(ConfigMap, { name: "a" });`,
    });
    expect(links).toEqual([
      "bar reconciles Bar",
      "baz reconciles Baz",
      "bar reads Secret",
      "baz deletes Pod",
      "operator reads ConfigMap",
    ]);
  });

  test("is found through the reconciler that is handed over, and through interfaces", () => {
    const { links } = read({
      "main.ts": `import { setUp } from "./controllers/bar.js";
import { Files } from "./controllers/files.js";
declare const manager: Manager;
class R { constructor(readonly files: Files) {} async reconcile() { await this.files.save(); } }
setUp(manager, new R(undefined as never) as never);`,
      "controllers/bar.ts": `export function setUp(m: Manager, reconciler: Reconciler) { m.controller("bar").for(Bar).complete(reconciler); }`,
      "controllers/files.ts": `export interface Files { save(): Promise<void> }
export class Secrets implements Files { constructor(readonly client: Client) {} async save() { await this.client.create({ apiVersion: "v1", kind: "Secret", metadata: { name: "a" } }); } }`,
    });
    expect(links.toSorted()).toEqual(["bar reconciles Bar", "bar writes Secret"]);
  });

  test("is the operator's where no controller leads to it", () => {
    expect(linksOf(`export const f = (m: Manager) => m.cacheFor(Pod);`)).toEqual(["operator caches Pod"]);
  });
});

test("what the code does not tell is pointed out, once", () => {
  const { links, unresolved } = read({
    "controllers/bar.ts": `export function f(client: Client, object: KubeObject, bar: Bar) {
  void client.update(object);
  setControllerReference(bar, object);
}`,
  });
  expect(links).toEqual([]);
  expect(unresolved).toEqual(["setControllerReference(…)", "client.update(…)"]);
});
