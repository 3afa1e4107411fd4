/**
 * The usage of quotas is kept up to date, and never exceeded. The contract suite cannot check this without
 * kube-controller-manager.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../../src/apiserver/api-server.js";
import { objectOf } from "../../../../src/apiserver/api-object.js";
import { startApiServer } from "../../../../src/apiserver/start-api-server.js";
import type { JsonObject } from "../../../../src/core/json.js";
import { eventually } from "../../../support/eventually.js";
import { connect, type Connection, readText, send } from "../../contract/exchange.js";
import { parseServerUnderTest } from "../../contract/server-under-test.js";

let server: ApiServer;
let connection: Connection;

beforeAll(async () => {
  server = await startApiServer();
  connection = connect(parseServerUnderTest(server.kubeconfig));
});
afterAll(() => server.stop());

const core = "/api/v1/namespaces/default";

async function ask(method: string, path: string, body?: object): Promise<{ code: number; body: JsonObject }> {
  const headers = { authorization: `Bearer ${connection.server.token}`, "content-type": "application/json" };
  const response = await send(connection, {
    method,
    path: `${core}/${path}`,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = (await readText(response)).toString();
  return { code: response.statusCode ?? 0, body: JSON.parse(text) as JsonObject };
}

async function usedOf(name: string): Promise<unknown> {
  const { body } = await ask("GET", `resourcequotas/${name}`);
  return objectOf(objectOf(body, "status"), "used");
}

test("concurrent creates do not exceed the quota, and a deletion frees quota", async () => {
  await ask("POST", "secrets", { metadata: { name: "before" } });
  await ask("POST", "resourcequotas", { metadata: { name: "q" }, spec: { hard: { secrets: "5" } } });
  await eventually(async () => {
    expect(await usedOf("q")).toEqual({ secrets: "1" });
  });

  const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
  const codes = await Promise.all(
    names.map(async (name) => (await ask("POST", "secrets", { metadata: { name } })).code),
  );

  expect(codes.filter((code) => code === 201)).toHaveLength(4);
  expect(codes.filter((code) => code === 403)).toHaveLength(16);
  expect(await usedOf("q")).toEqual({ secrets: "5" });
  await ask("DELETE", "secrets/before");
  await eventually(async () => {
    expect(await usedOf("q")).toEqual({ secrets: "4" });
  });
});

test("the server measures a changed quota again", async () => {
  await ask("POST", "resourcequotas", { metadata: { name: "r" }, spec: { hard: { configmaps: "50" } } });
  await eventually(async () => {
    expect(await usedOf("r")).toEqual({ configmaps: "1" });
  });
  await ask("PUT", "resourcequotas/r", { metadata: { name: "r" }, spec: { hard: { "count/services": "3" } } });
  await eventually(async () => {
    expect(await usedOf("r")).toEqual({ "count/services": "1" });
  });
});
