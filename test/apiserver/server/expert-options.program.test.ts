/** Options of the server for special cases: a lag, other addresses, client certificates. */
import { X509Certificate } from "node:crypto";
import { Agent, request as httpsRequest } from "node:https";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { expect, onTestFinished, test } from "vitest";
import type { ApiServer, ApiServerOptions } from "../../../src/apiserver/api-server.js";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { issueAuthority, issueClient, year } from "../../../src/core/issue-certificates.js";
import type { Json } from "../../../src/core/json.js";
import { tempFolder } from "../../support/temp-folder.js";
import { parseServerUnderTest } from "../contract/server-under-test.js";

async function start(options: ApiServerOptions): Promise<ApiServer> {
  const server = await startApiServer(options);
  onTestFinished(() => server.stop());
  return server;
}

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly token?: string;
  readonly tls?: { readonly cert?: string; readonly key?: string };
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent | false;
  readonly url?: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function call(
  server: ApiServer,
  { method = "GET", path, body, token, tls = {}, host, agent = false, headers: more, url = server.url }: Call,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(host === undefined ? {} : { host }),
      "content-type": "application/json",
      ...more,
    };
    // Node checks the certificate against the header.
    const certified = host === undefined ? {} : { servername: "localhost" };
    const options = { method, headers, ca: server.caCertificate, agent, ...tls, ...certified };
    const request = httpsRequest(url + path, options, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const tokenOf = (server: ApiServer): string => parseServerUnderTest(server.kubeconfig).token;

const whoAmI = {
  method: "POST",
  path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
  body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
};

function userIn({ text }: Answer): Json {
  return (JSON.parse(text) as { status: { userInfo: Json } }).status.userInfo;
}

test("a client certificate names its user and groups, and counts more than a token", async () => {
  const server = await start({});
  const { certificate: cert, key, kubeconfig } = await server.addCertificate({ name: "jane", groups: ["a", "b"] });
  for (const token of [undefined, tokenOf(server)]) {
    const answer = await call(server, { ...whoAmI, tls: { cert, key }, ...(token === undefined ? {} : { token }) });
    expect(userIn(answer)).toEqual({
      username: "jane",
      groups: ["a", "b", "system:authenticated"],
      extra: { "authentication.kubernetes.io/credential-id": [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)] },
    });
  }
  expect(parse(kubeconfig)).toMatchObject({
    users: [{ name: "jane", user: { "client-certificate-data": Buffer.from(cert).toString("base64") } }],
  });
});

test("a certificate of another authority, or of the server itself, is none", async () => {
  const server = await start({});
  const other = await issueAuthority("tsop-client-ca", { now: Date.now(), lifetimeMs: year });
  const { cert, key } = await issueClient(
    other,
    { name: "jane", groups: ["system:masters"] },
    { now: Date.now(), lifetimeMs: year },
  );
  expect((await call(server, { ...whoAmI, tls: { cert, key } })).status).toBe(401);
  expect(userIn(await call(server, { ...whoAmI, tls: { cert, key }, token: tokenOf(server) }))).toMatchObject({
    username: "tsop-admin",
  });
});

test("a resumed session has the user of the first one, and no other", async () => {
  const server = await start({});
  const validity = { now: Date.now(), lifetimeMs: year };
  const other = await issueClient(await issueAuthority("tsop-client-ca", validity), { name: "jane" }, validity);
  const { certificate, key } = await server.addCertificate({ name: "jane" });
  const statuses = async (tls: NonNullable<Call["tls"]>): Promise<readonly number[]> => {
    // An agent resumes the session of its last connection.
    const agent = new Agent({ ca: server.caCertificate, maxCachedSessions: 10, ...tls });
    const all: number[] = [];
    for (let index = 0; index < 3; index += 1) all.push((await call(server, { ...whoAmI, agent })).status);
    return all;
  };
  expect(await statuses({ cert: certificate, key })).toEqual([201, 201, 201]);
  expect(await statuses(other)).toEqual([401, 401, 401]);
  expect(await statuses({})).toEqual([403, 403, 403]);
});

test("the server listens on another address, with a certificate for it", async () => {
  const server = await start({ bindAddress: "0.0.0.0" });
  const others = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4")
    .map(({ address }) => address);
  const port = new URL(server.url).port;
  expect(server.url).toBe(`https://127.0.0.1:${port}`);
  for (const address of ["127.0.0.1", ...others]) {
    const answer = await call(server, { path: "/readyz", token: tokenOf(server), url: `https://${address}:${port}` });
    expect([address, answer.status]).toEqual([address, 200]);
  }
  expect((await call(server, { path: "/readyz", token: tokenOf(server), host: "rebound.example.com" })).status).toBe(
    403,
  );
  expect(await portsOfService(server)).toEqual([Number(port), Number(port)]);
});

test("the Service of a restarted server leads to its new port, and nowhere from loopback", async () => {
  const dataFile = path.join(tempFolder(), "data");
  for (const bindAddress of ["0.0.0.0", "0.0.0.0", "127.0.0.1", "0.0.0.0"]) {
    const server = await startApiServer({ bindAddress, dataFile });
    const port = Number(new URL(server.url).port);
    expect(await portsOfService(server)).toEqual(bindAddress === "127.0.0.1" ? [] : [port, port]);
    await server.stop();
  }
});

/** Returns the ports of the Endpoints and of the EndpointSlice of the Service `kubernetes`. */
async function portsOfService(server: ApiServer): Promise<unknown[]> {
  const token = tokenOf(server);
  const read = async (kind: string): Promise<Json> =>
    JSON.parse((await call(server, { path: `${kind}?fieldSelector=metadata.name=kubernetes`, token })).text) as Json;
  const endpoints = await read("/api/v1/namespaces/default/endpoints");
  const slices = await read("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices");
  return [...portsIn(endpoints), ...portsIn(slices)];
}

function portsIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === "port" ? [inner] : portsIn(inner),
  );
}

test("on loopback, the server accepts no other address as its name", async () => {
  const server = await start({});
  expect((await call(server, { path: "/readyz", token: tokenOf(server), host: "10.1.2.3" })).status).toBe(403);
  expect(new X509Certificate(server.caCertificate).ca).toBe(true);
});

test("with a lag, roles and events come late, and all of them come", async () => {
  const lagMs = 400;
  const server = await start({ lagMs });
  const { token } = server.addUser({ name: "jane" });
  const admin = tokenOf(server);
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  const create = (path: string, body: object): Promise<Answer> =>
    call(server, { method: "POST", path, body, token: admin });
  const events: string[] = [];
  const watched = await watchNames(server, "/api/v1/namespaces/default/configmaps", admin, events);
  await create("/api/v1/namespaces/default/configmaps", { metadata: { name: "a" } });
  await create("/api/v1/namespaces/default/configmaps", { metadata: { name: "b" } });
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
  const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "jane" }];
  const written = Date.now();
  expect((await create(`${rbac}/clusterrolebindings`, { metadata: { name: "jane" }, roleRef, subjects })).status).toBe(
    201,
  );
  const read = { path: "/api/v1/namespaces/default/configmaps", token };
  const isEarly = Date.now() - written < lagMs / 2;
  const early = await call(server, read);
  if (isEarly) expect([early.status, events]).toEqual([403, []]);
  await expect.poll(async () => (await call(server, read)).status).toBe(200);
  expect(Date.now() - written).toBeGreaterThanOrEqual(lagMs);
  await expect.poll(() => events).toEqual(["a", "b"]);
  watched();
});

test("without the feature gate WatchList, a watch that asks for initial events is rejected", async () => {
  const path = "/api/v1/namespaces?watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
  const [on, off] = [await start({}), await start({ featureGates: { WatchList: false } })];
  expect((await call(on, { path, token: tokenOf(on) })).status).toBe(200);
  const rejected = await call(off, { path, token: tokenOf(off) });
  expect([rejected.status, rejected.text]).toEqual([422, expect.stringContaining("unless the WatchList feature gate")]);
  const plain = await call(off, { path: "/api/v1/namespaces?watch=1&timeoutSeconds=1", token: tokenOf(off) });
  expect([plain.status, plain.text]).toEqual([200, expect.stringContaining('"name":"kube-system"')]);
});

test("a body in a request that offers another protocol is rejected, and nothing is done", async () => {
  const server = await start({});
  const path = "/api/v1/namespaces";
  const offer = { connection: "Upgrade", upgrade: "websocket" };
  const body = { metadata: { name: "offered" } };
  const rejected = await call(server, { method: "POST", path, body, token: tokenOf(server), headers: offer });
  expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining("must not have a body")]);
  expect((await call(server, { path: `${path}/offered`, token: tokenOf(server) })).status).toBe(404);
  expect((await call(server, { path, token: tokenOf(server), headers: offer })).status).toBe(200);
});

/** Adds the names in the events of a watch to a list; returns a function that ends the watch. */
function watchNames(server: ApiServer, path: string, token: string, names: string[]): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const options = { headers: { authorization: `Bearer ${token}` }, ca: server.caCertificate, agent: false };
    const from = "resourceVersion=0";
    const request = httpsRequest(`${server.url}${path}?watch=1&${from}`, options, (response) => {
      response.on("data", (chunk: Buffer) => {
        for (const [, name = ""] of chunk.toString().matchAll(/"metadata":\{"name":"([ab])"/g)) names.push(name);
      });
      resolve(() => request.destroy());
    });
    request.on("error", reject);
    request.end();
  });
}
