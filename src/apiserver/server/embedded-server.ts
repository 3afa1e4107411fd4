import { createPrivateKey, randomBytes } from "node:crypto";
import { GoFields } from "../../schema/go-fields.js";
import { OpenApiData } from "../../schema/openapi-data.js";
import { AdmissionChain } from "../admission/chain.js";
import { serviceResolver } from "../admission/service-resolver.js";
import type { ApiServer, ApiServerOptions, ApiServerUser } from "../api-server.js";
import { Authenticator } from "../authentication/authenticator.js";
import { allowEverything, privilegedGroup } from "../authorization/authorizer.js";
import { RbacAuthorizer } from "../authorization/rbac-authorizer.js";
import { Listener } from "../http/listener.js";
import { serveHttp } from "../http/serve-http.js";
import { builtInResources } from "../kinds/built-in-resources.js";
import { Registry } from "../objects/registry.js";
import { ServedViews } from "../objects/served-views.js";
import { type ObjectParts, timeText } from "../objects/write.js";
import { statusWriter } from "../objects/write-status.js";
import { createConnectHandlers } from "../pods/connect.js";
import { DataFile } from "../storage/data-file.js";
import { readDataFile, restoreData } from "../storage/saved-data.js";
import { Store } from "../storage/store.js";
import { BuiltInTypes } from "../types/built-in-types.js";
import { createActions } from "./actions.js";
import { storeBootstrapObjects } from "./bootstrap.js";
import { documentPaths } from "./document-paths.js";
import { printKubeconfig } from "./kubeconfig.js";
import { ApiRequestHandler } from "./request-handler.js";
import { createReviews } from "./reviews.js";
import { startControllers } from "./start-controllers.js";
import { serviceAddresses } from "./service-addresses.js";
import { provideIdentity, type ServerIdentity } from "./server-identity.js";
import { signingKey } from "../authentication/signed-tokens.js";

const adminName = "tsop-admin";

/** All parts of a server, joined; it lives until it is stopped. */
export class EmbeddedServer implements ApiServer {
  readonly url: string;
  readonly caCertificate: string;
  readonly kubeconfig: string;
  readonly #authenticator: Authenticator;
  readonly #listener: Listener;
  readonly #handler: ApiRequestHandler;
  readonly #controllers: readonly { stop(): void }[];
  readonly #store: Store;
  readonly #data: DataFile | undefined;

  private constructor(parts: ServerParts) {
    this.#authenticator = parts.authenticator;
    this.#listener = parts.listener;
    this.#handler = parts.handler;
    this.#controllers = parts.controllers;
    this.#store = parts.store;
    this.#data = parts.data;
    this.caCertificate = parts.caCertificate;
    this.url = `https://127.0.0.1:${parts.listener.port}`;
    const admin = { name: adminName, groups: [privilegedGroup], token: parts.adminToken };
    this.kubeconfig = this.addUser(admin).kubeconfig;
  }

  static async start(options: ApiServerOptions): Promise<EmbeddedServer> {
    const { port = 0, rbac = true, clock = Date, dataFile, simulateWorkloads = false, isBackground = false } = options;
    const saved = dataFile === undefined ? undefined : readDataFile(dataFile);
    // By the machine's time: clients compare the certificate with that, whatever the clock says.
    const identity = await provideIdentity(saved?.identity, Date.now());
    const { certificates } = identity;
    const now = (): number => clock.now();
    const store = new Store(now, saved?.revision);
    if (saved !== undefined) restoreData(store, saved);
    const registry = new Registry();
    const openApi = new OpenApiData();
    const types = new BuiltInTypes(openApi, new GoFields());
    registry.set("built-in", builtInResources(openApi, types));
    const rbacAuthorizer = new RbacAuthorizer(store);
    store.subscribeToAll((storageKey, { object }) =>
      rbacAuthorizer.noteWrite(storageKey, object.metadata.namespace ?? ""),
    );
    const authorizer = rbac ? rbacAuthorizer : allowEverything;
    const authenticator = new Authenticator(store, {
      key: signingKey(createPrivateKey(identity.signingKey)),
      issuer: "https://kubernetes.default.svc",
      clock,
    });
    const writeStatus = statusWriter(store, registry, now);
    const admission = new AdmissionChain({
      objects: store,
      resources: () => registry.all(),
      authorizer,
      ...(rbac ? { rbac: rbacAuthorizer } : {}),
      resolveService: serviceResolver(store),
      writeStatus,
      now,
    });
    const objects: ObjectParts = { store, views: new ServedViews(), now, admission };
    const reviews = createReviews({ authenticator, authorizer, objects, writeStatus, registry, clock });
    const handler = new ApiRequestHandler({
      objects,
      registry,
      authenticator,
      authorizer,
      reviews,
      actions: createActions(reviews, createConnectHandlers(store)),
      paths: documentPaths({ registry, openApi, store }),
    });
    const listener = await Listener.open(port, certificates, serveHttp(handler.handle));
    if (isBackground) listener.unref();
    storeBootstrapObjects(store, { port: listener.port, caCertificate: certificates.ca, now: timeText(now()) });
    const data = dataFile === undefined ? undefined : await openDataFile(dataFile, store, { identity, listener });
    const host = {
      resolveService: serviceAddresses(store),
      objectMeta: types.named("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"),
    };
    const controllers = startControllers({
      ...{ objects, registry, host, simulatesWorkloads: simulateWorkloads },
      caCertificate: certificates.ca,
    });
    const stoppable = [...controllers, { stop: (): void => admission.close() }];
    return new EmbeddedServer({
      authenticator,
      listener,
      handler,
      controllers: stoppable,
      store,
      data,
      caCertificate: certificates.ca,
      adminToken: identity.adminToken,
    });
  }

  addUser({ name, groups = [], token = randomBytes(24).toString("base64url") }: ApiServerUser): {
    readonly token: string;
    readonly kubeconfig: string;
  } {
    this.#authenticator.addUser(token, { username: name, groups });
    const { url, caCertificate } = this;
    return { token, kubeconfig: printKubeconfig({ url, caCertificate, user: name, token }) };
  }

  compact(): void {
    this.#store.compact();
  }

  async stop(): Promise<void> {
    for (const controller of this.#controllers) controller.stop();
    this.#handler.close();
    await this.#listener.close();
    // Not before: what is answered is to be in it.
    this.#data?.stop();
  }
}

interface ServerParts {
  readonly authenticator: Authenticator;
  readonly listener: Listener;
  readonly handler: ApiRequestHandler;
  readonly controllers: readonly { stop(): void }[];
  readonly store: Store;
  readonly data: DataFile | undefined;
  readonly caCertificate: string;
  readonly adminToken: string;
}

async function openDataFile(
  file: string,
  store: Store,
  { identity, listener }: { readonly identity: ServerIdentity; readonly listener: Listener },
): Promise<DataFile> {
  try {
    return DataFile.open(file, store, { ...identity, certificates: { ...identity.certificates } });
  } catch (error) {
    await listener.close();
    throw error;
  }
}
