/** Sends requests to the servers behind APIServices, with the certificate by which they know the API server. */
import type { IncomingMessage } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import type { Duplex, Readable } from "node:stream";
import { checkServerIdentity } from "node:tls";
import { describeNetworkFault, type NetworkFault } from "../webhooks/network-fault.js";
import type { ServiceResolver } from "../webhooks/service-resolver.js";
import type { RemoteApiService } from "./api-services.js";
import type { HeaderLists } from "./proxy-headers.js";

/** A certificate and its key, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface ServiceRequest {
  readonly method: string;
  /** With the query, encoded. */
  readonly path: string;
  readonly headers: HeaderLists;
  readonly body?: Readable;
  readonly signal?: AbortSignal;
  /** Whether any certificate of the server is accepted. Default: as the APIService says. */
  readonly skipsVerification?: boolean;
}

export type ServiceResponse =
  | { readonly kind: "response"; readonly response: IncomingMessage }
  | { readonly kind: "switched"; readonly response: IncomingMessage; readonly socket: Duplex; readonly head: Buffer }
  /** `message`: as Go's network libraries print it. */
  | { readonly kind: "fault"; readonly message: string };

export class ServiceClient {
  readonly #resolve: ServiceResolver;
  readonly #certificate: ClientCertificate;
  /** By the APIService's name, and by whether any certificate is accepted. */
  readonly #agents = new Map<string, { readonly caBundle: string; readonly agent: Agent }>();

  constructor(resolve: ServiceResolver, certificate: ClientCertificate) {
    this.#resolve = resolve;
    this.#certificate = certificate;
  }

  /** Returns the address of an APIService's server: `https://127.0.0.1:8443`. Throws an error with the reason if it is unknown. */
  urlOf({ service }: RemoteApiService): string {
    const { host, port } = this.#resolve(service);
    return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  }

  /** Sends a request; resolves when the head of the response has arrived. Throws like `urlOf`. */
  send(apiService: RemoteApiService, given: ServiceRequest): Promise<ServiceResponse> {
    const { method, path, headers, body, signal, skipsVerification = apiService.skipsVerification } = given;
    const { host, port } = this.#resolve(apiService.service);
    const serverName = `${apiService.service.name}.${apiService.service.namespace}.svc`;
    return new Promise((resolve) => {
      const fail = (fault: NetworkFault): void => {
        const isLate = signal?.aborted === true;
        resolve({ kind: "fault", message: isLate ? lateness : describeNetworkFault(fault, `${host}:${port}`) });
      };
      const request = httpsRequest({
        ...{ host, port, method, path, servername: serverName },
        agent: this.#agentOf(apiService, skipsVerification),
        checkServerIdentity: (_, certificate) => checkServerIdentity(serverName, certificate),
        headers: { host: `${host}:${port}`, ...headers },
        ...(signal === undefined ? {} : { signal }),
      });
      request.on("error", fail);
      request.on("response", (response) => resolve({ kind: "response", response }));
      request.on("upgrade", (response, socket, head) => resolve({ kind: "switched", response, socket, head }));
      if (body === undefined) request.end();
      else body.on("error", (error) => request.destroy(error)).pipe(request);
    });
  }

  close(): void {
    for (const { agent } of this.#agents.values()) agent.destroy();
  }

  #agentOf({ name, caBundle }: RemoteApiService, skipsVerification: boolean): Agent {
    const key = `${name} ${String(skipsVerification)}`;
    const known = this.#agents.get(key);
    if (known?.caBundle === caBundle) return known.agent;
    const ca = Buffer.from(caBundle, "base64").toString("utf8").trim();
    const agent = new Agent({
      ...this.#certificate,
      ...(ca === "" ? {} : { ca }),
      keepAlive: true,
      // Ends connections that no request uses.
      timeout: idleMs,
      rejectUnauthorized: !skipsVerification,
    });
    this.#agents.set(key, { caBundle, agent });
    return agent;
  }
}

const idleMs = 90_000;
const lateness = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
