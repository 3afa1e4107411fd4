/** An operator with several replicas on this machine, which create their own certificates, behind one Service. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { vi } from "vitest";
import { freePort } from "../../src/kube/local-port.js";
import type { Service } from "../../src/k8s/core/v1.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { createManager } from "../../src/runtime/create-manager.js";
import type { Manager } from "../../src/runtime/manager.js";
import type { WebhookCertificateOptions } from "../../src/runtime/webhook/certificates/certificate-timing.js";
import { RecordingLogger } from "./recording-logger.js";

export interface Replica {
  readonly manager: Manager;
  readonly log: RecordingLogger;
  readonly port: number;
  /** HTTP status and text of `/readyz`. */
  ready(): Promise<{ readonly status: number; readonly text: string }>;
  stop(): Promise<void>;
}

export interface SharedOperatorOptions {
  readonly config: ClusterConfig;
  readonly namespace: string;
  readonly secret?: string;
  readonly service?: string;
  readonly timing?: WebhookCertificateOptions;
  readonly setUp: (manager: Manager) => void;
}

export const secretName = "webhook-server-cert";
export const serviceName = "webhook-service";

/** Starts one replica, which may not be ready yet when this resolves. */
export async function startReplica(options: SharedOperatorOptions): Promise<Replica> {
  const { config, namespace, timing = {}, setUp } = options;
  const [log, stop, port, healthPort] = [
    new RecordingLogger(),
    new AbortController(),
    await freePort(),
    await freePort(),
  ];
  const manager = await createManager({
    ...{ name: "shared", config, log, webhookPort: port, healthProbeBindAddress: `127.0.0.1:${healthPort}` },
    ...{ webhookCertSecret: options.secret ?? secretName, webhookService: options.service ?? serviceName },
    // A certificate names its beginning in whole seconds: this is at least two seconds for a replica to notice it.
    webhookCertificates: { namespace, settleMs: 500, retireMs: 3_000, ...timing },
  });
  setUp(manager);
  const running = manager.start(stop.signal);
  await Promise.race([manager.elected, running]);
  return {
    ...{ manager, log, port },
    ready: async () => {
      const response = await fetch(`http://127.0.0.1:${healthPort}/readyz?verbose`);
      return { status: response.status, text: await response.text() };
    },
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}

export async function untilReady(replica: Replica, timeout = 30_000): Promise<void> {
  await vi.waitFor(
    async () => {
      const { status, text } = await replica.ready();
      if (status !== 200) throw new Error(`${text}\n${JSON.stringify(replica.log.lines.slice(-5), undefined, 1)}`);
    },
    { timeout, interval: 50 },
  );
}

/** Balances like kube-proxy: each connection goes to the next replica. */
export class Balancer {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly targets: number[];
  #turn = 0;

  private constructor(server: Server, port: number, targets: number[]) {
    this.port = port;
    this.targets = targets;
    this.#server = server.on("connection", (socket) => {
      const target = this.targets[this.#turn++ % this.targets.length];
      if (target === undefined) return void socket.destroy();
      const upstream = connect(target, "127.0.0.1");
      for (const [one, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        this.#sockets.add(one);
        one.on("error", () => other.destroy()).on("close", () => (this.#sockets.delete(one), other.destroy()));
      }
      socket.pipe(upstream).pipe(socket);
    });
  }

  static async start(targets: number[]): Promise<Balancer> {
    const server = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
    return new Balancer(server, port, targets);
  }

  /** Breaks all connections, so that clients open new ones. */
  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.breakAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Creates a Service whose name points to this machine, for the API server. */
export async function createLocalService(client: HttpClient, namespace: string, name = serviceName): Promise<void> {
  await client.apply<Service>({
    ...{ apiVersion: "v1", kind: "Service", metadata: { namespace, name } },
    spec: { type: "ExternalName", externalName: "localhost" },
  });
}
