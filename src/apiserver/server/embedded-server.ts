import { createPrivateKey, randomBytes } from "node:crypto";
import { defined } from "../../core/defined.js";
import { issueClient, year } from "../../core/issue-certificates.js";
import type { ApiServer, ApiServerOptions, ApiServerUser, IssuedCertificate } from "../api-server.js";
import { privilegedGroup } from "../authorization/authorizer.js";
import { defaultVersion } from "../../schema/kubernetes-versions.js";
import { Listener } from "../http/listener.js";
import { serveHttp } from "../http/serve-http.js";
import { featuresOf } from "../features/features.js";
import { bootstrapObjects } from "../kinds/bootstrap/bootstrap-objects.js";
import { ServerMetrics } from "../metrics/server-metrics.js";
import { timeText } from "../objects/write.js";
import type { Stoppable } from "../controllers/controller-objects.js";
import { WorkQueues } from "../controllers/work-queues.js";
import { DataFile } from "../storage/data-file.js";
import { readDataFile, restoreData } from "../storage/saved-data.js";
import { Store } from "../storage/store.js";
import { storeBootstrapObjects } from "./bootstrap.js";
import { printKubeconfig } from "./kubeconfig.js";
import { createServerCore, type ServerCore } from "./server-core.js";
import { startAggregation } from "../aggregation/keep-api-services.js";
import { startControllers } from "./start-controllers.js";
import { provideIdentity, type ServerIdentity, toSaved } from "./server-identity.js";
import { addressesOf, isPublic, loopback, urlOf } from "./bind-address.js";
import { signingKey } from "../authentication/signed-tokens.js";

const adminName = "tsop-admin";

/** Joins all parts of a server, which runs until it is stopped. */
export class EmbeddedServer implements ApiServer {
  readonly url: string;
  readonly caCertificate: string;
  readonly kubeconfig: string;
  readonly #core: ServerCore;
  readonly #listener: Listener;
  readonly #controllers: readonly Stoppable[];
  readonly #data: DataFile | undefined;
  readonly #clientAuthority: ServerIdentity["clientAuthority"];

  private constructor(parts: ServerParts) {
    this.#core = parts.core;
    this.#listener = parts.listener;
    this.#controllers = parts.controllers;
    this.#data = parts.data;
    this.#clientAuthority = parts.clientAuthority;
    this.caCertificate = parts.caCertificate;
    this.url = urlOf(parts.bindAddress, parts.listener.port);
    const admin = { name: adminName, groups: [privilegedGroup], token: parts.adminToken };
    this.kubeconfig = this.addUser(admin).kubeconfig;
  }

  static async start(options: ApiServerOptions): Promise<EmbeddedServer> {
    const { port = 0, rbac = true, clock = Date, dataFile, simulateWorkloads = false, isBackground = false } = options;
    const {
      lagMs = 0,
      bindAddress = loopback,
      featureGates = {},
      controllers: named = [],
      kubernetesVersion: version = defaultVersion,
    } = options;
    const features = featuresOf(featureGates, version);
    const saved = dataFile === undefined ? undefined : readDataFile(dataFile);
    // Use the machine's time: clients check the certificate against it, whatever `clock` returns.
    const identity = await provideIdentity(saved?.identity, Date.now(), addressesOf(bindAddress));
    const { certificates, frontProxy, clientAuthority } = identity;
    const now = (): number => clock.now();
    const store = new Store(now, saved?.revision);
    if (saved !== undefined) restoreData(store, saved);
    const key = signingKey(createPrivateKey(identity.signingKey));
    const flightLimits = defined({
      reading: options.maxRequestsInFlight,
      writing: options.maxMutatingRequestsInFlight,
    });
    const core = createServerCore({
      ...{ store, clock, setTimer, rbac, flightLimits },
      signingKey: () => key,
      admitted: store,
      proxyCertificate: frontProxy,
      lagMs,
      features,
      version,
      isPublic: isPublic(bindAddress),
      audit: options.audit,
      metrics: new ServerMetrics(version, () => performance.now()),
    });
    const { handle, handleStream } = serveHttp(core.handler.handle, features);
    const listener = await Listener.open(port, certificates, handle, {
      ...{ host: bindAddress, handleStream },
      clientCa: clientAuthority.cert,
    });
    if (isBackground) listener.unref();
    const time = timeText(now());
    const extensionTrust = { clientCa: clientAuthority.cert, frontProxyCa: frontProxy.ca };
    const fresh = bootstrapObjects({
      ...{ port: listener.port, address: addressesOf(bindAddress)[0], caCertificate: certificates.ca },
      ...{ now: time, version },
      extensionTrust,
    });
    storeBootstrapObjects(store, fresh, time);
    const data = dataFile === undefined ? undefined : await openDataFile(dataFile, store, { identity, listener });
    const { ca: caCertificate } = certificates;
    const begin = lagMs === 0 ? undefined : (run: () => void): void => void setTimer(lagMs, run);
    const controllerHost = { ...core, queues: new WorkQueues(begin) };
    // Only some servers need them, and they take time to load.
    const workloads = simulateWorkloads ? await import("./start-workloads.js") : {};
    const optional = named.length > 0 ? await import("./start-optional.js") : undefined;
    const controllers = [
      ...startControllers(controllerHost, {
        ...{ host: core.host, caCertificate, clientAuthority, signingKey: () => key },
        ...{ extensionTrust, controllers: named, ...workloads },
      }),
      ...(optional?.startOptional({ ...controllerHost, handle: core.handler.handle }, named) ?? []),
      ...startAggregation(controllerHost, core.aggregator),
    ];
    const { adminToken } = identity;
    return new EmbeddedServer({
      ...{ core, listener, controllers, data, caCertificate, adminToken, clientAuthority, bindAddress },
    });
  }

  addUser({ name, groups = [], token = randomBytes(24).toString("base64url") }: ApiServerUser): {
    readonly token: string;
    readonly kubeconfig: string;
  } {
    this.#core.authenticator.addUser(token, { username: name, groups });
    const { url, caCertificate } = this;
    return { token, kubeconfig: printKubeconfig({ url, caCertificate, user: name, credentials: { token } }) };
  }

  async addCertificate({ name, groups = [] }: Pick<ApiServerUser, "name" | "groups">): Promise<IssuedCertificate> {
    const validity = { now: Date.now(), lifetimeMs: year };
    const { cert: certificate, key } = await issueClient(this.#clientAuthority, { name, groups }, validity);
    const { url, caCertificate } = this;
    const kubeconfig = printKubeconfig({ url, caCertificate, user: name, credentials: { certificate, key } });
    return { certificate, key, kubeconfig };
  }

  compact(): void {
    this.#core.objects.store.compact();
  }

  async stop(): Promise<void> {
    for (const controller of this.#controllers) controller.stop();
    this.#core.close();
    await this.#listener.close();
    this.#core.auditor?.close();
    // Stop it last: the data file must contain every write that was answered.
    this.#data?.stop();
  }
}

interface ServerParts {
  readonly core: ServerCore;
  readonly listener: Listener;
  readonly controllers: readonly Stoppable[];
  readonly data: DataFile | undefined;
  readonly caCertificate: string;
  readonly adminToken: string;
  readonly clientAuthority: ServerIdentity["clientAuthority"];
  readonly bindAddress: string;
}

function setTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

async function openDataFile(
  file: string,
  store: Store,
  { identity, listener }: { readonly identity: ServerIdentity; readonly listener: Listener },
): Promise<DataFile> {
  try {
    return DataFile.open(file, store, toSaved(identity));
  } catch (error) {
    await listener.close();
    throw error;
  }
}
