/** Whom an extension API server lets in, and by which certificate clients know it, while both change. */
import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServingCertificates } from "../../src/apiserver/http/certificates.js";
import { issueAuthority, issueClient, year } from "../../src/core/issue-certificates.js";
import { createExtensionServer } from "../../src/extension/extension-server.js";
import { memoryStorage } from "../../src/extension/storage/memory-storage.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { createManager } from "../../src/runtime/create-manager.js";
import { describeCluster } from "../support/cluster.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { tempFolder } from "../support/temp-folder.js";
import { readings } from "./reading-kinds.js";
import { type ServedReadings, serveReadings } from "./serve-readings.js";

const readingsPath = "/apis/metrics.abc.com/v1/readings";
const key = { namespace: "kube-system", name: "extension-apiserver-authentication" };

describeCluster("the connections of an extension API server", (cluster) => {
  let client: HttpClient;
  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterAll(() => client.close());

  interface Asked {
    readonly port: number;
    readonly ca: string;
    readonly cert?: string;
    readonly key?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }

  function ask({ headers = {}, ...options }: Asked, target = readingsPath): Promise<{ code?: number; serial: string }> {
    return new Promise((resolve, reject) => {
      const all = { host: "127.0.0.1", path: target, headers, agent: false, ...options };
      const sent = httpsRequest(all, (response: IncomingMessage) => {
        const { socket } = response;
        const serial = socket instanceof TLSSocket ? socket.getPeerCertificate().serialNumber : "";
        response.resume();
        response.once("end", () =>
          resolve({ serial, ...(response.statusCode === undefined ? {} : { code: response.statusCode }) }),
        );
      });
      sent.on("error", reject);
      sent.end();
    });
  }

  const authority = async (name: string, user: string) => {
    const validity = { now: Date.now(), lifetimeMs: year };
    const issued = await issueAuthority(name, validity);
    return { ca: issued.cert, client: await issueClient(issued, { name: user, groups: ["system:masters"] }, validity) };
  };
  const trust = async (change: (data: Record<string, string>) => Record<string, string>): Promise<void> => {
    const found = await client.getOrThrow(ConfigMap, key);
    await client.update<ConfigMap>({ ...found, data: change(found.data ?? {}) });
  };

  test("the authorities of users and of the main server change while the server runs", async () => {
    const served: ServedReadings = await serveReadings(cluster().kubeconfig);
    const target = { port: served.port, ca: served.caBundle };
    const users = await authority("more-users", "jane");
    const proxies = await authority("another-front-proxy", "front-proxy-client");
    const proxied = {
      ...target,
      ...proxies.client,
      headers: { "x-remote-user": "joe", "x-remote-group": "system:masters" },
    };
    expect(await ask({ ...target, ...users.client })).toMatchObject({ code: 401 });
    expect(await ask(proxied)).toMatchObject({ code: 401 });
    const before = await client.getOrThrow(ConfigMap, key);
    await trust((data) => ({
      ...data,
      "client-ca-file": `${data["client-ca-file"] ?? ""}\n${users.ca}`,
      "requestheader-client-ca-file": `${data["requestheader-client-ca-file"] ?? ""}\n${proxies.ca}`,
    }));
    const codes = async (): Promise<unknown[]> => [
      (await ask({ ...target, ...users.client })).code,
      (await ask(proxied)).code,
    ];
    await expect.poll(codes).toEqual([200, 200]);
    // An invalid trust changes nothing.
    await trust((data) => ({ ...data, "requestheader-allowed-names": "no list" }));
    expect(await codes()).toEqual([200, 200]);
    await trust(() => before.data ?? {});
    await served.close();
  });

  test("the certificate is read again when its files change", async () => {
    const folder = tempFolder();
    const write = async (): Promise<string> => {
      const { ca, cert, key: privateKey } = await createServingCertificates(Date.now(), ["readings.readings.svc"]);
      writeFileSync(path.join(folder, "tls.key"), privateKey);
      writeFileSync(path.join(folder, "tls.crt"), cert);
      return ca;
    };
    const first = await write();
    const config = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    const server = await createExtensionServer({
      ...{ config, certificate: { folder }, port: 0, host: "127.0.0.1", log: new RecordingLogger() },
      resources: [{ definition: readings, storage: memoryStorage() }],
    });
    const open = await server.open();
    const { port } = open;
    const { serial } = await ask({ port, ca: first }, "/readyz");
    const second = await write();
    const renewed = async (): Promise<string | undefined> =>
      (await ask({ port, ca: second }, "/readyz").catch(() => undefined))?.serial;
    await expect.poll(renewed, { interval: 500 }).toMatch(/./);
    expect(await renewed()).not.toBe(serial);
    await open.close();
  });

  test("runs in a manager, and ends with it", async () => {
    const config = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    const log = new RecordingLogger();
    const manager = await createManager({
      name: "readings",
      config,
      log,
      healthProbeBindAddress: "0",
      metricsBindAddress: "0",
    });
    const server = await createExtensionServer({
      ...{ config, certificate: { names: [] }, port: 0, host: "127.0.0.1", log: manager.log },
      resources: [{ definition: readings, storage: memoryStorage() }],
    });
    manager.add(server);
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    const port = (): unknown => log.lines.find(({ message }) => message === "serving an extension API")?.fields["port"];
    await expect.poll(port).toBeTypeOf("number");
    stop.abort();
    await running;
    await expect(ask({ port: Number(port()), ca: "" }, "/readyz")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
