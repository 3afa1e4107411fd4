import { describe, expect, onTestFinished, test } from "vitest";
import { createLiveClient } from "../../src/kube/http-client.js";
import { Bar, bar, connect, discovery, echo, key } from "../support/bar-server.js";
import { answer, startScriptedServer, status } from "../support/scripted-server.js";

const added = `${JSON.stringify({ type: "ADDED", object: bar() })}\n`;

describe("a write", () => {
  test("says who writes, and has unknown fields refused", async () => {
    const { client, requests } = await connect(echo);
    await client.create(bar());
    await client.update(bar(), { fieldManager: "me", dryRun: true, fieldValidation: "Warn" });
    await client.patch(Bar, key, { type: "strategic", body: { spec: {} } });
    await client.patch(Bar, key, { type: "json", body: [{ op: "remove", path: "/spec" }] });
    await client.patch(Bar, key, { type: "merge", body: {} });
    await client.apply<Bar>(bar(), { force: true });
    await client.withFieldManager("other").create(bar());
    expect(requests().map(({ method, path, type }) => `${method} ${path} ${type}`)).toEqual([
      "POST /bars?fieldManager=bar-operator&fieldValidation=Strict application/json",
      "PUT /bars/a?fieldManager=me&dryRun=All&fieldValidation=Warn application/json",
      "PATCH /bars/a?fieldManager=bar-operator&fieldValidation=Strict application/strategic-merge-patch+json",
      "PATCH /bars/a?fieldManager=bar-operator&fieldValidation=Strict application/json-patch+json",
      "PATCH /bars/a?fieldManager=bar-operator&fieldValidation=Strict application/merge-patch+json",
      "PATCH /bars/a?fieldManager=bar-operator&fieldValidation=Strict&force=true application/apply-patch+yaml",
      "POST /bars?fieldManager=other&fieldValidation=Strict application/json",
    ]);
  });

  test("of the status goes to the subresource", async () => {
    const { client, requests } = await connect(echo);
    await client.status.update(bar({ status: { a: 1 } }));
    await client.status.patch(Bar, key, { type: "merge", body: { status: { a: 1 } } });
    await client.status.apply<Bar>(bar({ status: { a: 1 } }));
    expect(requests().map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`)).toEqual([
      "PUT /bars/a/status",
      "PATCH /bars/a/status",
      "PATCH /bars/a/status",
    ]);
  });

  test("that was repeated because it was turned away is sent again whole", async () => {
    const { client, requests } = await connect((request, response) =>
      requests().length === 1
        ? answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "1" })
        : echo(request, response, 0),
    );
    await client.create(bar({ spec: { size: "größer" } }));
    expect(requests()[1]).toEqual(requests()[0]);
  });

  // F42
  test("passes the gate before each attempt; a read does not", async () => {
    const { client, requests } = await connect((request, response) =>
      requests().length === 2
        ? answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "0" })
        : echo(request, response, 0),
    );
    let leave = 2;
    const gated = client.withFieldManager("me").withWriteGate(() => {
      leave -= 1;
      if (leave < 0) throw new Error("closed");
    });
    await gated.create(bar());
    await expect(gated.status.update(bar())).rejects.toThrow("closed");
    for (const write of [
      () => gated.apply<Bar>(bar()),
      () => gated.patch(Bar, key, { type: "merge", body: {} }),
      () => gated.delete(Bar, key),
      () => gated.deleteAllOf(Bar, { namespace: "default" }),
      () => gated.subResource("scale").patch(Bar, key, { type: "merge", body: {} }),
      () => gated.withFieldManager("other").create(bar()),
    ]) {
      await expect(write()).rejects.toThrow("closed");
    }
    expect(requests()).toHaveLength(2);
    await gated.get(Bar, key);
    await gated.list(Bar).catch(() => undefined); // what answers is an echo, no list
    await client.create(bar());
    expect(requests().map(({ method }) => method)).toEqual(["POST", "PUT", "GET", "GET", "POST"]);
  });

  // F39
  test("of an object that holds a number beyond 2^53 is refused if it would replace the object", async () => {
    const { client, server } = await connect((_, response) => {
      response
        .writeHead(200)
        .end(
          '{"apiVersion":"foo.abc.com/v1","kind":"Bar","metadata":{"name":"a","namespace":"default"},"spec":{"serial":9007199254740993}}',
        );
    });
    const read = structuredClone(await client.getOrThrow(Bar, key));
    const refusal = {
      code: "cluster/inexact-number",
      message: expect.stringContaining('Bar "a" contains an integer beyond 2^53 at spec.serial') as string,
      hint: expect.stringContaining("`patch` or `apply`") as string,
    };
    await expect(client.update(read)).rejects.toMatchObject(refusal);
    await expect(client.status.update(read)).rejects.toMatchObject(refusal);
    expect(server.received).toHaveLength(2);
    await client.patch(Bar, key, { type: "merge", body: { metadata: { labels: { a: "b" } } } });
  });
});

describe("a write of the status of a kind without the subresource", () => {
  test("changes that part of the object, and removes missing fields", async () => {
    const stored = bar({ status: { old: 1, same: { a: 1, b: 2 }, list: [1] } });
    const { client, requests } = await connect((_, response) => answer(response, 200, stored), { subresources: [] });
    const wanted = bar({ spec: { size: "not written" }, status: { same: { a: 1, b: 3 }, list: [1, 2] } });
    await client.status.update({ ...wanted, metadata: { ...key, resourceVersion: "7" } });
    expect(requests()[1]).toEqual({
      method: "PATCH",
      path: "/bars/a?fieldManager=bar-operator&fieldValidation=Strict",
      type: "application/merge-patch+json",
      body: { metadata: { resourceVersion: "7" }, status: { old: null, same: { b: 3 }, list: [1, 2] } },
    });
  });

  test("is rejected if the object has another version", async () => {
    const { client, requests } = await connect(echo, { subresources: [] });
    const version = { op: "add", path: "/metadata/resourceVersion", value: "7" } as const;
    const patch = [{ op: "add", path: "/status/a", value: 1 } as const, version];
    await client.status.patch(Bar, key, { type: "json", body: patch });
    await client.status.apply<Bar>({ ...bar({ status: { a: 1 } }), metadata: { ...key, resourceVersion: "7" } });
    expect(requests().map(({ body }) => body)).toMatchObject([
      patch,
      { metadata: { ...key, resourceVersion: "7" }, status: { a: 1 } },
    ]);
  });

  test("patches and applies only the status", async () => {
    const { client, requests } = await connect(echo, { subresources: [] });
    await client.status.patch(Bar, key, { type: "merge", body: { spec: { size: "x" }, status: { a: 1 } } });
    await client.status.patch(Bar, key, {
      type: "json",
      body: [
        { op: "add", path: "/status/a", value: 1 },
        { op: "add", path: "/spec/size", value: "x" },
      ],
    });
    await client.status.apply<Bar>(bar({ spec: { size: "x" }, status: { a: 1 } }));
    expect(requests().map(({ path, body }) => [path, body])).toEqual([
      ["/bars/a?fieldManager=bar-operator&fieldValidation=Strict", { status: { a: 1 } }],
      ["/bars/a?fieldManager=bar-operator&fieldValidation=Strict", [{ op: "add", path: "/status/a", value: 1 }]],
      ["/bars/a?fieldManager=bar-operator-status&fieldValidation=Strict", { ...bar(), status: { a: 1 } }],
    ]);
  });
});

describe("a read", () => {
  test("asks for what the options say", async () => {
    const { client, requests } = await connect((_, response) => answer(response, 200, { metadata: {}, items: [] }));
    await client.list(Bar);
    await client.list(Bar, {
      namespace: "default",
      labels: { a: "b", c: "d" },
      fields: "metadata.name=x",
      limit: 5,
      continue: "t",
      resourceVersion: "0",
    });
    await client.list(Bar, { labels: "a in (b,c)" });
    expect(requests().map(({ path }) => decodeURIComponent(path.replaceAll("+", " ")))).toEqual([
      "/apis/foo.abc.com/v1/bars",
      "/bars?labelSelector=a=b,c=d&fieldSelector=metadata.name=x&resourceVersion=0&limit=5&continue=t",
      "/apis/foo.abc.com/v1/bars?labelSelector=a in (b,c)",
    ]);
  });

  test("takes a list of nothing as Go prints it for one without items", async () => {
    const { client } = await connect((_, response) =>
      answer(response, 200, { kind: "PartialObjectMetadataList", metadata: { resourceVersion: "9" }, items: null }),
    );
    const nothing = { metadata: { resourceVersion: "9" }, items: [] };
    expect(await client.metadata.list(Bar)).toEqual(nothing);
    expect(await client.list(Bar)).toEqual(nothing);
  });

  test("gives the items of a list their kind where the server leaves it out", async () => {
    const { client } = await connect((_, response) =>
      answer(response, 200, {
        kind: "BarList",
        metadata: { resourceVersion: "9", continue: "t" },
        items: [{ metadata: { name: "a" } }, bar()],
      }),
    );
    const list = await client.list(Bar, { shared: true });
    expect(list).toEqual({
      metadata: { resourceVersion: "9", continue: "t" },
      items: [{ apiVersion: "foo.abc.com/v1", kind: "Bar", metadata: { name: "a" } }, bar()],
    });
    expect(Object.isFrozen(list.items[1]?.metadata)).toBe(true);
  });

  test("gives a copy of one's own, or a frozen object", async () => {
    const { client } = await connect(echo);
    expect(Object.isFrozen(await client.get(Bar, key))).toBe(false);
    expect(Object.isFrozen((await client.get(Bar, key, { shared: true }))?.metadata)).toBe(true);
  });

  test("of an object that is not there gives undefined, or throws", async () => {
    const { client } = await connect((_, response) =>
      answer(response, 404, status(404, "NotFound", { details: { name: "a", kind: "bars" } })),
    );
    expect(await client.get(Bar, key)).toBeUndefined();
    await expect(client.getOrThrow(Bar, key)).rejects.toMatchObject({ reason: "NotFound" });
    await client.delete(Bar, key);
  });

  test("of a kind that was taken away is not mistaken for an object that is gone", async () => {
    let isServed = true;
    const server = await startScriptedServer(({ path }, response) => {
      const resources = isServed ? [{ name: "bars", kind: "Bar", namespaced: true, verbs: [] }] : [];
      if (path === discovery) answer(response, 200, { resources });
      else if (isServed) answer(response, 200, bar());
      else response.writeHead(404).end("404 page not found\n");
    });
    const client = createLiveClient(server.config);
    onTestFinished(() => client.close());
    expect(await client.get(Bar, key)).toEqual(bar());
    isServed = false;
    await expect(client.get(Bar, key)).rejects.toMatchObject({ code: "cluster/kind-not-served" });
    await expect(client.watch(Bar)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "cluster/kind-not-served",
    });
  });

  test("of something that is no JSON says so", async () => {
    const { client } = await connect((_, response) => response.writeHead(200).end("<html>Log in</html>"));
    await expect(client.get(Bar, key)).rejects.toMatchObject({ code: "cluster/bad-response" });
  });
});

describe("a delete", () => {
  test("says how", async () => {
    const { client, requests } = await connect(echo);
    await client.delete(Bar, key, {
      gracePeriodSeconds: 0,
      propagationPolicy: "Foreground",
      preconditions: { uid: "u" },
      dryRun: true,
    });
    expect(requests()).toEqual([
      {
        method: "DELETE",
        path: "/bars/a",
        type: "application/json",
        body: {
          apiVersion: "v1",
          kind: "DeleteOptions",
          gracePeriodSeconds: 0,
          propagationPolicy: "Foreground",
          preconditions: { uid: "u" },
          dryRun: ["All"],
        },
      },
    ]);
  });
});

describe("a watch", () => {
  test("asks for what the options say, and yields", async () => {
    const { client, requests } = await connect((_, response) => response.writeHead(200).end(added));
    const events: unknown[] = [];
    const options = {
      namespace: "default",
      resourceVersion: "7",
      sendInitialEvents: true,
      allowBookmarks: true,
      timeoutSeconds: 300,
    };
    for await (const event of client.watch(Bar, options)) events.push(event);
    expect(events).toEqual([{ type: "ADDED", object: bar() }]);
    expect(requests()[0]?.path).toBe(
      "/bars?resourceVersion=7&watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=300",
    );
  });

  test("closes its connection when the reader stops", async () => {
    const { client, server } = await connect((_, response) => response.writeHead(200).write(added));
    for await (const event of client.watch(Bar)) if (event.type === "ADDED") break;
    await expect.poll(() => server.openConnections).toBe(1);
    client.close();
    await expect.poll(() => server.openConnections).toBe(0);
  });
});

describe("a client that impersonates", () => {
  test.each<[string, object]>([
    ["without a user", { groups: ["a"] }],
    ["an empty user", { user: "" }],
    ["a user with a line break", { user: "a\r\nx-evil: 1" }],
    ["a group with a zero byte", { user: "a", groups: ["a\0"] }],
    ["an extra with a line break", { user: "a", extra: { x: ["a\nb"] } }],
  ])("is not made for %s", async (_what, impersonate) => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}));
    expect(() => createLiveClient(server.config, { impersonate: impersonate as { user: string } })).toThrow(
      expect.objectContaining({ code: "cluster/invalid-request" }),
    );
  });
});
