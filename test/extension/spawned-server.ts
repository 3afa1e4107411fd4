/** The extension API server of a project, built and started as a process of its own behind an API server. */
import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { createServingCertificates } from "../../src/apiserver/http/certificates.js";
import { build } from "../../src/commands/build.js";
import type { APIService } from "../../src/k8s/apiregistration/v1.js";
import type { Service } from "../../src/k8s/core/v1.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { freePort } from "../../src/kube/local-port.js";
import type { Kind, KubeObject } from "../../src/kube/objects.js";
import { recordingContext } from "../support/recording-context.js";
import { writeFiles } from "../support/temp-folder.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));

export interface SpawnedServer {
  /** Of the main API server, as an administrator. */
  readonly client: HttpClient;
  stop(): void;
}

/** Builds a project that has no node_modules. */
export async function buildProject(root: string): Promise<void> {
  mkdirSync(path.join(root, "node_modules"));
  symlinkSync(checkout, path.join(root, "node_modules/tsop"));
  await build({}, recordingContext({ cwd: root }));
}

/**
 * Starts the server of a built project, and registers it for `metrics.abc.com/v1`. Resolves when the main API server serves the
 * kinds.
 *
 * @param kubeconfig - the path of an administrator's
 */
export async function spawnServer(root: string, kubeconfig: string, kinds: readonly Kind[]): Promise<SpawnedServer> {
  const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }), { fieldManager: "test" });
  const [port, { ca, cert, key }] = await Promise.all([
    freePort(),
    createServingCertificates(Date.now(), ["apiserver.default.svc"]),
  ]);
  writeFiles(root, { "certs/tls.crt": cert, "certs/tls.key": key });
  const server = spawn(process.execPath, ["dist/apiserver.js", "--health-probe-bind-address=0"], {
    cwd: root,
    stdio: "inherit",
    env: { KUBECONFIG: kubeconfig, APISERVER_PORT: String(port), APISERVER_CERT_PATH: path.join(root, "certs") },
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
  const listed = (): Promise<unknown> => Promise.all(kinds.map((kind) => client.list(kind)));
  await vi.waitFor(listed, { timeout: 60_000, interval: 250 });
  return {
    client,
    stop: () => {
      server.kill();
      client.close();
    },
  };
}
