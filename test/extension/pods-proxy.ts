/** Shows a Reading as a Pod, so that `kubectl exec`, which knows Pods alone, is a client of its subresource `shell`. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { connect } from "node:tls";
import { defined } from "../../src/core/defined.js";
import { mainTarget } from "./stream-client.js";

export interface PodsProxy {
  /** The address for kubectl. */
  readonly url: string;
  readonly close: () => void;
}

const podPath = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/?]+)(?:\/exec)?/;
const shellPath = "/apis/metrics.abc.com/v1/namespaces/$1/readings/$2/shell";

/** @param kubeconfig - of the main API server, for an administrator */
export async function startPodsProxy(kubeconfig: string): Promise<PodsProxy> {
  const { host, port, ca, token } = mainTarget(kubeconfig);
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const [found, namespace, name] = podPath.exec(request.url ?? "") ?? [];
    if (found !== undefined) {
      const spec = { containers: [{ name: "shell", image: "none" }] };
      const pod = { apiVersion: "v1", kind: "Pod", metadata: { namespace, name }, spec, status: { phase: "Running" } };
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(pod));
      return;
    }
    const headers = { ...request.headers, host: `${host}:${port}`, authorization: `Bearer ${token}` };
    const { method, url: path } = request;
    const sent = httpsRequest({ host, port, ca, headers, agent: false, ...defined({ method, path }) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on("error", () => response.destroy());
    request.pipe(sent);
  });
  server.on("upgrade", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const main = connect({ host, port, ca });
    for (const [side, other] of [
      [client, main],
      [main, client],
    ] as const) {
      side.on("error", () => other.destroy()).once("close", () => other.destroy());
    }
    const headers = { ...request.headers, host: `${host}:${port}`, authorization: `Bearer ${token}` };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    main.write([`GET ${request.url?.replace(podPath, shellPath) ?? ""} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
    main.write(head);
    client.pipe(main).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
