import { expect, test } from "vitest";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { seeded } from "../../support/seeded.js";
import { connect, readText, send } from "../contract/exchange.js";
import { parseServerUnderTest } from "../contract/server-under-test.js";
import { ask } from "./ask.js";
import { randomRequest } from "./mutate-request.js";
import { widgetDefinition } from "./sample-kinds.js";

test("four hundred requests that are not quite right find no fault, and the server stays up", async () => {
  const server = await startApiServer();
  const connection = connect(parseServerUnderTest(server.kubeconfig));
  const headers = { authorization: `Bearer ${connection.server.token}`, "content-type": "application/json" };
  const create = async (path: string, object: object): Promise<unknown> =>
    readText(await send(connection, { method: "POST", path, headers, body: JSON.stringify(object) }));
  try {
    await create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
    await create("/api/v1/namespaces", { metadata: { name: "fuzz" } });
    const random = seeded(7);
    const requests = Array.from({ length: 400 }, () => randomRequest(random));
    const faults: string[] = [];
    for (const request of requests) {
      const { code, text } = await ask(connection, request, { ns: "fuzz", id: "fuzz" });
      if (code === 0 || /"reason":\s*"InternalError"/.test(text)) {
        faults.push(`${request.method} ${request.path}?${request.query.join("&")}: ${code} ${text}`);
      }
    }
    expect(faults).toEqual([]);
    const health = await send(connection, { method: "GET", path: "/readyz", headers });
    expect((await readText(health)).toString()).toBe("ok");
  } finally {
    connection.agent.destroy();
    await server.stop();
  }
});
