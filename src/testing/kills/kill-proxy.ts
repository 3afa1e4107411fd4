import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import { type ProxyServer, relay, startProxyServer } from "../environment/proxy-server.js";
import { readRequest } from "../environment/request-attributes.js";
import { changesState, describeWrite, type OperatorWrite } from "./write.js";

/** The write at which an operator is killed, counted from 1. */
export interface KillPoint {
  readonly index: number;
  /**
   * `before`: the server has not received the write; `after`: the server has carried it out, and the operator has not
   * received the response.
   */
  readonly moment: "before" | "after";
}

export interface KillProxyOptions {
  readonly killAt: KillPoint | undefined;
  /** Called when the operator sends a request. */
  readonly onRequest: () => void;
  /** Called when the server has responded to a write. */
  readonly onAnswered: (write: OperatorWrite, statusCode: number) => void;
  readonly onKill: (write: OperatorWrite) => void;
}

/**
 * The connection of one life of the operator to the API server. At its kill point the proxy becomes silent, and nothing
 * from the operator reaches the server any more. It breaks no connections, because a killed process does not see them
 * break and must not run its error handlers.
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

  /** Breaks all connections, so that pending requests end. */
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
    // Another write may have reached the kill point in the meantime.
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
