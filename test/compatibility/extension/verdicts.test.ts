/** What `tsop api diff` says about a kind that an extension API server stores is what the server does. */
import { describe, expect, test } from "vitest";
import type { UnknownObject } from "../../../src/core/json.js";
import { type CustomResource, defineKind } from "../../../src/kube/objects.js";
import { spoke } from "../../../src/runtime/webhook/conversion.js";
import { crdDocument, withField } from "../../support/compared-crds.js";
import {
  field,
  path,
  put,
  type Release,
  start,
  stored,
  text,
  upgrade,
  verdicts,
  version,
  withVersions,
} from "./releases.js";

const other = withField(undefined, { properties: { other: text } });

interface V1 extends CustomResource<"foo.example.com/v1", "Bar"> {
  spec: { field?: string };
}
interface V2 extends CustomResource<"foo.example.com/v2", "Bar"> {
  spec: { other?: string };
}
const hub = defineKind<V2>("foo.example.com/v2", "Bar");
const v1 = spoke<V2, V1>(defineKind<V1>("foo.example.com/v1", "Bar"), {
  toHub: ({ spec }) => ({ spec: { other: spec.field } }),
  fromHub: ({ spec }) => ({ spec: { field: spec.other } }),
});

describe("a version that objects are stored in goes away", () => {
  const both = { document: withVersions(version("v1", field, stored), version("v2")) };

  test("one other version remains: every read of them fails", async () => {
    const second = { document: withVersions(version("v2", field, stored)) };
    const { all, whys } = verdicts(both, second);
    expect(all).toContain("v1 version-removed: objects! clients!");
    expect(whys).toContain("with 500");
    expect(whys).not.toContain("storedVersions");
    const server = await upgrade(both, second);
    expect((await server.request("GET", `${path("v2")}/a`)).code).toBe(500);
    expect((await server.request("GET", path("v2"))).code).toBe(500);
    expect((await server.request("GET", path("v1"))).code).toBe(404);
  });

  test("several remain: none of them has the objects", async () => {
    const three = { document: withVersions(version("v1", field, stored), version("v2"), version("v3")) };
    const second = { document: withVersions(version("v2", field, stored), version("v3")) };
    expect(verdicts(three, second).all).toContain("v1 version-removed: objects! clients!");
    const server = await upgrade(three, second);
    expect((await server.request("GET", `${path("v2")}/a`)).code).toBe(500);
  });

  test("a conversion does not know it any more: every read of them fails", async () => {
    const first = {
      document: withVersions(version("v1", field, stored), version("v2", other)),
      parts: { conversion: { hub, spokes: [v1] } },
    } as Release;
    const second = {
      document: withVersions(version("v2", other, stored), version("v3", other)),
      parts: { conversion: { hub, spokes: [] } },
    } as Release;
    const { all, whys } = verdicts(first, second);
    expect(all).toContain("v1 version-removed: objects! clients!");
    expect(whys).toContain("with 500");
    const server = await upgrade(first, second);
    expect((await server.request("GET", `${path("v2")}/a`)).code).toBe(500);
    expect((await server.request("GET", path("v2"))).code).toBe(500);
  });

  test("a client that writes every object moves it to the new storage version first", async () => {
    const server = await upgrade(both, { document: withVersions(version("v1"), version("v2", field, stored)) });
    expect((await put(server, `${path("v2")}/a`)).code).toBe(200);
    await start(server, { document: withVersions(version("v2", field, stored)) });
    expect((await server.request("GET", `${path("v2")}/a`)).body).toMatchObject({ apiVersion: "foo.example.com/v2" });
    expect((await put(server, `${path("v2")}/a`)).code).toBe(200);
  });
});

test("a rollback does not know the new storage version", async () => {
  const first = { document: withVersions(version("v1"), version("v2", field, stored)) };
  const second = { document: withVersions(version("v1", field, stored)) };
  expect(verdicts(second, first).all).toEqual(["storage-changed: rollback!", "v2 version-added: rollback!"]);
  const server = await upgrade(first, second, "v2");
  expect((await server.request("GET", `${path("v1")}/a`)).code).toBe(500);
});

test.each<[string, UnknownObject, string, string]>([
  ["another scope", crdDocument(field, { scope: "Cluster" }), "scope-changed", "/apis/foo.example.com/v1/bars"],
  [
    "another kind",
    crdDocument(field, { names: { kind: "Baz", plural: "bars", singular: "bar", listKind: "BarList" } }),
    "name-changed",
    path("v1"),
  ],
  [
    "another plural",
    {
      ...crdDocument(field, { names: { kind: "Bar", plural: "bares", singular: "bar", listKind: "BarList" } }),
      metadata: { name: "bares.foo.example.com" },
    },
    "name-changed",
    path("v1", "bares"),
  ],
])("%s: no client finds the objects, which stay in the storage", async (_, document, kind, at) => {
  const [first, second] = [{ document: crdDocument(field) }, { document }];
  expect(verdicts(first, second).all).toEqual([`${kind}: objects! clients! rollback!`]);
  const server = await upgrade(first, second);
  expect((await server.request("GET", `${at}/a`)).code).toBe(404);
  expect((await server.request("GET", at)).body).toMatchObject({ items: [] });
  await start(server, first);
  expect((await server.request("GET", `${path("v1")}/a`)).code).toBe(200);
});

test("the server does not start if it does not serve the version of its own objects", async () => {
  const first = { document: withVersions(version("v1", field, stored), version("v2")) };
  const second = { document: withVersions(version("v1", field, { ...stored, served: false }), version("v2")) };
  const { all, whys } = verdicts(first, second);
  expect(all).toEqual(["v1 served-changed: objects! clients!"]);
  expect(whys).toContain("The server does not start");
  await expect(upgrade(first, second)).rejects.toMatchObject({ code: "extension/invalid-definition" });
  const unserved = { document: withVersions(version("v1", field, { served: false }), version("v2", field, stored)) };
  const before = { document: withVersions(version("v1"), version("v2", field, stored)) };
  expect(verdicts(before, unserved).all).toEqual(["v1 served-changed: clients!"]);
  expect((await (await upgrade(before, unserved)).request("GET", path("v1"))).code).toBe(404);
});

test("stored objects that became invalid remain readable, and updates that leave the value unchanged succeed", async () => {
  const [first, second] = [
    { document: crdDocument(field) },
    { document: crdDocument(withField({ ...text, maxLength: 1 })) },
  ];
  const { all, whys } = verdicts(first, second);
  expect(all).toEqual(["v1 spec.field bound-changed: objects clients"]);
  expect(whys).toContain("The server accepts updates that leave the value unchanged.");
  expect(whys).not.toContain("Kubernetes 1.30");
  const server = await upgrade(first, second, "v1", { field: "long" });
  expect((await put(server, `${path("v1")}/a`)).code).toBe(200);
});

test("the server leaves out objects whose embedded object has metadata that it cannot read", async () => {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const first = { document: crdDocument(withField(open)) };
  const second = { document: crdDocument(withField({ ...open, "x-kubernetes-embedded-resource": true })) };
  expect(verdicts(first, second).whys).toContain("The server leaves out those whose metadata it cannot read.");
  const server = await upgrade(first, second, "v1", { field: { metadata: { labels: 3 } } });
  expect((await server.request("GET", `${path("v1")}/a`)).code).toBe(404);
});
