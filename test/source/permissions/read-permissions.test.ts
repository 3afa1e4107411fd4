import { describe, expect, test } from "vitest";
import { parseFile } from "../../../src/source/parsed-file.js";
import { readPermissions } from "../../../src/source/permissions/read-permissions.js";

const types = `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec: { size: number } }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");`;

function read(body: string): { permissions: string[]; unresolved: string[] } {
  const files = [
    parseFile("api/v1/bar_types.ts", types),
    parseFile(
      "controllers/bar_controller.ts",
      `import { type Client, type KubeObject, type Kind, type Manager, setControllerReference, type LiveClient } from "tsop";
import { Deployment, StatefulSet } from "tsop/k8s/apps/v1";
import { ConfigMap, Pod, Secret } from "tsop/k8s/core/v1";
import { other } from "elsewhere";
import { Bar } from "../api/v1/bar_types.js";
${body}`,
    ),
  ];
  const open = (_: unknown, module: string) => files.find(({ path }) => module.endsWith(path.replace(/\.ts$/, ".js")));
  const { inferred, unresolved } = readPermissions(files, open);
  return {
    permissions: inferred.map(
      ({ apiVersion, kind, subresource, verbs }) =>
        `${apiVersion} ${kind}${subresource === undefined ? "" : `/${subresource}`}: ${verbs.join(",")}`,
    ),
    unresolved: unresolved.map(({ why, at }) => `${at.line}: ${why}`),
  };
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
    ["this.types.are.wrong; await client.list(Pod); const x: Missing = 1;", ["v1 Pod: list"]],
    ["new Map<string, string>().get('a'); [1].forEach(String); other.get(Pod); other.list(Secret);", []],
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

describe("a call is unresolved", () => {
  test.each([
    [
      "whose object may be of any kind",
      "export const f = (client: Client, object: KubeObject) => client.update(object);",
    ],
    ["whose kind comes as a parameter", "export const f = (client: Client, kind: Kind) => client.list(kind);"],
    ["whose object is any", "export const f = (client: Client, object: any) => client.apply(object);"],
    ["whose object is of a type from elsewhere", "export const f = (client: Client) => client.create(other());"],
  ])("%s", (_, body) => {
    const { permissions, unresolved } = read(body);
    expect([permissions, unresolved.map((text) => text.split(":")[0])]).toEqual([[], ["6"]]);
  });

  test("unless a comment above it says what it needs", () => {
    const declared = "/** @rbac groups=apps resources=deployments verbs=update */\n";
    expect(
      read(`${declared}export const f = (client: Client, object: KubeObject) => client.update(object);`).unresolved,
    ).toEqual([]);
  });
});
