/** Metrics behind a certificate that the manager makes itself, so that a scraper can check whom it talks to. */
import { request } from "node:https";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Namespace, Secret } from "../../../src/k8s/core/v1.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import type { ClusterConfig } from "../../../src/kube/cluster-config.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { freePort } from "../../../src/kube/local-port.js";
import { createManager } from "../../../src/runtime/create-manager.js";
import { describeCluster } from "../../support/cluster.js";
import { RecordingLogger } from "../../support/recording-logger.js";

const [secretName, serviceName] = ["metrics-server-cert", "metrics-service"];

describeCluster("the certificate of metrics", (cluster) => {
  let config: ClusterConfig;
  let client: HttpClient;
  const namespace = `metrics-cert-${process.pid}`;
  beforeAll(async () => {
    config = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    client = createLiveClient(config);
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  });
  afterAll(async () => {
    await client.delete(Namespace, { name: namespace });
    client.close();
  });

  interface Replica {
    readonly log: RecordingLogger;
    /** Status of an answer to who checks the certificate against an authority. */
    readonly scrape: (ca: string, servername: string) => Promise<number>;
  }

  async function start(flags: { metricsCertSecret?: string; metricsService?: string }): Promise<Replica> {
    const [log, stop, port] = [new RecordingLogger(), new AbortController(), await freePort()];
    const manager = await createManager({
      ...{ name: "demo", config, log, healthProbeBindAddress: "0", metricsBindAddress: `127.0.0.1:${port}` },
      ...{ webhookCertificates: { namespace }, ...flags },
    });
    const running = manager.start(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await running;
    });
    await Promise.race([manager.elected, running]);
    const scrape: Replica["scrape"] = (ca, servername) =>
      new Promise((resolve, reject) => {
        const headers = { authorization: "Bearer admin-token" };
        request(`https://127.0.0.1:${port}/metrics`, { headers, agent: false, ca, servername })
          .on("response", (response) => resolve(response.resume().statusCode ?? 0))
          .on("error", reject)
          .end();
      });
    return { log, scrape };
  }

  const authority = async (): Promise<string> => {
    const { data = {} } = await client.getOrThrow(Secret, { namespace, name: secretName });
    const text = Buffer.from(data["ca.crt"] ?? "", "base64").toString();
    expect(text).toContain("BEGIN CERTIFICATE");
    return text;
  };

  test("is kept in a Secret with its CA, and is for the Service: a scraper checks it, at every replica", async () => {
    const flags = { metricsCertSecret: secretName, metricsService: serviceName };
    const replicas = [await start(flags), await start(flags)];
    const ca = await vi.waitFor(authority, { timeout: 60_000 });
    const name = `${serviceName}.${namespace}.svc`;
    for (const { scrape } of replicas) {
      await expect.poll(() => scrape(ca, name)).toBe(200);
      await expect(scrape(ca, "other.default.svc")).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    }
    expect(replicas.flatMap(({ log }) => [...log.messages("warn"), ...log.messages("error")])).toEqual([]);
  });

  test("is self-signed by default, and no client can verify it", async () => {
    const { scrape } = await start({});
    const ca = await authority();
    // Before it listens, the connection is refused.
    const refusal = (): Promise<unknown> => scrape(ca, "localhost").catch((error: unknown) => error);
    await expect.poll(refusal).toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY/) as string,
    });
  });
});
