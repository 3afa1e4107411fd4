import { existsSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { applyManifests, withPlace } from "../../cluster/apply-manifests.js";
import { bindRoles } from "../../cluster/bind-roles.js";
import { type CustomResourceDefinition, isCrd } from "../../cluster/crd.js";
import { crdFolders } from "../../cluster/crd-folder.js";
import { installCrds } from "../../cluster/install-crds.js";
import type { Manifest } from "../../cluster/manifest-files.js";
import { registerExtension, waitUntilPassedOn } from "../../cluster/extension-registration.js";
import { isConvertedByService, pointWebhooks } from "../../cluster/point-webhooks.js";
import { waitUntilListed } from "../../cluster/wait-until-served.js";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../../kube/http-client.js";
import { kindOf } from "../../kube/access.js";
import type { Kind, KubeObject } from "../../kube/objects.js";
import { printKubeconfig } from "../../kube/print-kubeconfig.js";
import { type ConversionServer, startConversionServer } from "./conversion-server.js";
import { checkList, checkOptions } from "./check-options.js";
import { FaultProxy } from "./fault-proxy.js";
import { notACrd, toManifests, withConversion } from "./given-manifests.js";
import {
  type AddUserOptions,
  checkStart,
  type ManifestSource,
  type TestEnvironmentOptions,
  type TestUser,
} from "./options.js";
import { waitForStorage } from "./wait-for-storage.js";
import { type ExtensionServerFlags, type ListeningServer, serverFlags } from "./test-extension.js";
import { TestWebhooks, type WebhookServerFlags } from "./test-webhooks.js";
import { configOf, startServer, type TestServer } from "./test-server.js";

/**
 * An API server for tests, which contains only what the test creates: either the server that is embedded in tsop, in
 * this process, or etcd and kube-apiserver, if `KUBEBUILDER_ASSETS` names their folder. Each environment has its own
 * ports and data, so test files may run in parallel. There are no nodes, and no controllers except the test's own.
 *
 * @example
 * ```ts
 * import { ConfigMap } from "tsop/k8s/core/v1";
 * import { TestEnvironment } from "tsop/testing";
 * import { afterAll, beforeAll, expect, test } from "vitest";
 *
 * let environment: TestEnvironment;
 * beforeAll(async () => {
 *   environment = await TestEnvironment.start();
 * });
 * afterAll(() => environment.stop());
 *
 * test("the API server rejects a name that exists", async () => {
 *   const { client } = environment;
 *   const metadata = { namespace: "default", name: "a" };
 *   const create = () => client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
 *   await create();
 *   await expect(create()).rejects.toThrow("already exists");
 * });
 * ```
 */
export class TestEnvironment {
  /** The connection of a user who may do everything; for `createManager({ config })`. */
  readonly config: ClusterConfig;
  /** The client of a user who may do everything. */
  readonly client: HttpClient;
  readonly server: "embedded" | "real";
  readonly #server: TestServer;
  readonly #cwd: string;
  readonly #clients: HttpClient[] = [];
  readonly #proxies: FaultProxy[] = [];
  readonly #webhooks = new TestWebhooks();
  /** All installed CRDs. */
  readonly #crds: Manifest[] = [];
  #conversions: ConversionServer | undefined;
  #stopped: Promise<void> | undefined;

  private constructor(server: TestServer, cwd: string) {
    this.#server = server;
    this.#cwd = cwd;
    this.server = server.kind;
    this.config = configOf(server, "tsop-test-admin", server.addUser("tsop-test-admin", ["system:masters"]));
    this.client = this.#connect(this.config, "tsop-test");
  }

  /**
   * Starts a server, installs the CRDs and waits until they are served, then applies the objects.
   *
   * @throws TsopError if a file is missing or contains no manifests, `testing/start-failed`; ApiError if the server rejects an object
   */
  static async start(options: TestEnvironmentOptions = {}): Promise<TestEnvironment> {
    checkStart(options);
    const { cwd = process.cwd(), webhooks, conversions = [] } = options;
    const read = (sources: readonly ManifestSource[]): Promise<Manifest[]> => toManifests(cwd, sources);
    // Read before anything is started.
    const given = await read(options.crds ?? crdFolders.filter((folder) => existsSync(path.join(cwd, folder))));
    const crds = webhooks === undefined ? given : given.map((manifest) => withConversion(manifest, webhooks));
    const objects = await read(options.objects ?? []);
    const admission = webhooks === undefined ? [] : pointWebhooks(await read(webhooks.manifests), webhooks);
    const environment = new TestEnvironment(await startServer(options), cwd);
    try {
      if (conversions.length > 0) {
        environment.#conversions = await startConversionServer(environment.config, conversions);
      }
      await environment.#install(crds);
      await environment.#apply([...admission, ...objects]);
      return environment;
    } catch (error) {
      await environment.stop();
      throw error;
    }
  }

  /** The text of a kubeconfig for a user who may do everything. */
  get kubeconfig(): string {
    return printKubeconfig(this.config);
  }

  /** Adds a user with exactly the permissions of the given roles. Use it to test that the operator's own role is sufficient. */
  async addUser(name: string, options: AddUserOptions = {}): Promise<TestUser> {
    this.#checkRunning("addUser()");
    checkOptions("addUser()", options, ["groups", "roles", "certificate"]);
    const { groups = [], roles = [], certificate = false } = options;
    checkList("addUser()", "groups", groups);
    checkList("addUser()", "roles", roles);
    const server = this.#server;
    const login = certificate ? await server.addCertificate(name, groups) : server.addUser(name, groups);
    const config = configOf(server, name, login);
    const objects = (await toManifests(this.#cwd, roles)).map(({ object }) => object);
    await bindRoles(this.client, name, objects);
    return { name, config, kubeconfig: printKubeconfig(config), client: this.#connect(config, name) };
  }

  /** Installs CRDs, and waits until their kinds are served. */
  async installCrds(...sources: readonly ManifestSource[]): Promise<void> {
    this.#checkRunning("installCrds()");
    await this.#install(await toManifests(this.#cwd, sources));
  }

  /**
   * Applies objects, with their status if they have one. Namespaced objects without a namespace go to `default`.
   *
   * @returns the objects as the server stores them
   */
  async apply(...sources: readonly ManifestSource[]): Promise<KubeObject[]> {
    this.#checkRunning("apply()");
    return this.#apply(await toManifests(this.#cwd, sources));
  }

  /**
   * Returns options for `createManager` that make a manager of the test serve its webhooks: a free port and a
   * certificate that the server will trust.
   *
   * @example
   * ```ts
   * import { createManager, type Manager } from "tsop";
   * import type { TestEnvironment } from "tsop/testing";
   *
   * export async function startIn(environment: TestEnvironment, setUp: (manager: Manager) => void, stop: AbortSignal) {
   *   const { config } = environment;
   *   const server = await environment.webhookServer();
   *   const manager = await createManager({ name: "bar", config, healthProbeBindAddress: "0", ...server });
   *   setUp(manager);
   *   const running = manager.start(stop);
   *   await environment.installWebhooks();
   *   return running;
   * }
   * ```
   */
  webhookServer(): Promise<WebhookServerFlags> {
    this.#checkRunning("webhookServer()");
    return this.#webhooks.serverFlags();
  }

  /**
   * Makes the server call the manager that got the options of {@link webhookServer}: installs the webhook
   * configurations, and redirects the conversions of the installed CRDs to it, whatever Service they name. Call it
   * after the manager has been started; it waits until the manager listens.
   *
   * @param sources - the manifests. Default: `config/webhook/manifests.yaml`, if it exists
   * @throws TsopError `testing/no-webhook-server` if no manager serves webhooks within ten seconds
   */
  async installWebhooks(...sources: readonly ManifestSource[]): Promise<void> {
    this.#checkRunning("installWebhooks()");
    const file = "config/webhook/manifests.yaml";
    const given = sources.length > 0 ? sources : existsSync(path.join(this.#cwd, file)) ? [file] : [];
    const manifests = await toManifests(this.#cwd, given);
    const server = await this.#webhooks.served();
    const converted = this.#crds.filter(({ object }) => isCrd(object) && isConvertedByService(object));
    await this.#install(converted.map((manifest) => withConversion(manifest, server)));
    await this.#apply(pointWebhooks(manifests, server));
  }

  /**
   * Returns options for `createExtensionServer`: a free port, a certificate that the API server will trust, and a user who has the
   * permissions of the given roles, and those that every extension API server needs. Warnings and errors go to stderr.
   *
   * @example
   * ```ts
   * import type { KubeObject, Kind } from "tsop";
   * import { createExtensionServer, type ExtensionResource } from "tsop/apiserver";
   * import type { TestEnvironment } from "tsop/testing";
   *
   * export async function serveIn(environment: TestEnvironment, kind: Kind<KubeObject>, resource: ExtensionResource) {
   *   const options = await environment.extensionServer({ roles: ["config/apiserver/role.yaml"] });
   *   const server = await (await createExtensionServer({ ...options, resources: [resource] })).open();
   *   await environment.installExtension(server, kind);
   *   return server; // close() it before environment.stop()
   * }
   * ```
   */
  async extensionServer({ roles = [] }: Pick<AddUserOptions, "roles"> = {}): Promise<ExtensionServerFlags> {
    this.#checkRunning("extensionServer()");
    return serverFlags(this.client, await this.addUser("extension-server", { roles }));
  }

  /**
   * Registers a server that got the options of {@link extensionServer}, and waits until the API server serves these kinds of it.
   *
   * @throws TsopError `cluster/kind-not-served` if it does not within 30 seconds
   */
  async installExtension(server: ListeningServer, ...kinds: readonly Kind[]): Promise<void> {
    this.#checkRunning("installExtension()");
    const options = { timeoutMs: 30_000, signal: new AbortController().signal };
    await registerExtension(this.client, server, kinds, options.signal);
    for (const client of this.#clients) for (const kind of kinds) await waitUntilPassedOn(client, kind, options);
  }

  /**
   * Opens a proxy to the server that can make requests of this user fail.
   *
   * @param user - the user of the proxy. Default: a user who may do everything
   */
  async startFaultProxy(user: Pick<TestUser, "config"> = this): Promise<FaultProxy> {
    this.#checkRunning("startFaultProxy()");
    const proxy = await FaultProxy.start(user.config);
    this.#proxies.push(proxy);
    return proxy;
  }

  /**
   * Stops the server, closes all connections and removes the data. Call it after the manager has ended; a second call
   * has no effect.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #end(): Promise<void> {
    for (const client of this.#clients) client.close();
    await Promise.all(this.#proxies.map((proxy) => proxy.down()));
    await this.#conversions?.stop();
    await this.#server.stop();
    this.#webhooks.remove();
  }

  async #install(manifests: readonly Manifest[]): Promise<void> {
    const options = { timeoutMs: 30_000, signal: new AbortController().signal };
    const crds: CustomResourceDefinition[] = [];
    for (const given of manifests) {
      const manifest = this.#conversions === undefined ? given : withConversion(given, this.#conversions.server);
      const { object } = manifest;
      if (!isCrd(object)) throw notACrd(manifest);
      await installCrds(this.client, [object], { ...options, dryRun: false }).catch((error: unknown) => {
        throw error instanceof TsopError ? withPlace(error, manifest) : error;
      });
      crds.push(object);
      this.#crds.push(given);
    }
    for (const client of this.#clients) for (const crd of crds) await waitUntilListed(client, crd, options);
    await waitForStorage(this.client, crds, options);
  }

  #apply(manifests: readonly Manifest[]): Promise<KubeObject[]> {
    const { client } = this;
    const isNamespaced = async (object: KubeObject): Promise<boolean> =>
      (await client.mapper.get(kindOf(object))).namespaced;
    return applyManifests({ client, isNamespaced }, manifests);
  }

  #connect(config: ClusterConfig, name: string): HttpClient {
    const client = createLiveClient(config, { fieldManager: name, userAgent: name });
    this.#clients.push(client);
    return client;
  }

  #checkRunning(call: string): void {
    if (this.#stopped === undefined) return;
    throw new TsopError("testing/stopped", `${call}: the test environment has been stopped`, {
      hint: "Start one in beforeAll(), and stop it in afterAll().",
    });
  }
}
