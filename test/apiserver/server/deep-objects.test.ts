/** Objects that are nested thousands of levels deep get an answer, whatever it is, and the server goes on. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, request } from "node:https";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";

let server: ApiServer;
let token: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  server = await startApiServer();
  ({ token } = server.addUser({ name: "a", groups: ["system:masters"] }));
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
});

function send(method: string, path: string, type: string, body: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, agent, ca: server.caCertificate, headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

const claim = (value: string): string =>
  `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"a"},"revision":1,"data":${value}}`;
const revisions = "/apis/apps/v1/namespaces/default/controllerrevisions";

test.each<[string, string, string, string]>([
  ["a create", "POST", "application/json", revisions],
  ["an apply", "PATCH", "application/apply-patch+yaml", `${revisions}/a?fieldManager=me`],
  ["an update", "PUT", "application/json", `${revisions}/a`],
])("%s", async (_, method, type, path) => {
  for (const depth of [3_000, 6_000, 9_900, 50_000]) {
    for (const [open, close] of [
      ['{"a":', "}"],
      ["[", "]"],
    ] as const) {
      const status = await send(
        method,
        `${path}${path.includes("?") ? "&" : "?"}dryRun=All`,
        type,
        claim(open.repeat(depth) + "1" + close.repeat(depth)),
      );
      expect(status).toBeGreaterThanOrEqual(200);
    }
  }
  expect(await send("GET", "/readyz", "text/plain", "")).toBe(200);
});
