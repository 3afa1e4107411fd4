/** An extension API server behind the API server: what passes in both directions, beyond whole requests and responses. */
import type { IncomingMessage } from "node:http";
import { createServer, request as httpsRequest, type RequestOptions, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createServingCertificates } from "../../src/apiserver/http/certificates.js";
import { APIService } from "../../src/k8s/apiregistration/v1.js";
import type { Service } from "../../src/k8s/core/v1.js";
import { type Namespace } from "../../src/k8s/core/v1.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { describeCluster } from "../support/cluster.js";
import { readServerUnderTest, type ServerUnderTest } from "../apiserver/contract/server-under-test.js";

interface Options {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const group = "streams.tsop.dev";
const namespace = "extension-server";

describeCluster("an extension API server", (cluster) => {
  let client: HttpClient;
  let extension: Server;
  const ended: string[] = [];
  let uploaded = 0;

  beforeAll(async () => {
    const { cert, key } = await createServingCertificates(Date.now());
    extension = createServer({ cert, key }, (request, response) => {
      if (request.method !== "POST") {
        response
          .writeHead(200, { "content-type": "application/json" })
          .end('{"kind":"APIResourceList","resources":[]}');
        return;
      }
      request.on("data", (chunk: Buffer) => (uploaded += chunk.length));
      request.on("end", () => response.writeHead(201).end("stored"));
    });
    extension.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello\n");
      socket.on("data", (chunk: Buffer) => socket.write(chunk));
      socket.on("error", () => undefined);
      socket.once("close", () => ended.push(request.url ?? ""));
    });
    await new Promise<void>((resolve) => extension.listen(0, "127.0.0.1", resolve));
    const { port } = extension.address() as AddressInfo;
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    await client.apply<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }, apply);
    const spec = { type: "ExternalName", externalName: "127.0.0.1" } as const;
    await client.apply<Service>(
      { apiVersion: "v1", kind: "Service", metadata: { name: "ext", namespace }, spec },
      apply,
    );
    await client.apply<APIService>(
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: `v1.${group}` },
        spec: {
          ...{ group, version: "v1", groupPriorityMinimum: 100, versionPriority: 100, insecureSkipTLSVerify: true },
          service: { name: "ext", namespace, port },
        },
      },
      apply,
    );
    await vi.waitFor(async () => expect((await exchange({ path: `/apis/${group}/v1` })).statusCode).toBe(200), {
      timeout: 60_000,
    });
  });
  afterAll(async () => {
    await client.delete(APIService, { name: `v1.${group}` });
    client.close();
    extension.closeAllConnections();
    extension.close();
  });

  const apply = { fieldManager: "test" };

  function options(more: Options): RequestOptions {
    const { url, ca, token } = readServer();
    const { hostname, port } = new URL(url);
    return {
      hostname,
      port,
      ca,
      agent: false,
      ...more,
      headers: { authorization: `Bearer ${token}`, ...more.headers },
    };
  }

  function readServer(): ServerUnderTest {
    return readServerUnderTest(cluster().kubeconfig);
  }

  function exchange(more: Options, body?: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = httpsRequest(options(more), (response) => {
        response.resume();
        resolve(response);
      });
      request.on("error", reject);
      request.end(body);
    });
  }

  function upgrade(path: string): Promise<Duplex> {
    return new Promise((resolve, reject) => {
      const request = httpsRequest(options({ path, headers: { connection: "Upgrade", upgrade: "echo" } }));
      request.on("upgrade", (_, socket, head) => {
        socket.unshift(head);
        resolve(socket);
      });
      request.on("response", ({ statusCode }) => reject(new Error(`status ${statusCode}`)));
      request.on("error", reject);
      request.end();
    });
  }

  test("gets the bytes of a connection that switches protocols, and the end of it", async () => {
    const path = `/apis/${group}/v1/namespaces/default/things/a/exec`;
    const socket = await upgrade(path);
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
    await expect.poll(() => received).toBe("hello\n");
    socket.write("ping\n");
    await expect.poll(() => received).toBe("hello\nping\n");
    socket.destroy();
    await expect.poll(() => ended).toEqual([path]);
  });

  test("gets a body that is larger than the limit of the API server", async () => {
    const body = Buffer.alloc(5 * 1024 * 1024, "x");
    const headers = { "content-length": String(body.length), "content-type": "text/plain" };
    const response = await exchange({ method: "POST", path: `/apis/${group}/v1/things`, headers }, body);
    expect([response.statusCode, uploaded]).toEqual([201, body.length]);
  });

  test("an offer to switch protocols elsewhere is ignored, and the connection stays usable", async () => {
    await expect(upgrade("/api/v1/namespaces/default")).rejects.toThrow("status 200");
  });
});
