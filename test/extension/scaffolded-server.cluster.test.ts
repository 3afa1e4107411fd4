/** The server that `create apiserver` scaffolds, in a process of its own behind the real API server. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createServingCertificates } from "../../src/apiserver/http/certificates.js";
import { build } from "../../src/commands/build.js";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import type { APIService } from "../../src/k8s/apiregistration/v1.js";
import type { Service } from "../../src/k8s/core/v1.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { freePort } from "../../src/kube/local-port.js";
import { defineKind, type KubeObject } from "../../src/kube/objects.js";
import { describeCluster } from "../support/cluster.js";

import { recordingContext } from "../support/recording-context.js";
import { scaffold } from "../support/scaffolds.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";
import { type MainServer, startMainServer } from "./main-server.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const apiVersion = "metrics.abc.com/v1";
type Sized = KubeObject & { spec?: { size?: number }; status?: { seconds: number } };
const Reading = defineKind<Sized>(apiVersion, "Reading");
const Load = defineKind<Sized>(apiVersion, "Load");

describeCluster("a scaffolded extension API server", (cluster) => {
  let main: MainServer;
  let client: HttpClient;
  let server: ChildProcess;
  beforeAll(async () => {
    const root = tempFolder(await scaffold());
    const context = recordingContext({ cwd: root });
    const kind = { group: "metrics", version: "v1" };
    await createApiserver({ ...kind, kind: "Reading" }, context);
    await createApiserver({ ...kind, kind: "Load", storage: "virtual", namespaced: false }, context);
    mkdirSync(path.join(root, "node_modules"));
    symlinkSync(checkout, path.join(root, "node_modules/tsop"));
    await build({}, context);
    main = await startMainServer(cluster);
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: main.kubeconfig }), { fieldManager: "test" });
    const [port, { ca, cert, key }] = await Promise.all([
      freePort(),
      createServingCertificates(Date.now(), ["apiserver.default.svc"]),
    ]);
    writeFiles(root, { "certs/tls.crt": cert, "certs/tls.key": key });
    server = spawn(process.execPath, ["dist/apiserver.js", "--health-probe-bind-address=0"], {
      cwd: root,
      stdio: "inherit",
      env: {
        ...{ KUBECONFIG: main.kubeconfig, APISERVER_PORT: String(port) },
        APISERVER_CERT_PATH: path.join(root, "certs"),
      },
    });
    await client.apply<Service & KubeObject>({
      ...{ apiVersion: "v1", kind: "Service", metadata: { namespace: "default", name: "apiserver" } },
      spec: { type: "ExternalName", externalName: "127.0.0.1" },
    });
    await client.apply<APIService>({
      ...{ apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata: { name: "v1.metrics.abc.com" } },
      spec: {
        ...{ group: "metrics.abc.com", version: "v1", groupPriorityMinimum: 1_000, versionPriority: 15 },
        ...{ service: { namespace: "default", name: "apiserver", port } },
        caBundle: Buffer.from(ca).toString("base64"),
      },
    });
    await vi.waitFor(() => client.list(Reading), { timeout: 60_000, interval: 250 });
  });
  afterAll(async () => {
    server.kill();
    client.close();
    await main.stop();
  });

  const create = (name: string, spec: object): Promise<Sized> =>
    client.create<Sized>({ apiVersion, kind: "Reading", metadata: { namespace: "default", name }, spec });

  test("stores objects with the defaults of the types, and rejects what they do not allow", async () => {
    expect((await create("one", {})).spec).toEqual({ size: 1 });
    await expect(create("big", { size: 11 })).rejects.toThrow("spec.size");
    const { items } = await client.list(Reading);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["one"]);
  });

  test("computes objects, and stores none of them", async () => {
    expect((await client.get(Load, { name: "example" }))?.status?.seconds).toBeTypeOf("number");
    await expect(client.delete(Load, { name: "example" })).rejects.toMatchObject({ statusCode: 405 });
  });
});
