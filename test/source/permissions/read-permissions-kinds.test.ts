import { describe, expect, test } from "vitest";
import { inMethod, read } from "./read-found.js";

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

describe("a call is unresolved", () => {
  test.each([
    [
      "whose object may be of any kind",
      "export const f = (client: Client, object: KubeObject) => client.update(object);",
    ],
    ["whose kind comes as a parameter", "export const f = (client: Client, kind: Kind) => client.list(kind);"],
    ["whose object is any", "export const f = (client: Client, object: any) => client.apply(object);"],
    ["on something that nothing is known about", "export const f = () => other.client.list(Pod);"],
    ["that another function creates", "export const f = (client: Client) => [Pod, Secret].map(client.list);"],
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
