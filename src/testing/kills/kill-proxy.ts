import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import { type ProxyServer, relay, startProxyServer } from "../environment/proxy-server.js";
import { readRequest } from "../environment/request-attributes.js";
import { changesState, describeWrite, type OperatorWrite } from "./write.js";

/** When an operator is killed: at which of its writes, counted from 1. */
export interface KillPoint {
  readonly index: number;
  /** `before`: the server has not heard of it; `after`: it has done it, and the operator has not heard of that. */
  readonly moment: "before" | "after";
}

export interface KillProxyOptions {
  readonly killAt: KillPoint | undefined;
  /** The operator asks for something. */
  readonly onRequest: () => void;
  /** The server has answered a write. */
  readonly onAnswered: (write: OperatorWrite, statusCode: number) => void;
  readonly onKill: (write: OperatorWrite) => void;
}

/**
 * The way of one life of the operator to the API server. At its kill point it falls silent, and nothing of the operator reaches
 * the server any more: a killed process does not see its connections break, so that no handler of errors is to run either.
 */
export class KillProxy {
  readonly config: ClusterConfig;
  readonly #proxy: ProxyServer;
  readonly #options: KillProxyOptions;
  readonly #upstream = new Set<ClientRequest>();
  #writes = 0;
  #isSilent = false;

  private constructor(proxy: ProxyServer, options: KillProxyOptions) {
    this.#proxy = proxy;
    this.#options = options;
    this.config = proxy.config;
    proxy.serve((request, response) => this.#take(request, response));
  }

  static async start(target: ClusterConfig, options: KillProxyOptions): Promise<KillProxy> {
    return new KillProxy(await startProxyServer(target), options);
  }

  /** Breaks all connections, so that what waits for an answer comes to its end. */
  end(): Promise<void> {
    this.#fallSilent();
    return this.#proxy.close();
  }

  #fallSilent(): void {
    this.#isSilent = true;
    for (const request of this.#upstream) request.destroy();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "/";
    const attributes = readRequest(request.method ?? "GET", url);
    if (this.#isSilent) return;
    this.#options.onRequest();
    if (!changesState(attributes, url)) {
      this.#pass(request, response);
      return;
    }
    const body = await buffer(request);
    // Another write may have been the last one meanwhile.
    if (this.#isSilent as boolean) return;
    this.#write(describeWrite(attributes, request.headers["content-type"] ?? "", body), request, response, body);
  }

  #write(write: OperatorWrite, request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { killAt, onAnswered, onKill } = this.#options;
    this.#writes += 1;
    const isLast = this.#writes === killAt?.index;
    const kill = (): void => {
      this.#fallSilent();
      onKill(write);
    };
    if (isLast && killAt.moment === "before") {
      kill();
      return;
    }
    this.#pass(request, response, body, ({ statusCode = 500 }) => {
      onAnswered(write, statusCode);
      if (isLast) kill();
    });
  }

  #pass(
    request: IncomingMessage,
    response: ServerResponse,
    body?: Buffer,
    onHead?: (head: IncomingMessage) => void,
  ): void {
    const fail = (): void => {
      if (!this.#isSilent) response.destroy();
    };
    const upstream = this.#proxy.pass(
      request,
      (answer) => {
        onHead?.(answer);
        if (!this.#isSilent) relay(answer, response, fail);
      },
      body,
    );
    this.#upstream.add(upstream);
    upstream.on("close", () => void this.#upstream.delete(upstream)).on("error", fail);
    response.on("close", () => upstream.destroy());
  }
}
