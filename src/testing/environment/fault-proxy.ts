import type { IncomingMessage, ServerResponse } from "node:http";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import { printKubeconfig } from "../../kube/print-kubeconfig.js";
import { type Fault, FaultPlan, matches, type RequestMatch } from "./faults.js";
import { type ProxyServer, relay, startProxyServer } from "./proxy-server.js";
import { readRequest, type RequestAttributes } from "./request-attributes.js";

/**
 * A proxy to the API server of a {@link TestEnvironment} that makes requests fail when the test says so, never by
 * chance. Pass its `config` to the manager: the environment's own client connects directly to the server.
 *
 * @example
 * ```ts
 * import { createManager } from "tsop";
 * import { type FaultProxy, TestEnvironment } from "tsop/testing";
 *
 * await using environment = await TestEnvironment.start();
 * const proxy: FaultProxy = await environment.startFaultProxy();
 * proxy.fail({ verb: "update", resource: "bars" }, { kind: "status", code: 409, reason: "Conflict" });
 * export const manager = await createManager({ name: "operator-demo", config: proxy.config });
 * ```
 */
export class FaultProxy {
  /** The connection to the API server through this proxy. */
  readonly config: ClusterConfig;
  readonly #proxy: ProxyServer;
  readonly #plan = new FaultPlan();
  readonly #requests: RequestAttributes[] = [];
  readonly #watches = new Map<ServerResponse, RequestAttributes>();

  private constructor(proxy: ProxyServer) {
    this.#proxy = proxy;
    this.config = proxy.config;
    proxy.serve((request, response) => this.#take(request, response));
  }

  /** @internal */
  static async start(target: ClusterConfig): Promise<FaultProxy> {
    return new FaultProxy(await startProxyServer(target));
  }

  /** The connection through this proxy as the text of a kubeconfig. */
  get kubeconfig(): string {
    return printKubeconfig(this.config);
  }

  /** All requests that the proxy received, whatever their outcome. */
  get requests(): readonly RequestAttributes[] {
    return this.#requests;
  }

  /** The number of planned faults that no request has met yet. */
  get pendingFaults(): number {
    return this.#plan.left;
  }

  /**
   * Plans a fault for the next requests that match, `times` of them. If several plans match a request, the oldest
   * applies.
   */
  fail(match: RequestMatch, fault: Fault, times = 1): void {
    this.#plan.add(match, fault, times);
  }

  /** Discards all pending faults. */
  clearFaults(): void {
    this.#plan.clear();
  }

  /** Breaks the connections of the open watches that match; returns their number. */
  breakWatches(match: RequestMatch = {}): number {
    const broken = [...this.#watches].filter(([, request]) => matches(match, request));
    for (const [response] of broken) response.destroy();
    return broken.length;
  }

  /** Breaks all connections and accepts no new ones, like a server that is down. */
  down(): Promise<void> {
    return this.#proxy.close();
  }

  /** Accepts connections again, at the same address. */
  up(): Promise<void> {
    const { server, port } = this.#proxy;
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const attributes = readRequest(request.method ?? "GET", request.url ?? "/");
    this.#requests.push(attributes);
    if (attributes.verb === "watch") {
      this.#watches.set(response, attributes);
      response.on("close", () => void this.#watches.delete(response));
    }
    const fault = this.#plan.next(attributes);
    if (fault === undefined) this.#pass(request, response);
    else this.#fail(fault, request, response);
  }

  #fail(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
    switch (fault.kind) {
      case "status":
        refuse(fault, request, response);
        return;
      case "delay": {
        const timer = setTimeout(() => this.#pass(request, response), fault.ms);
        response.on("close", () => clearTimeout(timer));
        return;
      }
      case "reset":
        request.socket.destroy();
        return;
      case "hang":
        return;
      case "lost-answer": {
        const lose = (): void => void request.socket.destroy();
        this.#proxy.pass(request, (answer) => answer.resume().on("end", lose)).on("error", lose);
        return;
      }
    }
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const fail = (): void => void response.destroy();
    const upstream = this.#proxy.pass(request, (answer) => relay(answer, response, fail));
    upstream.on("error", fail);
    response.on("close", () => upstream.destroy());
  }
}

function refuse(fault: Fault & { kind: "status" }, request: IncomingMessage, response: ServerResponse): void {
  const { code, reason, message, retryAfterSeconds } = fault;
  const status = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: message ?? "a fault that the test requested",
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }),
    code,
  };
  request.resume();
  response.writeHead(code, {
    "content-type": "application/json",
    ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  });
  response.end(JSON.stringify(status));
}
