/** The embedded server and the real one agree on random writes by several managers. TSOP_RANDOM_APPLIES: the number of objects. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.js";
import { describeCluster } from "../../support/cluster.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { seeded } from "../../support/seeded.js";
import { connect, type Connection, readText, send } from "../contract/exchange.js";
import { parseServerUnderTest, readServerUnderTest } from "../contract/server-under-test.js";
import { definition, kinds, randomWrite } from "./random-applies.js";

const objects = Number(process.env["TSOP_RANDOM_APPLIES"] ?? 30);
const writesOfOne = 8;
const namespace = `random-applies-${Date.now().toString(36)}`;

interface Answer {
  readonly code: number | undefined;
  readonly body: Json;
}

describeCluster("random applies", (cluster) => {
  let embedded: ApiServer;
  let connections: readonly Connection[];

  beforeAll(async () => {
    embedded = await startComparableServer();
    connections = [
      connect(readServerUnderTest(cluster().kubeconfig)),
      connect(parseServerUnderTest(embedded.kubeconfig)),
    ];
    await Promise.all(connections.map(prepare));
  });
  afterAll(async () => {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition.metadata.name}`;
    await Promise.all([`/api/v1/namespaces/${namespace}`, path].map((each) => ask(connections[0]!, "DELETE", each)));
    for (const { agent } of connections) agent.destroy();
    await embedded.stop();
  });

  test.each(kinds)("have the same outcome for $name", { timeout: 3_600_000 }, async (kind) => {
    for (let seed = 1; seed <= objects; seed += 1) {
      const random = seeded(seed);
      const name = `o${seed}-${Date.now().toString(36)}`;
      const path = `${kind.path.replace("$ns", namespace)}/${name}`;
      const history: string[] = [];
      for (let count = 0; count < writesOfOne; count += 1) {
        const write = randomWrite(random, kind);
        const body = { ...write.body, metadata: { ...(write.body["metadata"] as JsonObject), name } };
        const url = `${path}${write.subresource}?${write.query}`;
        history.push(`${write.contentType} ${url} ${JSON.stringify(body)}`);
        const [want, got] = await Promise.all(
          connections.map((each) => ask(each, write.method, url, { type: write.contentType, body })),
        );
        expect(got, `seed ${seed}:\n${history.join("\n")}`).toEqual(want);
      }
    }
  });
});

async function prepare(connection: Connection): Promise<void> {
  const type = "application/json";
  const group = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await ask(connection, "POST", "/api/v1/namespaces", {
    type,
    body: { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
  });
  await ask(connection, "POST", group, { type, body: definition });
  const widgets = kinds[0]!.path.replace("$ns", namespace);
  const apply = {
    type: "application/apply-patch+yaml",
    body: { ...kinds[0]!.head, metadata: { name: "probe" }, spec: { text: "a" } },
  };
  await vi.waitFor(
    async () => {
      const { code } = await ask(connection, "PATCH", `${widgets}/probe?fieldManager=probe`, apply);
      if (code !== 201 && code !== 200) throw new Error(`the API server answers ${code}`);
    },
    { timeout: 60_000, interval: 100 },
  );
}

async function ask(
  connection: Connection,
  method: string,
  path: string,
  given?: { readonly type: string; readonly body: Json | object },
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${connection.server.token}`,
    ...(given === undefined ? {} : { "content-type": given.type }),
  };
  const body = given === undefined ? {} : { body: JSON.stringify(given.body) };
  const response = await send(connection, { method, path, headers, ...body });
  return { code: response.statusCode, body: comparable(JSON.parse(String(await readText(response))) as Json) };
}

/** Omits values that differ between the servers. */
function comparable(body: Json): Json {
  if (!isJsonObject(body)) return body;
  const { metadata, details } = body;
  if (isJsonObject(metadata)) {
    for (const field of ["uid", "resourceVersion", "creationTimestamp"]) Reflect.deleteProperty(metadata, field);
    const { managedFields } = metadata;
    if (Array.isArray(managedFields)) metadata["managedFields"] = managedFields.map(withoutTime).toSorted(byText);
  }
  // The real server lists conflicting managers in the order of a Go map.
  if (isJsonObject(details) && Array.isArray(details["causes"])) {
    details["causes"] = details["causes"].toSorted(byText);
  }
  return body;
}

/** Keeps only whether there is a time. The servers may order entries differently, by the second of the write. */
function withoutTime(entry: Json): Json {
  if (!isJsonObject(entry)) return entry;
  const { manager, operation, subresource = "", ...others } = entry;
  return { manager, operation, subresource, ...others, time: typeof entry["time"] };
}

function byText(left: Json, right: Json): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}
