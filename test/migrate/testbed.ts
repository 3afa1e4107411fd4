/** An API server with garbage collection, and operators that migrate Bars to Bazs. */
import { randomUUID } from "node:crypto";
import { expect, inject } from "vitest";
import {
  createLiveClient,
  createManager,
  type HttpClient,
  type Kind,
  type KubeObject,
  loadKubeConfig,
  mergePatch,
  type ObjectKey,
  unstructured,
} from "../../src/index.js";
import { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";
import type { Deployment } from "../../src/k8s/apps/v1.js";
import type { Namespace } from "../../src/k8s/core/v1.js";
import type { KindMigration } from "../../src/migrate/index.js";
import { eventually } from "../support/eventually.js";
import type { OwnServer } from "../support/cluster.js";
import { generalControllers, startControlPlane } from "../support/control-plane.js";
import { startEmbeddedServer } from "../support/embedded/own-server.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { bar, Bar, barCrd, Baz, bazCrd, oldFinalizer, ownedDeployment, type Recorded, setUp } from "./bar-and-baz.js";

export class Testbed {
  readonly client: HttpClient;
  readonly recorded: Recorded = { cleanedUp: [], violations: [] };
  /** The functions that end the running operators. */
  readonly ends: (() => Promise<void>)[] = [];
  /** A new one for each test. */
  namespace = "";
  readonly #server: OwnServer;

  private constructor(server: OwnServer, client: HttpClient) {
    this.#server = server;
    this.client = client;
  }

  static async start(): Promise<Testbed> {
    const embedded = inject("embeddedServer");
    const server =
      embedded === undefined
        ? await startControlPlane(undefined, [], { controllers: generalControllers })
        : await startEmbeddedServer(embedded);
    const config = await loadKubeConfig({ kubeconfig: server.kubeconfig, env: {} });
    const bed = new Testbed(server, createLiveClient(config));
    await bed.begin();
    await bed.#untilCollected();
    return bed;
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.#server.stop();
  }

  /** Ends the operators, and removes the objects that a test has left. */
  async end(): Promise<void> {
    for (const end of this.ends.splice(0).reverse()) await end();
    for (const kind of [Bar, Baz] as const) await this.#removeAll(kind);
  }

  /** Installs the CRDs, and creates a namespace. */
  async begin(): Promise<void> {
    const { client } = this;
    this.namespace = `m-${randomUUID().slice(0, 8)}`;
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: this.namespace } });
    for (const crd of [barCrd, bazCrd]) {
      await eventually(async () => {
        if ((await client.get(CustomResourceDefinition, crd.metadata)) === undefined)
          await client.create(crd as CustomResourceDefinition);
        const { status, metadata } = await client.getOrThrow(CustomResourceDefinition, crd.metadata);
        expect(metadata.deletionTimestamp).toBeUndefined();
        expect(status?.conditions?.find(({ type }) => type === "Established")?.status).toBe("True");
      });
    }
    client.mapper.invalidate();
  }

  /** Starts an operator. */
  async start(options: Parameters<typeof setUp>[2] = {}): Promise<KindMigration> {
    const manager = await createManager({
      ...{ name: "operator", healthProbeBindAddress: "0", metricsBindAddress: "0", namespaces: [this.namespace] },
      log: new RecordingLogger(),
      config: await loadKubeConfig({ kubeconfig: this.#server.kubeconfig, env: {} }),
    });
    const migration = setUp(manager, this.recorded, options);
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    this.ends.push(async () => {
      stop.abort();
      await running;
    });
    return migration;
  }

  key(name: string): ObjectKey {
    return { namespace: this.namespace, name };
  }

  /** Creates an old object with a Deployment, as the old operator left them. */
  async oldPair(name: string, more: Partial<Bar["metadata"]> = {}): Promise<[Bar, Deployment]> {
    const created = await this.client.create(bar(this.namespace, name, { finalizers: [oldFinalizer], ...more }));
    return [created, await this.client.create(ownedDeployment(created))];
  }

  /** Waits until an object has been moved, and the new controller has worked on it. */
  moved(name: string): Promise<Baz> {
    return eventually(async () => {
      const old = await this.client.getOrThrow(Bar, this.key(name));
      const created = await this.client.getOrThrow(Baz, this.key(name));
      expect(old.metadata.labels?.["migrate.tsop.dev/moved-to"]).toBe(created.metadata.uid);
      expect(created.metadata.annotations).not.toHaveProperty("migrate.tsop.dev/waits-for");
      expect(created.status?.ready).toBe(created.spec?.size);
      return created;
    });
  }

  async gone(kind: Kind, name: string): Promise<void> {
    await eventually(async () => expect(await this.client.get(kind, this.key(name))).toBeUndefined());
  }

  /** No operator runs that would remove the finalizers. */
  async #removeAll(kind: Kind): Promise<void> {
    this.client.mapper.invalidate(kind.apiVersion);
    const served = await this.client.mapper.find(kind);
    for (const { metadata } of served === undefined ? [] : (await this.client.list(kind)).items) {
      await this.client.patch(kind, metadata, mergePatch({ metadata: { finalizers: null } }));
      await this.client.delete(kind, metadata);
    }
  }

  /** Waits until garbage collection knows the kinds, which takes the real one up to half a minute. */
  async #untilCollected(): Promise<void> {
    const pairs: readonly [Kind, Kind][] = [
      [Bar, Baz],
      [Baz, unstructured("v1", "ConfigMap")],
    ];
    for (const [owner, { apiVersion, kind }] of pairs) {
      const { metadata } = await this.client.create<KubeObject>({ ...bar(this.namespace, "owner"), kind: owner.kind });
      const { name, uid = "" } = metadata;
      const ownerReferences = [{ apiVersion: owner.apiVersion, kind: owner.kind, name, uid }];
      const dependent = { namespace: this.namespace, name: `of-${owner.kind.toLowerCase()}` };
      await this.client.create<KubeObject>({ apiVersion, kind, metadata: { ...dependent, ownerReferences } });
      await this.client.delete(owner, metadata);
      await eventually(async () =>
        expect(await this.client.get(unstructured(apiVersion, kind), dependent)).toBeUndefined(),
      );
    }
  }
}
