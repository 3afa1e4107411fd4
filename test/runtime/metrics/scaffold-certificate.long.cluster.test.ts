/** The metrics of a scaffold, from its manifests alone: what the ServiceMonitor says is enough to check the operator's certificate. */
import { rmSync } from "node:fs";
import { request } from "node:https";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createApi } from "../../../src/commands/create-api.js";
import { deploy } from "../../../src/commands/deploy.js";
import { edit } from "../../../src/commands/edit.js";
import { init } from "../../../src/commands/init.js";
import { manifests } from "../../../src/commands/manifests.js";
import { Deployment } from "../../../src/k8s/apps/v1.js";
import { Secret, Service, ServiceAccount } from "../../../src/k8s/core/v1.js";
import type { ClusterRoleBinding } from "../../../src/k8s/rbac/v1.js";
import type { ClusterConfig } from "../../../src/kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { freePort } from "../../../src/kube/local-port.js";
import { defineKind, type KubeObject } from "../../../src/kube/objects.js";
import { createManager } from "../../../src/runtime/create-manager.js";
import { parseManagerFlags } from "../../../src/runtime/manager-flags.js";
import { describeOwnServer, type OwnServer } from "../../support/cluster.js";
import { withoutMetricsCertificate } from "../../support/earlier-scaffold.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { recordingContext } from "../../support/recording-context.js";
import { serviceMonitors } from "../../support/service-monitors.js";
import { snapshot, tempFolder, writeFiles } from "../../support/temp-folder.js";

interface ServiceMonitor extends KubeObject {
  readonly spec: {
    readonly endpoints: readonly {
      readonly tlsConfig: {
        readonly insecureSkipVerify?: boolean;
        readonly serverName: string;
        readonly ca: { readonly secret: { readonly name: string; readonly key: string } };
      };
    }[];
  };
}
const ServiceMonitor = defineKind<ServiceMonitor>("monitoring.coreos.com/v1", "ServiceMonitor");

const img = "registry.example.com/operator:v1";

describeOwnServer("a scaffold's metrics", (start) => {
  let server: OwnServer;
  let config: ClusterConfig;
  let client: HttpClient;
  beforeAll(async () => {
    server = await start();
    config = await loadKubeConfig({ env: {}, kubeconfig: server.kubeconfig });
    client = createLiveClient(config);
    await client.create(serviceMonitors);
    await vi.waitFor(async () => expect(await client.list(ServiceMonitor)).toMatchObject({ items: [] }), {
      timeout: 60_000,
    });
  });
  afterAll(async () => {
    client.close();
    await server.stop();
  });

  const project = async (projectName: string, namespaced = false) => {
    const root = tempFolder();
    const context = recordingContext({ cwd: root });
    const name = { projectName, domain: `${projectName}.example.com` };
    await init({ ...name, tsop: "1", install: false, prometheus: true, namespaced }, context);
    await createApi({ group: "foo", version: "v1", kind: "Bar" }, context);
    await manifests({}, context);
    return { root, context };
  };
  type Project = Awaited<ReturnType<typeof project>>;
  const put = ({ context }: Project, dir = "config/default") =>
    deploy({ kubeconfig: server.kubeconfig, dir, img, wait: false }, context);

  const tokenOf = async (key: { namespace: string; name: string }): Promise<string> => {
    const { status } = await client.subResource("token").create(ServiceAccount, key, { spec: {} });
    return status?.token ?? "";
  };

  /** As it is found in a pod. */
  const configOf = (token: string, namespace: string): ClusterConfig => {
    const { server: address, tls } = config;
    return {
      ...{ source: "in-cluster", context: undefined, server: address, namespace },
      ...{ tls: tls.ca === undefined ? {} : { ca: tls.ca }, auth: { kind: "token", token } },
    };
  };

  /** Runs the operator as its Deployment has it run, with the rights of its account alone. */
  async function run(prefix: string, namespace: string) {
    const { spec } = await client.getOrThrow(Deployment, { namespace, name: `${prefix}-controller-manager` });
    const pod = spec.template.spec;
    const [container] = pod?.containers ?? [];
    const env = Object.fromEntries((container?.env ?? []).map(({ name, value = namespace }) => [name, value]));
    const own = configOf(await tokenOf({ namespace, name: pod?.serviceAccountName ?? "" }), namespace);
    const [log, stop, port] = [new RecordingLogger(), new AbortController(), await freePort()];
    const flags = parseManagerFlags((container?.args ?? []).slice(1), env);
    const addresses = { metricsBindAddress: `127.0.0.1:${port}`, healthProbeBindAddress: "0", leaderElect: false };
    const manager = await createManager({ name: prefix, config: own, log, ...flags, ...addresses });
    const running = manager.start(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await running;
    });
    return { log, port };
  }

  /** What Prometheus does with a ServiceMonitor. */
  async function scrape(prefix: string, namespace: string, port: number, token: string): Promise<number> {
    const key = { namespace, name: `${prefix}-controller-manager-metrics-monitor` };
    const { tlsConfig } = (await client.getOrThrow(ServiceMonitor, key)).spec.endpoints[0]!;
    expect(tlsConfig.insecureSkipVerify).toBeUndefined();
    const { name, key: field } = tlsConfig.ca.secret;
    const { data = {} } = await client.getOrThrow(Secret, { namespace, name });
    const ca = Buffer.from(data[field] ?? "", "base64").toString();
    if (ca === "") throw new Error("there is no CA yet");
    const headers = { authorization: `Bearer ${token}` };
    const options = { headers, agent: false, ca, servername: tlsConfig.serverName };
    return new Promise((resolve, reject) => {
      request(`https://127.0.0.1:${port}/metrics`, options)
        .on("response", (response) => resolve(response.resume().statusCode ?? 0))
        .on("error", reject)
        .end();
    });
  }

  async function expectChecked(prefix: string, namespace: string): Promise<void> {
    const reader = { namespace, name: "prometheus" };
    await client.create<ServiceAccount>({ apiVersion: "v1", kind: "ServiceAccount", metadata: reader });
    await client.create<ClusterRoleBinding>({
      ...{ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRoleBinding" },
      metadata: { name: `${namespace}-prometheus` },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `${prefix}-metrics-reader` },
      subjects: [{ kind: "ServiceAccount", ...reader }],
    });
    const token = await tokenOf(reader);
    const { log, port } = await run(prefix, namespace);
    await expect.poll(() => scrape(prefix, namespace, port, token)).toBe(200);
    expect([...log.messages("warn"), ...log.messages("error")]).toEqual([]);
  }

  test.each([false, true])(
    "are read by a client that verifies the certificate like the ServiceMonitor (namespaced: %s)",
    async (namespaced) => {
      const name = namespaced ? "watched-own" : "watched";
      const made = await project(name, namespaced);
      await put(made);
      await expectChecked(name, `${name}-system`);
      // Deployed again, the certificate stays.
      const secret = { namespace: `${name}-system`, name: `${name}-metrics-server-cert` };
      const before = await client.getOrThrow(Secret, secret);
      await put(made);
      expect((await client.getOrThrow(Secret, secret)).data).toEqual(before.data);
    },
  );

  test("are so too from an overlay with a prefix and a namespace of its own", async () => {
    const made = await project("based");
    writeFiles(made.root, {
      "config/overlays/prod/kustomization.yaml": "namespace: prod-ns\nnamePrefix: prod-\nresources:\n- ../../default\n",
    });
    await put(made, "config/overlays/prod");
    await expectChecked("prod-based", "prod-ns");
  });

  test("need no right beyond the one Secret", async () => {
    await put(await project("least"));
    const namespace = "least-system";
    const account = await tokenOf({ namespace, name: "least-controller-manager" });
    const operator = createLiveClient(configOf(account, namespace));
    onTestFinished(() => operator.close());
    const own = { namespace, name: "least-metrics-server-cert" };
    expect((await operator.getOrThrow(Secret, own)).data).toBeUndefined();
    const refused = { code: "cluster/forbidden" };
    await expect(operator.get(Secret, { namespace, name: "other" })).rejects.toMatchObject(refused);
    await expect(operator.list(Secret, { namespace })).rejects.toMatchObject(refused);
    await expect(operator.delete(Secret, own)).rejects.toMatchObject(refused);
    const other: Secret = { apiVersion: "v1", kind: "Secret", metadata: { namespace, name: "other" } };
    await expect(operator.create(other)).rejects.toMatchObject(refused);
  });

  test("of an earlier scaffold are deployed as they were, and are checked after `tsop edit --metrics`", async () => {
    const made = await project("earlier");
    const { root, context } = made;
    const files = withoutMetricsCertificate(snapshot(root));
    rmSync(path.join(root, "config"), { recursive: true });
    writeFiles(root, files);
    await put(made);
    const monitor = { namespace: "earlier-system", name: "earlier-controller-manager-metrics-monitor" };
    expect((await client.getOrThrow(ServiceMonitor, monitor)).spec.endpoints[0]?.tlsConfig).toEqual({
      insecureSkipVerify: true,
    });
    expect(
      await client.getOrThrow(Service, { ...monitor, name: "earlier-controller-manager-metrics-service" }),
    ).toBeDefined();
    await edit({ metrics: true }, context);
    await put(made);
    await expectChecked("earlier", "earlier-system");
  });
});
