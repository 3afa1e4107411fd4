import { describe, expect, expectTypeOf, test } from "vitest";
import type { Client } from "../../src/kube/client.js";
import {
  dryRunClient,
  fieldManagerClient,
  fieldValidationClient,
  namespacedClient,
} from "../../src/kube/client-wrappers.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { createMemoryClient } from "../../src/testing/index.js";
import { Bar, bar, connect, echo, key } from "../support/bar-server.js";

const patch = { type: "merge", body: {} } as const;
const subresources = ["status", "scale"];

/** Every method that writes. */
const writes: [string, (client: Client) => Promise<unknown>][] = [
  ["create", (client) => client.create(bar())],
  ["update", (client) => client.update(bar())],
  ["patch", (client) => client.patch(Bar, key, patch)],
  ["apply", (client) => client.apply<Bar>(bar())],
  ["delete", (client) => client.delete(Bar, key)],
  ["deleteAllOf", (client) => client.deleteAllOf(Bar, { namespace: "default" })],
  ["status.update", (client) => client.status.update(bar())],
  ["status.patch", (client) => client.status.patch(Bar, key, patch)],
  ["status.apply", (client) => client.status.apply<Bar>(bar())],
  ["subResource.create", (client) => client.subResource("scale").create(Bar, key, {})],
  ["subResource.update", (client) => client.subResource("scale").update(Bar, key, {})],
  ["subResource.patch", (client) => client.subResource("scale").patch(Bar, key, patch)],
  ["subResource.apply", (client) => client.subResource("scale").apply(Bar, key, {})],
];
const reads: [string, (client: Client) => Promise<unknown>][] = [
  ["get", (client) => client.get(Bar, key)],
  ["getOrThrow", (client) => client.getOrThrow(Bar, key)],
  ["list", (client) => client.list(Bar, { namespace: "default" })],
  ["metadata.get", (client) => client.metadata.get(Bar, key)],
  ["metadata.getOrThrow", (client) => client.metadata.getOrThrow(Bar, key)],
  ["metadata.list", (client) => client.metadata.list(Bar, { namespace: "default" })],
  ["subResource.get", (client) => client.subResource("scale").get(Bar, key)],
  ["subResource.getOrThrow", (client) => client.subResource("scale").getOrThrow(Bar, key)],
];
const listing: typeof echo = (request, response) =>
  request.path.endsWith("/bars") && request.method === "GET"
    ? response.writeHead(200).end('{"metadata":{},"items":[]}')
    : echo(request, response, 0);

describe("a client of dry runs", () => {
  test.each(writes)("stores nothing by %s", async (_method, write) => {
    const { client, requests } = await connect(echo, { subresources });
    await write(dryRunClient(client));
    const [request] = requests();
    const inBody = (request?.body as { dryRun?: string[] } | undefined)?.dryRun?.[0];
    expect(/[?&]dryRun=(\w+)/.exec(request?.path ?? "")?.[1] ?? inBody).toBe("All");
  });

  test("cannot be talked out of it", async () => {
    const { client, requests } = await connect(echo);
    await dryRunClient(client).update(bar(), { dryRun: false });
    expect(requests()[0]?.path).toContain("dryRun=All");
  });

  test.each(reads)("%s sends the request of the wrapped client", async (_method, read) => {
    const { client, requests } = await connect(listing, { subresources });
    await read(client);
    await read(dryRunClient(client));
    expect(requests()).toHaveLength(2);
    expect(requests()[1]).toEqual(requests()[0]);
  });

  test("leaves no trace in memory", async () => {
    const client = createMemoryClient();
    const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "default" } };
    expect((await dryRunClient(client).create(object)).metadata.uid).toBeDefined();
    expect(await client.list(ConfigMap)).toMatchObject({ items: [] });
  });
});

describe("a client of one namespace", () => {
  test.each([...writes, ...reads])("does by %s what the client does in that namespace", async (_method, call) => {
    const { client, requests } = await connect(listing, { subresources });
    await call(client);
    await call(namespacedClient(client, "default"));
    expect(requests()).toHaveLength(2);
    expect(requests()[1]).toEqual(requests()[0]);
  });

  test.each([...writes, ...reads])("refuses another one by %s", async (_method, call) => {
    const { client, requests } = await connect(listing, { subresources });
    await expect(call(namespacedClient(client, "other"))).rejects.toMatchObject({
      code: "cluster/invalid-request",
      message: 'namespace "default" is not the namespace of this client, "other"',
    });
    expect(requests()).toEqual([]);
  });

  test("puts into it what names none", async () => {
    const client = createMemoryClient();
    const own = namespacedClient(client, "own");
    const given: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
    await own.create(given);
    expect(given.metadata).toEqual({ name: "a" });
    expect(await client.get(ConfigMap, { namespace: "own", name: "a" })).toBeDefined();
    await client.create<ConfigMap>({ ...given, metadata: { name: "a", namespace: "other" } });
    expect((await own.list(ConfigMap)).items).toHaveLength(1);
    await own.update({ ...given, data: { b: "c" } });
    expect((await own.getOrThrow(ConfigMap, { name: "a", namespace: "" })).data).toEqual({ b: "c" });
    await own.deleteAllOf(ConfigMap);
    expect((await client.list(ConfigMap)).items.map(({ metadata }) => metadata.namespace)).toEqual(["other"]);
  });

  test.each(["", undefined])("is not made for %j", (namespace) => {
    expect(() => namespacedClient(createMemoryClient(), namespace as string)).toThrow(
      "namespacedClient() expects the name of a namespace",
    );
  });

  test.each([undefined, null, 3, {}])("leaves the refusal of %j to the client", async (object) => {
    const own = namespacedClient(createMemoryClient(), "own");
    await expect(own.update(object as never)).rejects.toMatchObject({ code: "cluster/invalid-request" });
  });

  test("has a client's types", () => {
    const own = namespacedClient(createMemoryClient(), "own");
    expectTypeOf(own).toEqualTypeOf<Client>();
    expect(own).not.toHaveProperty("watch");
  });
});

describe("a client with its own field manager, or its own validation", () => {
  const deletions = ["delete", "deleteAllOf"];
  const storing = writes.filter(([method]) => !deletions.includes(method));

  test.each(storing)("says so by %s, and by nothing else", async (_method, write) => {
    const { client, requests } = await connect(echo, { subresources });
    await write(fieldManagerClient(client, "painter"));
    await write(fieldValidationClient(client, "Warn"));
    await write(fieldManagerClient(fieldValidationClient(client, "Ignore"), "painter"));
    const asked = requests().map(({ path }) => {
      const query = new URL(path, "http://x").searchParams;
      return [query.get("fieldManager") === "painter", query.get("fieldValidation")];
    });
    expect(asked).toEqual([
      [true, "Strict"],
      [false, "Warn"],
      [true, "Ignore"],
    ]);
  });

  test("heeds what a call says itself", async () => {
    const { client, requests } = await connect(echo);
    const changed = fieldManagerClient(fieldValidationClient(client, "Ignore"), "painter");
    await changed.apply<Bar>(bar(), { fieldManager: "other", fieldValidation: "Strict", force: true });
    const query = new URL(requests()[0]?.path ?? "", "http://x").searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      fieldManager: "other",
      fieldValidation: "Strict",
      force: "true",
    });
  });

  test.each([...reads, ...writes.filter(([method]) => deletions.includes(method))])(
    "%s sends the request of the wrapped client",
    async (_method, call) => {
      const { client, requests } = await connect(listing, { subresources });
      await call(client);
      await call(fieldManagerClient(fieldValidationClient(client, "Ignore"), "painter"));
      expect(requests()[1]).toEqual(requests()[0]);
    },
  );
});
