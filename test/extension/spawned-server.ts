/** The extension API server of a project, built and started as a process of its own behind an API server. */
import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createServingCertificates } from "../../src/apiserver/http/certificates.js";
import {
  apiServiceNameOf,
  extensionHost,
  registerExtension,
  unregisterExtension,
  waitUntilPassedOn,
} from "../../src/cluster/extension-registration.js";
import { build } from "../../src/commands/build.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { freePort } from "../../src/kube/local-port.js";
import type { Kind } from "../../src/kube/objects.js";
import { recordingContext } from "../support/recording-context.js";
import { writeFiles } from "../support/temp-folder.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));

export interface SpawnedServer {
  /** Of the main API server, as an administrator. */
  readonly client: HttpClient;
  stop(): Promise<void>;
}

/** Builds a project that has no node_modules. */
export async function buildProject(root: string): Promise<void> {
  mkdirSync(path.join(root, "node_modules"));
  symlinkSync(checkout, path.join(root, "node_modules/tsop"));
  await build({}, recordingContext({ cwd: root }));
}

/**
 * Starts the server of a built project, and registers it. Resolves when the main API server serves the kinds.
 *
 * @param kubeconfig - the path of an administrator's
 */
export async function spawnServer(root: string, kubeconfig: string, kinds: readonly Kind[]): Promise<SpawnedServer> {
  const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }), { fieldManager: "test" });
  const [port, { ca, cert, key }] = await Promise.all([
    freePort(),
    createServingCertificates(Date.now(), [extensionHost]),
  ]);
  writeFiles(root, { "certs/tls.crt": cert, "certs/tls.key": key });
  const server = spawn(process.execPath, ["dist/apiserver.js", "--health-probe-bind-address=0"], {
    cwd: root,
    stdio: "inherit",
    env: { KUBECONFIG: kubeconfig, APISERVER_PORT: String(port), APISERVER_CERT_PATH: path.join(root, "certs") },
  });
  const { signal } = new AbortController();
  await registerExtension(client, { port, caBundle: ca }, kinds, signal);
  for (const kind of kinds) await waitUntilPassedOn(client, kind, { timeoutMs: 60_000, signal });
  return {
    client,
    stop: async () => {
      for (const name of new Set(kinds.map(apiServiceNameOf))) await unregisterExtension(client, name, signal);
      server.kill();
      client.close();
    },
  };
}
