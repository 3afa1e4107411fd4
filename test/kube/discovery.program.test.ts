import type http from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRestMapper, type RestMapper } from "../../src/kube/discovery.js";
import { createTransport } from "../../src/kube/transport.js";
import { FakeClock } from "../support/fake-clock.js";
import { answer, type ScriptedServer, startScriptedServer, status } from "../support/scripted-server.js";

interface World {
  readonly server: ScriptedServer;
  readonly mapper: RestMapper;
  readonly clock: FakeClock;
  /** The responses by path; a number is an error status. */
  readonly documents: Map<string, object | number>;
}

function resource(name: string, kind: string, more: object = {}): object {
  return { name, kind, namespaced: true, singularName: kind.toLowerCase(), verbs: ["get", "list"], ...more };
}

async function startWorld(): Promise<World> {
  const clock = new FakeClock();
  const documents = new Map<string, object | number>([
    ["/api", { kind: "APIVersions", versions: ["v1"] }],
    [
      "/apis",
      {
        kind: "APIGroupList",
        groups: [
          {
            name: "foo.abc.com",
            preferredVersion: { version: "v1" },
            versions: [{ version: "v1alpha1" }, { version: "v1" }],
          },
          { name: "metrics.k8s.io", preferredVersion: { version: "v1" }, versions: [{ version: "v1" }] },
        ],
      },
    ],
    [
      "/api/v1",
      {
        resources: [
          resource("namespaces", "Namespace", { namespaced: false }),
          resource("namespaces/status", "Namespace"),
        ],
      },
    ],
    [
      "/apis/foo.abc.com/v1",
      {
        resources: [
          resource("bars", "Bar", { shortNames: ["br"], categories: ["all"] }),
          resource("bars/status", "Bar"),
          resource("bars/scale", "Scale"),
        ],
      },
    ],
    ["/apis/foo.abc.com/v1alpha1", { resources: [resource("bars", "Bar")] }],
    ["/apis/metrics.k8s.io/v1", 503],
  ]);
  const server = await startScriptedServer(({ path }, response: http.ServerResponse) => {
    const document = documents.get(path);
    if (typeof document === "object") answer(response, 200, document);
    else if (document === undefined) response.writeHead(404).end("404 page not found\n");
    else answer(response, document, status(document, "ServiceUnavailable"));
  });
  const transport = createTransport(server.config, { clock });
  onTestFinished(() => transport.close());
  return { server, mapper: createRestMapper(transport, clock), clock, documents };
}

const bar = { group: "foo.abc.com", version: "v1", kind: "Bar" };

describe("the resource of a kind", () => {
  test("is found with all its properties, by one request", async () => {
    const { mapper, server } = await startWorld();
    const found = await Promise.all([mapper.get(bar), mapper.get(bar), mapper.find(bar)]);
    expect(found[0]).toEqual({
      ...bar,
      plural: "bars",
      singular: "bar",
      namespaced: true,
      verbs: ["get", "list"],
      subresources: ["status", "scale"],
      shortNames: ["br"],
      categories: ["all"],
    });
    expect(server.received.map(({ path }) => path)).toEqual(["/apis/foo.abc.com/v1"]);
    expect(await mapper.get({ group: "", version: "v1", kind: "Namespace" })).toMatchObject({ namespaced: false });
  });

  test("that is missing is looked for again, but not more than every two seconds", async () => {
    const { mapper, server, clock, documents } = await startWorld();
    const baz = { ...bar, kind: "Baz" };
    expect(await mapper.find(baz)).toBeUndefined();
    expect(await mapper.find(baz)).toBeUndefined();
    expect(server.received.length).toBe(1);
    documents.set("/apis/foo.abc.com/v1", { resources: [resource("bazes", "Baz")] });
    expect(await mapper.find(baz)).toBeUndefined();
    await clock.advance(2000);
    expect((await mapper.find(baz))?.plural).toBe("bazes");
    expect(server.received.length).toBe(2);
  });

  test.each([
    ["a kind that is nearly there", { ...bar, kind: "Barr" }, "Did you mean Bar? "],
    ["a group that is not there", { ...bar, group: "none.abc.com" }, "If your project defines this kind"],
    ["a version that is not there", { ...bar, version: "v9" }, "npm run install-crds"],
  ])("is refused for %s", async (_, kind, hint) => {
    const { mapper, server } = await startWorld();
    await expect(mapper.get(kind)).rejects.toMatchObject({
      code: "cluster/kind-not-served",
      message: `${server.url} does not serve ${kind.kind} of ${kind.group}/${kind.version}`,
      hint: expect.stringContaining(hint) as string,
    });
  });

  test("is asked for again after a failure, and after it is invalidated", async () => {
    const { mapper, server, documents } = await startWorld();
    documents.set("/apis/foo.abc.com/v1", 403);
    await expect(mapper.get(bar)).rejects.toMatchObject({ statusCode: 403 });
    documents.set("/apis/foo.abc.com/v1", { resources: [resource("bars", "Bar")] });
    expect((await mapper.get(bar)).subresources).toEqual([]);
    documents.set("/apis/foo.abc.com/v1", { resources: [resource("bars", "Bar"), resource("bars/status", "Bar")] });
    mapper.invalidate("foo.abc.com/v1");
    expect((await mapper.get(bar)).subresources).toEqual(["status"]);
    mapper.invalidate();
    await mapper.get(bar);
    expect(server.received.length).toBe(4);
  });

  test("is found in every version, the preferred one first", async () => {
    const { mapper } = await startWorld();
    expect((await mapper.findVersions("foo.abc.com", "Bar")).map(({ version }) => version)).toEqual(["v1", "v1alpha1"]);
    expect(await mapper.findVersions("", "Namespace")).toHaveLength(1);
    expect(await mapper.findVersions("foo.abc.com", "Nope")).toEqual([]);
    expect(await mapper.findVersions("nope", "Bar")).toEqual([]);
  });

  test("is listed with all others, and an API that is down spoils nothing", async () => {
    const { mapper } = await startWorld();
    const { resources, failed } = await mapper.list();
    expect(resources.map(({ version, plural }) => `${version} ${plural}`)).toEqual([
      "v1 namespaces",
      "v1 bars",
      "v1alpha1 bars",
    ]);
    expect(failed).toEqual(["metrics.k8s.io/v1"]);
  });

  test("is not looked for in an answer that is none of an API server's", async () => {
    const { mapper, documents } = await startWorld();
    documents.set("/apis/foo.abc.com/v1", []);
    await expect(mapper.get(bar)).rejects.toMatchObject({ code: "cluster/bad-response" });
  });
});
