import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import type { LiveClient } from "../../src/kube/client.js";
import { createLiveClient } from "../../src/kube/http-client.js";
import type { Status, Unstructured } from "../../src/kube/objects.js";
import type { Eviction, Scale, SubresourceClient, TokenRequest } from "../../src/kube/subresource.js";
import type { Scale as BuiltInScale } from "../../src/k8s/autoscaling/v1.js";
import { Bar, bar, connect, discovery, echo, key } from "../support/bar-server.js";
import { answer, startScriptedServer, status } from "../support/scripted-server.js";

const subresources = ["status", "scale", "eviction", "resize"];

describe("a subresource", () => {
  test("is reached below its object, under the client's name", async () => {
    const { client, requests } = await connect(echo, { subresources });
    const scale = client.subResource("scale");
    const spec = { replicas: 3 };
    await scale.get(Bar, key);
    await scale.getOrThrow(Bar, key);
    await scale.update(Bar, key, { spec }, { dryRun: true });
    await scale.patch(Bar, key, { type: "merge", body: { spec } });
    await scale.apply(Bar, key, { spec }, { force: true, fieldManager: "me" });
    await client.subResource("eviction").create(Bar, key, { deleteOptions: { gracePeriodSeconds: 0 } });
    expect(requests().map(({ method, path, type = "" }) => `${method} ${path} ${type}`.trim())).toEqual([
      "GET /bars/a/scale",
      "GET /bars/a/scale",
      "PUT /bars/a/scale?fieldManager=bar-operator&dryRun=All&fieldValidation=Strict application/json",
      "PATCH /bars/a/scale?fieldManager=bar-operator&fieldValidation=Strict application/merge-patch+json",
      "PATCH /bars/a/scale?fieldManager=me&fieldValidation=Strict&force=true application/apply-patch+yaml",
      "POST /bars/a/eviction?fieldManager=bar-operator&fieldValidation=Strict application/json",
    ]);
    const identity = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: key };
    expect(requests()[2]?.body).toEqual({ ...identity, spec });
    expect(requests()[3]?.body).toEqual({ spec });
    expect(requests()[4]?.body).toEqual({ ...identity, spec });
    expect(requests()[5]?.body).toEqual({
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: key,
      deleteOptions: { gracePeriodSeconds: 0 },
    });
  });

  test("of another name is of the object's kind, unless its body says otherwise", async () => {
    const { client, requests } = await connect(echo, { subresources });
    const resize = client.subResource("resize");
    await resize.update(Bar, key, { spec: { size: "x" }, metadata: { resourceVersion: "7" } });
    await resize.update(Bar, key, { apiVersion: "x/v1", kind: "Resize", metadata: { name: "b" } });
    expect(requests().map(({ body }) => body)).toEqual([
      bar({ metadata: { ...key, resourceVersion: "7" }, spec: { size: "x" } }),
      { apiVersion: "x/v1", kind: "Resize", metadata: { ...key, name: "b" } },
    ]);
  });

  test("that the kind does not have is named, with those that it has", async () => {
    for (const details of [{ name: "a", kind: "bars" }, undefined]) {
      const { client } = await connect((_, response) => answer(response, 404, status(404, "NotFound", { details })));
      const refusal = {
        code: "cluster/kind-not-served",
        message: expect.stringMatching(/does not serve the subresource "scale" of Bar of foo.abc.com\/v1$/) as string,
        hint: "Its subresources: status.",
      };
      const scale = client.subResource("scale");
      await expect(scale.get(Bar, key)).rejects.toMatchObject(refusal);
      await expect(scale.update(Bar, key, { spec: {} })).rejects.toMatchObject(refusal);
      await expect(scale.patch(Bar, key, { type: "merge", body: {} })).rejects.toMatchObject(refusal);
    }
  });

  test("that the kind has had since a moment ago is known at once", async () => {
    let names = ["bars"];
    const server = await startScriptedServer(({ path }, response) => {
      const resources = names.map((name) => ({ name, kind: "Bar", namespaced: true, verbs: [] }));
      if (path === discovery) answer(response, 200, { resources });
      else answer(response, 404, status(404, "NotFound", { details: { name: "a", kind: "bars" } }));
    });
    const client = createLiveClient(server.config);
    onTestFinished(() => client.close());
    expect(await client.get(Bar, key)).toBeUndefined();
    names = ["bars", "bars/scale"];
    expect(await client.subResource("scale").get(Bar, key)).toBeUndefined();
  });

  test("of an object that is gone costs no look at the server's kinds", async () => {
    const { client, server } = await connect(
      (_, response) => answer(response, 404, status(404, "NotFound", { details: { name: "a", kind: "bars" } })),
      { subresources },
    );
    expect(await client.subResource("scale").get(Bar, key)).toBeUndefined();
    expect(server.received.map(({ path }) => path)).toEqual([
      discovery,
      "/apis/foo.abc.com/v1/namespaces/default/bars/a/scale",
    ]);
  });

  test.each(["", "..", "a/b", "%2e"])("is not called %j", async (name) => {
    const { client, requests } = await connect(echo);
    await expect(client.subResource(name).get(Bar, key)).rejects.toThrow("cannot be the subresource of an object");
    expect(requests()).toEqual([]);
  });

  test("is not replaced with a number that reading has rounded", async () => {
    const { client, requests } = await connect(echo, { subresources });
    const call = client.subResource("resize").update(Bar, key, { spec: { serial: 2 ** 53 } });
    await expect(call).rejects.toMatchObject({ code: "cluster/inexact-number" });
    expect(requests()).toEqual([]);
  });

  test("has the type that belongs to its name", () => {
    const client = undefined as unknown as LiveClient;
    expectTypeOf<LiveClient["subResource"]>().toBeFunction();
    const typed = () => {
      expectTypeOf(client.subResource("scale")).toEqualTypeOf<SubresourceClient<Scale>>();
      expectTypeOf(client.subResource("token")).toEqualTypeOf<SubresourceClient<TokenRequest>>();
      expectTypeOf(client.subResource("eviction")).toEqualTypeOf<SubresourceClient<Eviction, Status>>();
      expectTypeOf(client.subResource("x")).toEqualTypeOf<SubresourceClient<Unstructured>>();
      expectTypeOf(client.subResource<Bar>("x")).toEqualTypeOf<SubresourceClient<Bar>>();
      // @ts-expect-error a number of replicas is no text
      void client.subResource("scale").update(Bar, key, { spec: { replicas: "3" } });
      // @ts-expect-error a token request has a spec
      void client.subResource("token").create(Bar, key, {});
    };
    expect(typed).toBeDefined();
    expectTypeOf<BuiltInScale>().toExtend<Scale>();
  });
});

describe("deleteAllOf", () => {
  test("asks once, with the selection in the query and the way in the body", async () => {
    const { client, requests } = await connect((_, response) => answer(response, 200, { metadata: {}, items: [] }));
    await client.deleteAllOf(Bar, {
      namespace: "default",
      labels: { a: "b" },
      fields: "metadata.name=x",
      propagationPolicy: "Orphan",
      gracePeriodSeconds: 5,
      dryRun: true,
    });
    expect(requests()).toEqual([
      {
        method: "DELETE",
        path: "/bars?labelSelector=a%3Db&fieldSelector=metadata.name%3Dx",
        type: "application/json",
        body: {
          apiVersion: "v1",
          kind: "DeleteOptions",
          gracePeriodSeconds: 5,
          propagationPolicy: "Orphan",
          dryRun: ["All"],
        },
      },
    ]);
  });

  test("tells a kind that is gone from one that has no objects", async () => {
    const { client } = await connect((_, response) => response.writeHead(404).end("404 page not found\n"));
    await expect(client.deleteAllOf(Bar, { namespace: "default" })).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe("a read of the metadata", () => {
  const partial = (name: string) => ({
    apiVersion: "meta.k8s.io/v1",
    kind: "PartialObjectMetadata",
    metadata: { name, namespace: "default" },
  });
  const cut = (name: string) => ({
    apiVersion: "foo.abc.com/v1",
    kind: "Bar",
    metadata: { name, namespace: "default" },
  });

  test("asks for no more, and gives the objects their kind", async () => {
    const { client, server } = await connect((request, response) => {
      if (request.path.includes("watch=true")) {
        const events = [
          { type: "ADDED", object: partial("a") },
          { type: "BOOKMARK", object: partial("") },
        ];
        response.writeHead(200).end(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
      } else if (request.path.endsWith("/bars"))
        answer(response, 200, { metadata: { resourceVersion: "9" }, items: [partial("a")] });
      else answer(response, 200, partial("a"));
    });
    expect(await client.metadata.getOrThrow(Bar, key)).toEqual(cut("a"));
    expect(await client.metadata.list(Bar, { namespace: "default" })).toEqual({
      metadata: { resourceVersion: "9" },
      items: [cut("a")],
    });
    const events: unknown[] = [];
    for await (const event of client.metadata.watch(Bar, { namespace: "default" })) events.push(event);
    expect(events).toEqual([
      { type: "ADDED", object: cut("a") },
      { type: "BOOKMARK", object: partial("") },
    ]);
    expect(server.received.slice(1).map(({ headers }) => headers.accept)).toEqual([
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json",
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
    ]);
  });

  test("without managed fields says so in a way that other servers ignore", async () => {
    const { client, server } = await connect((_, response) => answer(response, 200, partial("a")));
    await client.get(Bar, key, { omitManagedFields: true });
    await client.metadata.get(Bar, key, { omitManagedFields: true });
    expect(server.received.slice(1).map(({ headers }) => headers.accept)).toEqual([
      "application/json;drop=metadata.managedFields,application/json",
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1;drop=metadata.managedFields,application/json",
    ]);
  });

  test("of a server that gives whole objects drops the rest", async () => {
    const whole = bar({ spec: { size: "large" }, status: { a: 1 } });
    const { client } = await connect(({ path }, response) =>
      answer(response, 200, path.endsWith("/bars") ? { metadata: {}, items: [whole] } : whole),
    );
    expect(await client.metadata.get(Bar, key)).toEqual(cut("a"));
    expect((await client.metadata.list(Bar, { namespace: "default" })).items).toEqual([cut("a")]);
  });
});
