import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import type http from "node:http";
import path from "node:path";
import type { TLSSocket } from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import { isUnauthorized } from "../../src/kube/api-error.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { startConnectProxy } from "../support/connect-proxy.js";
import { FakeClock } from "../support/fake-clock.js";
import { answer, startScriptedServer, status } from "../support/scripted-server.js";
import { tempFolder } from "../support/temp-folder.js";
import { failureOf } from "../support/failure-of.js";
import { connect, inCase } from "./connect-transport.js";

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

  test("trusts any server if configured", async () => {
    const server = await startScriptedServer((_, response) => answer(response, 200, {}), certificate);
    const { transport } = connect({ ...server.config, tls: { insecureSkipVerify: true } });
    expect(await transport.request({ method: "GET", path: "/" })).toBe("{}");
  });

  test("reads a changed authority file again, and does not interrupt requests in progress", async () => {
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
