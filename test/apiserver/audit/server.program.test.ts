/** The audit log of a running server. The events themselves are compared with those of kube-apiserver in audit.cluster.test.ts. */
import { request } from "node:https";
import { afterEach, describe, expect, test } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import type { AuditEvent } from "../../../src/apiserver/audit/audit-event.js";
import type { AuditLog } from "../../../src/apiserver/audit/audit-log.js";
import { type AuditPolicy, metadataPolicy } from "../../../src/apiserver/audit/policy.js";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { connect, type Connection, readText, send } from "../contract/exchange.js";
import { parseServerUnderTest } from "../contract/server-under-test.js";

const maps = "/api/v1/namespaces/default/configmaps";

let server: ApiServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** Starts a server whose events are added to the list. */
async function start(policy: AuditPolicy, events: AuditEvent[], ready: AuditLog["ready"] = () => undefined) {
  const write = (line: string): void => void events.push(JSON.parse(line) as AuditEvent);
  server = await startApiServer({ audit: { policy, log: { ready, write } } });
  return connect(parseServerUnderTest(server.kubeconfig));
}

async function ask(connection: Connection, path: string, { method = "GET", headers = {}, body = "" } = {}) {
  const authorization = `Bearer ${connection.server.token}`;
  const type = { "content-type": "application/json" };
  const raw = { method, path, headers: { authorization, ...type, ...headers }, ...(body === "" ? {} : { body }) };
  const response = await send(connection, raw);
  const text = (await readText(response)).toString();
  return { code: response.statusCode, auditId: response.headers["audit-id"], text };
}

describe("the audit log of a server", () => {
  test("contains the response before the client has it, under the id that the client sees", async () => {
    const events: AuditEvent[] = [];
    const connection = await start(metadataPolicy, events);
    const own = await ask(connection, `${maps}?limit=1`, { headers: { "audit-id": "my-id" } });
    expect(own.auditId).toBe("my-id");
    expect(events.map(({ stage, auditID }) => [stage, auditID])).toEqual([
      ["RequestReceived", "my-id"],
      ["ResponseComplete", "my-id"],
    ]);
    const { auditId } = await ask(connection, "/version");
    expect(events.at(-1)).toMatchObject({ auditID: auditId, requestURI: "/version", verb: "get" });
  });

  test("omits stages and requests that the policy omits", async () => {
    const events: AuditEvent[] = [];
    const rules: AuditPolicy["rules"] = [
      { level: "None", nonResourceURLs: ["*"] },
      { level: "Metadata", verbs: ["list"], omitStages: ["ResponseComplete"] },
      { level: "Request" },
    ];
    const connection = await start({ omitStages: ["RequestReceived"], rules }, events);
    await ask(connection, "/version");
    await ask(connection, maps);
    await ask(connection, `${maps}/missing`);
    expect(events.map(({ level, stage, verb }) => [level, stage, verb])).toEqual([
      ["Request", "ResponseComplete", "get"],
    ]);
    expect(events[0]).not.toHaveProperty("responseObject");
  });

  test("contains the end of watches, also of those that the server ends when it stops", async () => {
    const events: AuditEvent[] = [];
    const connection = await start(metadataPolicy, events);
    const open = await send(connection, {
      ...{ method: "GET", path: `${maps}?watch=true` },
      headers: { authorization: `Bearer ${connection.server.token}` },
    });
    expect(events.map(({ stage }) => stage)).toEqual(["RequestReceived", "ResponseStarted"]);
    open.on("error", () => undefined);
    await server?.stop();
    expect(events.map(({ stage }) => stage)).toEqual(["RequestReceived", "ResponseStarted", "ResponseComplete"]);
  });

  test("shortens long user agents, and names the addresses that headers contain", async () => {
    const events: AuditEvent[] = [];
    const connection = await start(metadataPolicy, events);
    const headers = {
      "user-agent": "a".repeat(2_000),
      "x-forwarded-for": "10.0.0.1, unknown, ::1",
      "x-real-ip": "::1",
    };
    await ask(connection, "/version", { headers });
    expect(events[0]).toMatchObject({
      userAgent: `${"a".repeat(1_024)}...TRUNCATED`,
      sourceIPs: ["10.0.0.1", "::1", "127.0.0.1"],
    });
  });

  test("rejects requests while it cannot store events, and changes nothing", async () => {
    const events: AuditEvent[] = [];
    let isFull = false;
    const connection = await start(metadataPolicy, events, () => {
      if (isFull) throw new Error("the disk is full");
    });
    isFull = true;
    const body = JSON.stringify({ metadata: { name: "a" } });
    const refused = await ask(connection, maps, { method: "POST", body });
    expect(refused.code).toBe(500);
    expect(refused.text).toContain("failed to store audit event: the disk is full");
    expect(events).toEqual([]);
    isFull = false;
    expect((await ask(connection, `${maps}/a`)).code).toBe(404);
  });

  test("contains a request with wrong credentials once, without a user", async () => {
    const events: AuditEvent[] = [];
    const connection = await start(metadataPolicy, events);
    const { url, ca } = connection.server;
    const code = await new Promise((resolve, reject) => {
      const headers = { authorization: "Bearer wrong" };
      const asked = request(url + maps, { ca, headers, agent: false }, (response) =>
        resolve(response.resume().statusCode),
      );
      asked.once("error", reject).end();
    });
    expect(code).toBe(401);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ stage: "ResponseStarted", user: {}, responseStatus: { code: 401 } });
  });
});
