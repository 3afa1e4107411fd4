/** The server stores objects that are nested thousands of levels deep if it can return them, rejects others, and keeps running. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, request } from "node:https";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { maxDepth } from "../../../src/apiserver/types/json-depth.js";

let server: ApiServer;
let token: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  server = await startApiServer();
  ({ token } = server.addUser({ name: "a", groups: ["system:masters"] }));
  const schema = {
    type: "object",
    properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  };
  await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", json, {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "opens.example.com" },
    spec: {
      ...{ group: "example.com", scope: "Namespaced", names: { plural: "opens", kind: "Open" } },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });
  while ((await send("GET", opens)).status !== 200);
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
});

interface Answer {
  readonly status: number | undefined;
  readonly message: string | undefined;
}

function send(method: string, path: string, type = "", body: unknown = "", accept = "*/*"): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, accept, ...(type === "" ? {} : { "content-type": type }) };
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, agent, ca: server.caCertificate, headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.once("end", () =>
        resolve({ status: answer.statusCode, message: /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] }),
      );
    });
    sent.once("error", reject);
    sent.end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

const json = "application/json";
const revisions = "/apis/apps/v1/namespaces/default/controllerrevisions";
const opens = "/apis/example.com/v1/namespaces/default/opens";
const revision = (value: string): string =>
  `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"a"},"revision":1,"data":${value}}`;
const open = (value: string): string =>
  `{"apiVersion":"example.com/v1","kind":"Open","metadata":{"name":"a"},"spec":{"x":${value}}}`;

/** Each with this number of levels. */
const shapes: readonly (readonly [string, (levels: number) => string])[] = [
  ["objects", (levels) => '{"a":'.repeat(levels) + "1" + "}".repeat(levels)],
  ["lists", (levels) => `{"a":${"[".repeat(levels - 1)}1${"]".repeat(levels - 1)}}`],
  ["objects in lists", (levels) => '{"a":['.repeat(levels / 2) + "1" + "]}".repeat(levels / 2)],
];
const kinds = [
  ["a built-in kind", revisions, revision, "/data", 1],
  ["a custom kind", opens, open, "/spec/x", 2],
] as const;

test.each(kinds.flatMap((kind) => shapes.map((shape) => [`${kind[0]}, ${shape[0]}`, kind, shape] as const)))(
  "%s: stored objects can be read, changed and listed",
  async (_, [, path, make, place, above], [, nest]) => {
    // Includes the deepest accepted object, and deeper ones.
    for (const levels of [500, maxDepth - above - 2, maxDepth + 2, 3_000, 6_000, 9_900, 50_000]) {
      const isTaken = levels < maxDepth;
      const value = nest(levels);
      const add = [{ op: "add", path: place, value: 0 }];
      const writes = [
        () => send("POST", path, json, make(value)),
        // A PUT of a custom kind requires the replaced version.
        ...(path === opens ? [] : [() => send("PUT", `${path}/a`, json, make(value))]),
        () => send("PATCH", `${path}/a?fieldManager=me&force=true`, "application/apply-patch+yaml", make(value)),
        () =>
          send("PATCH", `${path}/a`, "application/json-patch+json", JSON.stringify(add).replace(":0}", `:${value}}`)),
        () => send("PATCH", `${path}/a`, "application/merge-patch+json", `{"metadata":{"labels":{"a":"b"}}}`),
        () => send("PATCH", `${path}/a`, "application/merge-patch+json", make(value)),
      ];
      for (const write of writes) {
        const { status, message } = await write();
        if (isTaken) expect(status, message).toBeLessThan(300);
        else expect([400, 404], message).toContain(status);
      }
      for (const read of [path, `${path}/a`, `${path}/a?pretty=true`]) {
        expect((await send("GET", read)).status).toBe(isTaken || read === path ? 200 : 404);
      }
      if (isTaken) expect((await send("GET", `${path}/a`, "", "", "application/yaml")).status).toBe(200);
      expect((await send("DELETE", `${path}/a`)).status).toBe(isTaken ? 200 : 404);
    }
    expect(await send("GET", "/readyz")).toMatchObject({ status: 200 });
  },
);

test("the server rejects too deep objects with the message of kube-apiserver", async () => {
  expect(await send("POST", revisions, json, revision('{"a":'.repeat(50_000)))).toEqual({
    status: 400,
    message: expect.stringContaining("json parse error: invalid character '{' exceeded max depth") as string,
  });
});

test("patches that nest an object deeper and deeper fail before the server cannot return it", async () => {
  expect((await send("POST", opens, json, open("{}"))).status).toBe(201);
  const grow = (depth: number): string =>
    `[{"op":"add","path":"/spec/x${"/a".repeat(depth)}","value":${'{"a":'.repeat(400)}{}${"}".repeat(400)}}]`;
  const statuses = [];
  for (const depth of [400, 800, 1_200]) {
    statuses.push((await send("PATCH", `${opens}/a`, "application/json-patch+json", grow(depth))).status);
  }
  // The patches fail, because the parent of their path does not exist.
  expect(statuses).toEqual([422, 422, 422]);
  for (const depth of [0, 400, 800]) {
    statuses.push(
      (await send("PATCH", `${opens}/a`, "application/json-patch+json", grow(depth === 0 ? 1 : depth))).status,
    );
  }
  expect(statuses.slice(3)).toEqual([200, 200, 400]);
  expect((await send("GET", `${opens}/a`)).status).toBe(200);
  expect((await send("DELETE", `${opens}/a`)).status).toBe(200);
});

test("copies of a JSON patch that double stop at 3 MiB", async () => {
  expect((await send("POST", opens, json, open('{"b":"0123456789"}'))).status).toBe(201);
  const operations = Array.from({ length: 60 }, (_, at) => ({ op: "copy", from: "/spec/x", path: `/spec/x/k${at}` }));
  expect((await send("PATCH", `${opens}/a`, "application/json-patch+json", operations)).status).toBe(422);
  expect((await send("DELETE", `${opens}/a`)).status).toBe(200);
});
