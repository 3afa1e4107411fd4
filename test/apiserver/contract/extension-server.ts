/** An extension API server for the cases: each request goes to the behavior of the case, and is recorded. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { PeerCertificate, TLSSocket } from "node:tls";
import { createServingCertificates } from "../../../src/apiserver/http/certificates.js";
import type { JsonObject } from "../../../src/core/json.js";
import type { Answer, ContractApi, ContractCase, RequestOptions } from "./contract-case.js";
import { hasCondition } from "./custom-kinds.js";

export const extensionGroup = "$id.ext.example.com";
export const servicesPath = "/apis/apiregistration.k8s.io/v1/apiservices";

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface ExtensionServer {
  readonly port: number;
  /** The authority of its certificate, in base64. */
  readonly caBundle: string;
  /** Responds to all requests except discovery and OpenAPI, which `documents` contains by path. */
  handler: Handler;
  readonly documents: Map<string, Document>;
  /** Set: every request gets this status. */
  failure: number | undefined;
}

export interface Document {
  readonly type?: string;
  readonly body: JsonObject;
}

const aggregatedType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Creates a case with its own extension server, which a Service named `ext` in the case's namespace leads to. */
export function withExtensionServer(
  name: string,
  run: (api: ContractApi, server: ExtensionServer) => Promise<void>,
): ContractCase {
  return {
    name,
    async run(api) {
      const { ca, cert, key } = await createServingCertificates(Date.now(), [`ext.${api.ns}.svc`]);
      const documents = new Map<string, Document>();
      const https = createServer({ cert, key, requestCert: true, rejectUnauthorized: false });
      await new Promise<void>((resolve) => https.listen(0, "127.0.0.1", resolve));
      const server: ExtensionServer = {
        port: (https.address() as AddressInfo).port,
        caBundle: Buffer.from(ca).toString("base64"),
        handler: echo,
        documents,
        failure: undefined,
      };
      https.on("request", (request: IncomingMessage, response: ServerResponse) => {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => answer(server, request, response, Buffer.concat(chunks).toString()));
      });
      https.on("upgrade", switchProtocols);
      try {
        await createService(api, { type: "ExternalName", externalName: "127.0.0.1" });
        await run(api, server);
      } finally {
        for (const version of ["v1", "v2"]) {
          await api.delete(`${servicesPath}/${version}.${extensionGroup}`, undefined, { record: false });
        }
        https.closeAllConnections();
        https.close();
      }
    },
  };
}

function answer(server: ExtensionServer, request: IncomingMessage, response: ServerResponse, body: string): void {
  const path = (request.url ?? "").split("?")[0] ?? "";
  if (server.failure !== undefined) {
    response.writeHead(server.failure, { "content-type": "text/plain" }).end("broken");
    return;
  }
  const document = server.documents.get(path);
  const isDiscovery = /^\/(?:apis|openapi)(?:\/[^/]*){0,2}$/.test(path) || path.startsWith("/openapi/");
  if (document !== undefined) {
    response.writeHead(200, { "content-type": document.type ?? "application/json" }).end(JSON.stringify(document.body));
  } else if (isDiscovery) {
    response.writeHead(404, { "content-type": "text/plain" }).end("no such document");
  } else server.handler(request, response, body);
}

/** The server speaks TLS only. */
interface SecureRequest extends IncomingMessage {
  readonly socket: TLSSocket;
}

/** Responds with the request. */
const echo: Handler = (request, response, body) => {
  // Without a certificate, it has no subject.
  const certificate: Partial<PeerCertificate> = (request as SecureRequest).socket.getPeerCertificate();
  const text = JSON.stringify({
    kind: "Echo",
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(
      Object.entries(request.headers)
        .filter(([name]) => !hiddenHeaders.has(name))
        .map(([name, value]) => [name, value === "tsop-admin" ? "admin" : value]),
    ),
    client: certificate.subject?.CN ?? null,
    ...(body === "" ? {} : { body }),
  });
  response.writeHead(200, { "content-type": "application/json" }).end(text);
};

/** The connection between the servers is each server's own affair, and numbers differ. */
const hiddenHeaders = new Set(["host", "connection", "accept-encoding", "audit-id", "x-remote-uid"]);

/** Sends `hello`, and then sends back what it receives. */
function switchProtocols(request: IncomingMessage, socket: Duplex): void {
  if (request.url?.includes("refuse") === true) {
    socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nContent-Type: text/plain\r\n\r\nno");
    return;
  }
  const user = String(request.headers["x-remote-user"]);
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello ${user}\n`);
  socket.pipe(socket);
  socket.on("error", () => socket.destroy());
}

/** Creates the Service that leads to the extension server, or replaces its spec. */
export async function createService(api: ContractApi, spec: JsonObject): Promise<void> {
  const path = "/api/v1/namespaces/$ns/services";
  await api.delete(`${path}/ext`, undefined, { record: false });
  await api.post(path, { metadata: { name: "ext" }, spec }, { record: false });
}

export interface Registration {
  readonly version?: string;
  readonly spec?: JsonObject;
}

/** Registers a version of the case's group with the API server. */
export async function register(api: ContractApi, server: ExtensionServer, given: Registration = {}): Promise<void> {
  const { version = "v1", spec = {} } = given;
  const isSecure = !("insecureSkipTLSVerify" in spec);
  const service = {
    metadata: { name: `${version}.${extensionGroup}` },
    spec: {
      ...{ group: extensionGroup, version, groupPriorityMinimum: 1_000, versionPriority: 15 },
      service: { namespace: "$ns", name: "ext", port: server.port },
      ...(isSecure ? { caBundle: server.caBundle } : {}),
      ...spec,
    },
  };
  await api.post(servicesPath, service, { record: false });
}

/** Waits until the condition `Available` has the reason, and records the condition. */
export async function untilReason(
  api: ContractApi,
  server: ExtensionServer,
  reason: string,
  version = "v1",
): Promise<void> {
  const path = `${servicesPath}/${version}.${extensionGroup}`;
  await api.until(path, ({ body }) => JSON.stringify(statusOf(body) ?? {}).includes(`"${reason}"`), {
    show: (body) => hidePort(server, statusOf(body)),
  });
}

function statusOf(body: unknown): unknown {
  return (body as { status?: unknown } | undefined)?.status;
}

export async function untilAvailable(api: ContractApi, version = "v1"): Promise<void> {
  const path = `${servicesPath}/${version}.${extensionGroup}`;
  await api.until(path, ({ body }) => hasCondition(body, "Available"), { show: () => "available" });
  // The proxy learns of the condition after a client does.
  const isReached = ({ body }: Answer): boolean => (body as { kind?: string } | undefined)?.kind === "Echo";
  await api.until(`/apis/${extensionGroup}/${version}/ready`, isReached, { show: () => "reached" });
}

/** Adds the discovery documents of a version with a namespaced resource `things`. */
export function addDiscovery(api: ContractApi, { documents }: ExtensionServer, version = "v1"): void {
  const group = extensionGroup.replace("$id", api.id);
  const resources = [
    {
      name: "things",
      singularName: "thing",
      namespaced: true,
      kind: "Thing",
      verbs: ["get", "list"],
      shortNames: ["th"],
    },
    { name: "things/log", singularName: "", namespaced: true, kind: "Thing", verbs: ["get"] },
  ];
  const body = { kind: "APIResourceList", apiVersion: "v1", groupVersion: `${group}/${version}`, resources };
  documents.set(`/apis/${group}/${version}`, { body });
}

/** Adds aggregated discovery, which has another kind than the older form. */
export function addAggregatedDiscovery(
  api: ContractApi,
  { documents }: ExtensionServer,
  versions: readonly string[],
): void {
  const entries = versions.map((version) => ({
    version,
    resources: [
      {
        resource: "gadgets",
        responseKind: { group: "", version: "", kind: "Gadget" },
        scope: "Cluster",
        singularResource: "gadget",
        verbs: ["get"],
        categories: ["all"],
        subresources: [{ subresource: "log", verbs: ["get"] }],
        unknown: true,
      },
    ],
    freshness: "Current",
  }));
  const items = [{ metadata: { name: extensionGroup.replace("$id", api.id) }, versions: entries }];
  const body = { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items };
  documents.set("/apis", { type: aggregatedType, body });
}

/** Hides the port of the extension server, which differs each time. */
export function hidingPort(server: ExtensionServer): RequestOptions {
  return { show: (body) => hidePort(server, body) };
}

function hidePort({ port }: ExtensionServer, body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null).replaceAll(String(port), "$port")) as unknown;
}
