import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import type http from "node:http";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import type { TLSSocket } from "node:tls";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import { ApiError, isUnauthorized } from "../../src/kube/api-error.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import {
  type CompletedRequest,
  createTransport,
  type Transport,
  type TransportOptions,
} from "../../src/kube/transport.js";
import { TransportError } from "../../src/kube/transport-error.js";
import { startConnectProxy } from "../support/connect-proxy.js";
import { FakeClock } from "../support/fake-clock.js";
import { answer, startScriptedServer, status } from "../support/scripted-server.js";
import { tempFolder } from "../support/temp-folder.js";

/** A transport that waits for nothing, and the waits that it would have made. */
function connect(config: ClusterConfig, options: TransportOptions = {}): { transport: Transport; waits: number[] } {
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  const transport = createTransport(config, { wait, env: {}, ...options });
  onTestFinished(() => transport.close());
  return { transport, waits };
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function inCase(server: string, more: Partial<ClusterConfig> = {}): ClusterConfig {
  return { source: "test", context: "test", server, namespace: "default", tls: {}, auth: { kind: "none" }, ...more };
}

describe("a request", () => {
  test("goes over one connection that stays open", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, { ok: true }));
    const { transport } = connect(server.config);
    for (let count = 0; count < 5; count += 1)
      expect(await transport.request({ method: "GET", path: "/x" })).toBe('{"ok":true}');
    expect(server.connections).toBe(1);
  });

  test("is sent below the base path of the server's address", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}));
    const { transport } = connect({ ...server.config, server: `${server.url}/k8s/clusters/c-1` });
    await transport.request({ method: "GET", path: "/api?x=1" });
    expect(server.received[0]?.path).toBe("/k8s/clusters/c-1/api?x=1");
  });

  // F28
  test("does not take more than 32 sockets, and watches do not take these", async () => {
    const held: http.ServerResponse[] = [];
    const server = await startScriptedServer((request, response) => {
      if (request.path === "/watch") response.writeHead(200).write("x");
      else if (request.path === "/held") held.push(response);
      else answer(response, 200, {});
    });
    const { transport } = connect(server.config);
    const watches = Array.from({ length: 40 }, () => transport.stream({ path: "/watch" }));
    await Promise.all(watches.map((watch) => watch.next()));
    expect(await transport.request({ method: "PUT", path: "/write", body: "{}" })).toBe("{}");
    const requests = Array.from({ length: 40 }, () => transport.request({ method: "GET", path: "/held" }));
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(32);
    expect(server.openConnections).toBe(72);
    while (held.length > 0 || server.received.filter(({ path }) => path === "/held").length < 40) {
      held.splice(0).forEach((response) => answer(response, 200, {}));
      await new Promise((resolve) => setImmediate(resolve));
    }
    held.forEach((response) => answer(response, 200, {}));
    await Promise.all(requests);
    await Promise.all(watches.map((watch) => watch.return()));
  });

  test("rejects with the signal's reason, before and while it is under way", async () => {
    const server = await startScriptedServer(() => undefined);
    const { transport } = connect(server.config);
    const reason = new Error("enough");
    expect(await failureOf(transport.request({ method: "GET", path: "/", signal: AbortSignal.abort(reason) }))).toBe(
      reason,
    );
    const controller = new AbortController();
    const failure = failureOf(transport.request({ method: "GET", path: "/", signal: controller.signal }));
    await expect.poll(() => server.received.length).toBe(1);
    controller.abort(reason);
    expect(await failure).toBe(reason);
  });

  test("rejects with the signal's reason while it waits to be repeated", async () => {
    const server = await startScriptedServer((_, response) =>
      answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "20" }),
    );
    const transport = createTransport(server.config);
    onTestFinished(() => transport.close());
    const controller = new AbortController();
    const reason = new Error("enough");
    const failure = failureOf(transport.request({ method: "GET", path: "/", signal: controller.signal }));
    await expect.poll(() => server.received.length).toBe(1);
    controller.abort(reason);
    expect(await failure).toBe(reason);
  });

  test("is not repeated when the transport was closed meanwhile, so that no connection is left", async () => {
    const server = await startScriptedServer((_, response) =>
      answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "1" }),
    );
    const wait = (): Promise<void> => {
      transport.close();
      return Promise.resolve();
    };
    const { transport } = connect(server.config, { wait });
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({ statusCode: 429 });
    expect(server.received).toHaveLength(1);
    await expect.poll(() => server.openConnections).toBe(0);
  });

  test("is given up after the time limit without a byte, and a write is not repeated", async () => {
    const clock = new FakeClock();
    const server = await startScriptedServer(() => undefined);
    const { transport, waits } = connect(server.config, { clock });
    const failure = failureOf(transport.request({ method: "POST", path: "/", body: "{}" }));
    await expect.poll(() => server.received.length).toBe(1);
    await clock.advance(70_000);
    expect(await failure).toMatchObject({ failure: "timeout", code: "cluster/timeout" });
    expect(waits).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  test("reports what was asked and answered", async () => {
    const seen: CompletedRequest[] = [];
    const server = await startScriptedServer((_, response) => answer(response, 200, {}));
    const { transport } = connect(server.config, {
      onRequest: (request) => seen.push(request),
      clock: new FakeClock(),
    });
    await transport.request({ method: "GET", path: "/" });
    await server.stop();
    await failureOf(transport.request({ method: "POST", path: "/" }));
    const host = new URL(server.url).host;
    expect(seen[0]).toEqual({ method: "GET", host, code: "200", durationMs: 0 });
    expect(seen[1]).toEqual({ method: "POST", host, code: "<error>", durationMs: 0 });
  });
});

// F24
describe("a refusal", () => {
  test.each([
    ["seconds", "7", 7000],
    ["a date", "Sat, 31 Jan 2026 12:00:05 GMT", 5000],
    ["a date that has passed", "Sat, 31 Jan 2026 11:00:00 GMT", 0],
    ["far too long", "86400", 30_000],
  ])("with Retry-After as %s is followed by another attempt after it", async (_, header, ms) => {
    const server = await startScriptedServer((_request, response, index) =>
      index === 0
        ? answer(response, 429, status(429, "TooManyRequests"), { "retry-after": header })
        : answer(response, 200, { ok: 1 }),
    );
    const { transport, waits } = connect(server.config, { clock: new FakeClock("2026-01-31T12:00:00Z") });
    expect(await transport.request({ method: "POST", path: "/", body: "{}" })).toBe('{"ok":1}');
    expect(waits).toEqual([ms]);
  });

  test.each([
    ["GET", 429, "1", true],
    ["GET", 500, "1", true],
    ["GET", 503, "1", true],
    ["GET", 500, undefined, false],
    ["GET", 404, "1", false],
    ["POST", 429, "1", true],
    ["POST", 503, "1", true],
    ["PATCH", 503, undefined, false],
    ["PUT", 500, "1", false],
    ["DELETE", 504, "1", false],
  ] as const)("of a %s with %d and Retry-After %s: repeated is %s", async (method, code, retryAfter, isRepeated) => {
    const server = await startScriptedServer((_, response, index) =>
      index === 0
        ? answer(response, code, status(code, "X"), retryAfter === undefined ? {} : { "retry-after": retryAfter })
        : answer(response, 200, {}),
    );
    const { transport } = connect(server.config);
    const failure = await failureOf(transport.request({ method, path: "/" }));
    expect(server.received.length).toBe(isRepeated ? 2 : 1);
    if (isRepeated) expect(failure).toBeUndefined();
    else expect(failure).toMatchObject({ statusCode: code, reason: "X" });
  });

  test("that never ends is given up after ten attempts", async () => {
    const server = await startScriptedServer((_, response) =>
      answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "1" }),
    );
    const { transport } = connect(server.config);
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toBeInstanceOf(ApiError);
    expect(server.received.length).toBe(10);
  });

  test("by something that is no API server says what it was", async () => {
    const server = await startScriptedServer((_, response) =>
      response.writeHead(502, { "content-type": "text/html" }).end("<html><h1>Bad   Gateway</h1></html>"),
    );
    const { transport } = connect(server.config);
    expect(await failureOf(transport.request({ method: "PUT", path: "/a?b=c" }))).toMatchObject({
      code: "cluster/api-error",
      message: "PUT /a: Bad Gateway (502)",
    });
  });

  test("that leads elsewhere is not followed", async () => {
    const server = await startScriptedServer((_, response) =>
      response.writeHead(302, { location: "https://login.example/" }).end(),
    );
    const { transport } = connect(server.config);
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({
      code: "cluster/bad-response",
      message: `${server.url}: it leads on to https://login.example/`,
    });
  });
});

describe("a connection that fails", () => {
  test("by refusal is tried again for reads and writes, five times", async () => {
    const config = inCase(`http://127.0.0.1:${await freePort()}`);
    for (const method of ["GET", "POST"] as const) {
      const { transport, waits } = connect(config);
      expect(await failureOf(transport.request({ method, path: "/" }))).toMatchObject({
        code: "cluster/unreachable",
        failure: "refused",
        neverSent: true,
        message: `${config.server}: nothing listens there (connection refused)`,
      });
      expect(waits).toEqual([100, 200, 400, 800]);
    }
  });

  test("by a reset is tried again for reads only", async () => {
    const server = await startScriptedServer((_, response, index) =>
      index === 0 || index === 2 ? response.socket?.destroy() : answer(response, 200, {}),
    );
    const { transport } = connect(server.config);
    expect(await transport.request({ method: "GET", path: "/" })).toBe("{}");
    const failure = await failureOf(transport.request({ method: "POST", path: "/", body: "{}" }));
    expect(failure).toBeInstanceOf(TransportError);
    expect(failure).toMatchObject({ code: "cluster/unreachable", failure: "reset", neverSent: false });
    expect(server.received.length).toBe(3);
  });

  test("in the middle of an answer is tried again for reads", async () => {
    const server = await startScriptedServer((_, response, index) => {
      if (index > 0) answer(response, 200, { whole: true });
      else response.writeHead(200, { "content-length": "100" }).write('{"half":', () => response.socket?.destroy());
    });
    const { transport } = connect(server.config);
    expect(await transport.request({ method: "GET", path: "/" })).toBe('{"whole":true}');
  });

  test("because the name does not resolve says so", async () => {
    const { transport } = connect(inCase("http://no-such-host.invalid:1"));
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({ failure: "dns" });
  });

  test("because the other side speaks no HTTP says so", async () => {
    const server = net.createServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { transport } = connect(inCase(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({
      code: "cluster/bad-response",
    });
  });

  test("because the other side speaks no TLS says so", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}));
    const { transport } = connect(inCase(server.url.replace("http:", "https:")));
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({
      code: "cluster/tls-failed",
    });
  });
});

function credential({ cert, key }: { cert: string; key: string }): string {
  const status = { clientCertificateData: cert, clientKeyData: key };
  return JSON.stringify({ apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status });
}

describe("TLS", () => {
  let certificate: { cert: string; key: string };
  let other: { cert: string; key: string };
  beforeAll(async () => {
    certificate = await createSelfSignedCertificate(Date.now());
    other = await createSelfSignedCertificate(Date.now());
  });

  test("trusts the configured authority", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}), certificate);
    const { transport } = connect({ ...server.config, tls: { ca: { kind: "data", data: certificate.cert } } });
    expect(await transport.request({ method: "GET", path: "/" })).toBe("{}");
  });

  test("refuses a server that the authority does not vouch for", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}), certificate);
    for (const tls of [{}, { ca: { kind: "data", data: other.cert } }] as const) {
      const { transport, waits } = connect({ ...server.config, tls });
      expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({
        code: "cluster/tls-failed",
      });
      expect(waits).toEqual([]);
    }
    expect(server.received).toEqual([]);
  });

  test("looks for tls-server-name in place of the address", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}), certificate);
    const url = server.url.replace("localhost", "127.0.0.1");
    const ca = { kind: "data", data: certificate.cert } as const;
    const named = connect({ ...server.config, server: url, tls: { ca, serverName: "localhost" } });
    expect(await named.transport.request({ method: "GET", path: "/" })).toBe("{}");
    const unnamed = connect({ ...server.config, server: url, tls: { ca } });
    expect(await failureOf(unnamed.transport.request({ method: "GET", path: "/" }))).toMatchObject({ failure: "tls" });
  });

  test("trusts anybody when told to", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}), certificate);
    const { transport } = connect({ ...server.config, tls: { insecureSkipVerify: true } });
    expect(await transport.request({ method: "GET", path: "/" })).toBe("{}");
  });

  test("reads the authority's file again when it has changed, and lets what is under way go on", async () => {
    const clock = new FakeClock();
    const file = path.join(tempFolder({ "ca.crt": certificate.cert }), "ca.crt");
    const script = (request: { path: string }, response: http.ServerResponse): void => {
      if (request.path === "/watch") response.writeHead(200).write("event\n");
      else answer(response, 200, {});
    };
    const server = await startScriptedServer(script, certificate);
    const { transport } = connect({ ...server.config, tls: { ca: { kind: "file", path: file } } }, { clock });
    const watch = transport.stream({ path: "/watch" });
    await watch.next();
    await transport.request({ method: "GET", path: "/" });
    expect(server.openConnections).toBe(2);

    writeFileSync(file, "half a file");
    await clock.advance(10_000);
    expect(await transport.request({ method: "GET", path: "/" })).toBe("{}");

    writeFileSync(file, other.cert);
    await clock.advance(10_000);
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({ failure: "tls" });
    await expect.poll(() => server.openConnections).toBe(1);
    await watch.return();
  });

  test("shows the client certificate of the kubeconfig, or of a credential plugin, and the next one when that is refused", async () => {
    const shown: string[] = [];
    const script = (_: unknown, response: http.ServerResponse, index: number): void => {
      // An https server's sockets are these.
      const { fingerprint256 } = (response.req.socket as unknown as TLSSocket).getPeerCertificate();
      shown.push(fingerprint256);
      if (index === 1) answer(response, 401, status(401, "Unauthorized"));
      else answer(response, 200, {});
    };
    const server = await startScriptedServer(script, { ...certificate, requestCert: true, rejectUnauthorized: false });
    const [ca, cert, key] = [certificate.cert, other.cert, other.key].map((data) => ({ kind: "data", data }) as const);
    const { transport } = connect({ ...server.config, tls: { ca: ca!, cert: cert!, key: key! } });
    await transport.request({ method: "GET", path: "/" });

    const folder = tempFolder({
      "1.json": credential(other),
      "2.json": credential(certificate),
      "plugin.cjs": `const fs = require("node:fs"), path = require("node:path");
        const file = path.join(__dirname, fs.existsSync(path.join(__dirname, "ran")) ? "2.json" : "1.json");
        fs.writeFileSync(path.join(__dirname, "ran"), "");
        console.log(fs.readFileSync(file, "utf8"));`,
    });
    const auth = {
      kind: "exec",
      apiVersion: "client.authentication.k8s.io/v1",
      command: process.execPath,
      args: [path.join(folder, "plugin.cjs")],
      env: [],
      interactiveMode: "Never",
    } as const;
    const plugin = connect({ ...server.config, tls: { ca: ca! }, auth });
    await plugin.transport.request({ method: "GET", path: "/" });
    const [own, second] = [other, certificate].map((pair) => new X509Certificate(pair.cert).fingerprint256);
    expect(shown).toEqual([own, own, second]);
  });

  test.each([
    ["a file that is not there", { kind: "file", path: "/does/not/exist" } as const],
    ["text that is no certificate", { kind: "data", data: "-----BEGIN CERTIFICATE-----\nnonsense" } as const],
  ])("says that %s cannot be used", async (_, cert) => {
    const { transport } = connect(inCase("https://127.0.0.1:1", { tls: { cert, key: cert } }));
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({
      code: "cluster/tls-failed",
    });
  });
});

// F26
describe("credentials", () => {
  const accept = (wanted: string) => (request: { headers: http.IncomingHttpHeaders }, response: http.ServerResponse) =>
    request.headers.authorization === wanted
      ? answer(response, 200, { ok: true })
      : answer(response, 401, status(401, "Unauthorized"));

  test("are sent as a token, as basic, and with whom to be", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}));
    const impersonate = { user: "jane", uid: "7", groups: ["a", "b"], extra: { "example.com/x": ["1", "2"] } };
    const configs: Partial<ClusterConfig>[] = [
      { auth: { kind: "token", token: "secret" }, impersonate },
      { auth: { kind: "basic", username: "jane", password: "päss" } },
    ];
    for (const more of configs)
      await connect({ ...server.config, ...more }).transport.request({ method: "GET", path: "/" });
    expect(server.received[0]?.headers).toMatchObject({
      authorization: "Bearer secret",
      "impersonate-user": "jane",
      "impersonate-uid": "7",
      "impersonate-group": "a, b",
      "impersonate-extra-example.com%2fx": "1, 2",
    });
    expect(server.received[1]?.headers.authorization).toBe(`Basic ${Buffer.from("jane:päss").toString("base64")}`);
  });

  test("in a file are read again every minute, and at once when they are refused", async () => {
    const clock = new FakeClock();
    const file = path.join(tempFolder({ token: "one\n" }), "token");
    const seen: (string | undefined)[] = [];
    const server = await startScriptedServer((request, response) => {
      seen.push(request.headers.authorization);
      if (request.headers.authorization === "Bearer two") answer(response, 401, status(401, "Unauthorized"));
      else answer(response, 200, {});
    });
    const { transport } = connect({ ...server.config, auth: { kind: "token-file", path: file } }, { clock });
    await transport.request({ method: "GET", path: "/" });
    writeFileSync(file, "two");
    await transport.request({ method: "GET", path: "/" });
    await clock.advance(60_000);
    const refused = failureOf(transport.request({ method: "POST", path: "/" }));
    expect(isUnauthorized(await refused)).toBe(true);
    writeFileSync(file, "three");
    await transport.request({ method: "POST", path: "/" });
    expect(seen).toEqual(["Bearer one", "Bearer one", "Bearer two", "Bearer two", "Bearer two", "Bearer three"]);
  });

  test("that are refused and cannot change are not tried twice", async () => {
    const server = await startScriptedServer(accept("Bearer right"));
    const { transport } = connect({ ...server.config, auth: { kind: "token", token: "wrong" } });
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({
      code: "cluster/unauthorized",
    });
    expect(server.received.length).toBe(1);
  });

  test.each([
    ["missing", undefined],
    ["empty", " \n"],
  ])("in a file that is %s are an error that names it", async (_, content) => {
    const folder = tempFolder(content === undefined ? {} : { token: content });
    const { transport } = connect(
      inCase("http://127.0.0.1:1", { auth: { kind: "token-file", path: path.join(folder, "token") } }),
    );
    expect(await failureOf(transport.request({ method: "GET", path: "/" }))).toMatchObject({
      code: "cluster/credentials-failed",
      message: expect.stringContaining(folder) as string,
    });
  });
});

// F29
describe("a warning of the server's", () => {
  test("is handed on once a text", async () => {
    const server = await startScriptedServer((_, response) =>
      answer(response, 200, {}, { warning: '299 - "v1beta1 is deprecated", 299 - "say \\"v1\\", please"' }),
    );
    const texts: string[] = [];
    const { transport } = connect(server.config, { onWarning: (text) => texts.push(text) });
    await transport.request({ method: "GET", path: "/" });
    await transport.request({ method: "GET", path: "/" });
    expect(texts).toEqual(["v1beta1 is deprecated", 'say "v1", please']);
  });
});

describe("what is to be asked right before a request leaves", () => {
  const closed = new Error("not any more");

  test("is asked each time that the request is sent, after the wait (F42)", async () => {
    const server = await startScriptedServer((_, response) =>
      answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "30" }),
    );
    const { transport, waits } = connect(server.config);
    const beforeSend = (): void => {
      if (waits.length > 1) throw closed;
    };
    const sent = transport.request({ method: "POST", path: "/", body: "{}", beforeSend });
    expect(await failureOf(sent)).toBe(closed);
    expect(waits).toEqual([30_000, 30_000]);
    expect(server.received).toHaveLength(2);
    await expect.poll(() => server.openConnections).toBe(0);
  });

  test.each(["http", "https"])("is asked when a socket is there, and no sooner, over %s (F42)", async (scheme) => {
    const certificate = await createSelfSignedCertificate(Date.now());
    const held: http.ServerResponse[] = [];
    const script = (request: { path: string }, response: http.ServerResponse): void => {
      if (request.path === "/held") held.push(response);
      else answer(response, 200, {});
    };
    const server = await startScriptedServer(script, scheme === "https" ? certificate : undefined);
    const { transport } = connect({ ...server.config, tls: { ca: { kind: "data", data: certificate.cert } } });
    let [isOpen, asked] = [true, 0];
    const beforeSend = (): void => {
      asked += 1;
      if (!isOpen) throw closed;
    };
    const post = (path: string): Promise<unknown> =>
      transport.request({ method: "POST", path, body: "{}", beforeSend }).catch((error: unknown) => error);
    const first = Array.from({ length: 32 }, () => post("/held"));
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(32);
    const [late, later] = [post("/late"), post("/later")];
    answer(held[0]!, 200, {});
    expect(await late).toBe("{}");
    isOpen = false;
    for (const response of held.slice(1)) answer(response, 200, {});
    expect(await Promise.all(first)).toEqual(first.map(() => "{}"));
    expect(await later).toBe("{}"); // it took the socket of the late one, before the gate closed
    expect(await post("/last")).toBe(closed);
    expect(asked).toBe(35);
    expect(server.received.map(({ path }) => path)).not.toContain("/last");
  });

  test("lets a request through a proxy pass", async () => {
    const certificate = await createSelfSignedCertificate(Date.now());
    for (const tls of [undefined, certificate]) {
      const server = await startScriptedServer((_, response) => answer(response, 200, {}), tls);
      const { url: proxyUrl } = await startConnectProxy();
      const ca = { kind: "data", data: certificate.cert } as const;
      const { transport } = connect({ ...server.config, proxyUrl, tls: { ca } });
      const beforeSend = (): void => undefined;
      for (const path of ["/a", "/b"]) expect(await transport.request({ method: "PUT", path, beforeSend })).toBe("{}");
    }
  });
});

describe("a stream", () => {
  test("fails after the time limit without a byte, but not while its reader takes its time", async () => {
    const clock = new FakeClock();
    const server = await startScriptedServer((_, response) => response.writeHead(200).write("one"));
    const { transport } = connect(server.config, { clock });
    const stream = transport.stream({ path: "/", idleTimeoutMs: 1000 });
    expect(String((await stream.next()).value)).toBe("one");
    await clock.advance(5000);
    const next = failureOf(stream.next());
    await clock.advance(1000);
    expect(await next).toMatchObject({ failure: "timeout", message: `${server.url}: no byte came for 1 s` });
    await expect.poll(() => server.openConnections).toBe(0);
    expect(clock.timers).toBe(0);
  });

  test("fails when the connection breaks, ends when the server ends it, and closes when the reader leaves", async () => {
    const server = await startScriptedServer((request, response) => {
      response.writeHead(200).write("one", () => {
        if (request.path === "/break") response.socket?.destroy();
        if (request.path === "/end") response.end();
      });
    });
    const { transport } = connect(server.config);
    const read = async (path: string): Promise<string> => {
      let text = "";
      for await (const chunk of transport.stream({ path })) {
        text += chunk.toString();
        if (path === "/leave") break;
      }
      return text;
    };
    expect(await failureOf(read("/break"))).toMatchObject({ failure: "reset" });
    expect(await read("/end")).toBe("one");
    expect(await read("/leave")).toBe("one");
    await expect.poll(() => server.openConnections).toBeLessThanOrEqual(1);
  });

  test("rejects with the signal's reason", async () => {
    const server = await startScriptedServer((_, response) => response.writeHead(200).write("one"));
    const { transport } = connect(server.config);
    const controller = new AbortController();
    const stream = transport.stream({ path: "/", signal: controller.signal });
    await stream.next();
    const next = failureOf(stream.next());
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await next).toBe(reason);
  });

  test("is not repeated when it is refused", async () => {
    const server = await startScriptedServer((_, response) =>
      answer(response, 429, status(429, "TooManyRequests"), { "retry-after": "3" }),
    );
    const { transport } = connect(server.config);
    expect(await failureOf(transport.stream({ path: "/" }).next())).toMatchObject({
      statusCode: 429,
      retryAfterMs: 3000,
    });
    expect(server.received.length).toBe(1);
  });
});

// F27
describe("a proxy", () => {
  test("connects to the server over TLS and without", async () => {
    const certificate = await createSelfSignedCertificate(Date.now());
    for (const tls of [undefined, certificate]) {
      const server = await startScriptedServer((_, response) => answer(response, 200, {}), tls);
      const proxy = await startConnectProxy();
      const ca = { kind: "data", data: certificate.cert } as const;
      const { transport } = connect({
        ...server.config,
        proxyUrl: proxy.url,
        ...(tls === undefined ? {} : { tls: { ca } }),
      });
      expect(await transport.request({ method: "GET", path: "/" })).toBe("{}");
      expect(await transport.request({ method: "GET", path: "/" })).toBe("{}");
      expect(proxy.asked).toEqual([new URL(server.url).host]);
      expect(proxy.authorization).toEqual([`Basic ${Buffer.from("jane:secret").toString("base64")}`]);
    }
  });

  test("that refuses is named as what failed", async () => {
    const { url: proxyUrl } = await startConnectProxy({ refuseWith: 407 });
    const { transport } = connect(inCase("https://10.0.0.1:6443", { proxyUrl }));
    expect(await failureOf(transport.request({ method: "POST", path: "/" }))).toMatchObject({
      failure: "proxy",
      hint: expect.stringContaining("proxy-url") as string,
    });
  });
});
