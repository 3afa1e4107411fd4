/** The server that `create apiserver` scaffolds, in a process of its own behind the real API server. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { manifests } from "../../src/commands/manifests.js";
import { defineKind, type KubeObject } from "../../src/kube/objects.js";
import { describeCluster } from "../support/cluster.js";
import { recordingContext } from "../support/recording-context.js";
import { scaffold } from "../support/scaffolds.js";
import { renameField } from "../support/served-versions.js";
import { tempFolder } from "../support/temp-folder.js";
import { buildProject, type SpawnedServer, spawnServer } from "./spawned-server.js";

const apiVersion = "metrics.abc.com/v1";
type Sized = KubeObject & { spec?: { size?: number; amount?: number }; status?: { seconds: number } };
const Reading = defineKind<Sized>(apiVersion, "Reading");
const NewReading = defineKind<Sized>("metrics.abc.com/v2", "Reading");
const Load = defineKind<Sized>(apiVersion, "Load");

describeCluster("a scaffolded extension API server", (cluster) => {
  let server: SpawnedServer;
  beforeAll(async () => {
    const root = tempFolder(await scaffold());
    const context = recordingContext({ cwd: root });
    const kind = { group: "metrics", version: "v1" };
    await createApiserver({ ...kind, kind: "Reading" }, context);
    await createApiserver({ ...kind, kind: "Load", storage: "virtual", namespaced: false }, context);
    await createApiserver({ ...kind, version: "v2", kind: "Reading" }, context);
    renameField(root);
    const conversion = { conversion: true, spoke: ["v1"] };
    await createWebhook({ ...kind, version: "v2", kind: "Reading", ...conversion, defaulting: true }, context);
    await manifests({}, context);
    await buildProject(root);
    server = await spawnServer(root, cluster().kubeconfig, [Reading, NewReading, Load]);
  });
  afterAll(() => server.stop());

  const create = (name: string, spec: object): Promise<Sized> =>
    server.client.create<Sized>({ apiVersion, kind: "Reading", metadata: { namespace: "default", name }, spec });

  test("stores objects with the defaults of the types, and rejects what they do not allow", async () => {
    expect((await create("one", {})).spec).toEqual({ size: 1 });
    await expect(create("big", { size: 11 })).rejects.toThrow("spec.size");
    const { items } = await server.client.list(Reading);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["one"]);
  });

  test("converts both versions of a kind, and the newer one is preferred", async () => {
    await create("both", { size: 3 });
    const key = { namespace: "default", name: "both" };
    expect((await server.client.getOrThrow(NewReading, key)).spec).toEqual({ amount: 3 });
    const group = await server.client.transport.request({ method: "GET", path: "/apis/metrics.abc.com" });
    expect(JSON.parse(group)).toMatchObject({ preferredVersion: { version: "v2" } });
    const body = { spec: { amount: 7 } };
    await server.client.patch(NewReading, key, { type: "merge", body });
    expect((await server.client.getOrThrow(Reading, key)).spec).toEqual({ size: 7 });
    await expect(create("too-big", { size: 11 })).rejects.toThrow("spec.size");
    const { items } = await server.client.list(NewReading);
    expect(items.every(({ spec }) => spec?.amount !== undefined && spec.size === undefined)).toBe(true);
    await server.client.delete(NewReading, key);
    expect(await server.client.get(Reading, key)).toBeUndefined();
  });

  test("computes objects, and stores none of them", async () => {
    expect((await server.client.get(Load, { name: "example" }))?.status?.seconds).toBeTypeOf("number");
    await expect(server.client.delete(Load, { name: "example" })).rejects.toMatchObject({ statusCode: 405 });
  });
});
