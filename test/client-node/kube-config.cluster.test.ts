/** client-node and tsop on one connection: what the API server asks for, and what it answers. */
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { createKubeConfig } from "../../src/client-node/to-kube-config.js";
import { systemClock } from "../../src/core/clock.js";
import { thrownError } from "../../src/core/thrown-error.js";
import { ConfigMap, type Pod } from "../../src/k8s/core/v1.js";
import { isNotFound } from "../../src/kube/api-error.js";
import { createCluster } from "../../src/runtime/create-cluster.js";
import { createManager } from "../../src/runtime/create-manager.js";
import { done } from "../../src/runtime/reconcile.js";
import { TestEnvironment } from "../../src/testing/index.js";
import { clientNodes } from "../support/client-node.js";
import { assetsFolder } from "../support/control-plane.js";
import { RecordingLogger } from "../support/recording-logger.js";

const isEmbedded = inject("embeddedServer") !== undefined;
const isSkipped = !isEmbedded && assetsFolder === undefined;

let environment: TestEnvironment;
beforeAll(async () => {
  if (isSkipped) return;
  environment = await TestEnvironment.start({ crds: [], server: isEmbedded ? "embedded" : "real" });
  await environment.client.create<Pod>({
    ...{ apiVersion: "v1", kind: "Pod", metadata: { namespace: "default", name: "db-0" } },
    spec: { containers: [{ name: "db", image: "db" }] },
  });
});
afterAll(async () => {
  if (!isSkipped) await environment.stop();
});

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(() => undefined, thrownError);
}

let users = 0;
/** A user who may do this, and the user's KubeConfig. */
async function kubeConfigOf(module: (typeof clientNodes)[number][1], resource: string, verbs: readonly string[]) {
  const name = `user-${++users}`;
  const metadata = { name };
  const rules = [{ apiGroups: [""], resources: [resource], verbs: [...verbs] }];
  const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata, rules };
  const { config } = await environment.addUser(name, { roles: [role] });
  return createKubeConfig(module, config, systemClock);
}

describe.skipIf(isSkipped).each(clientNodes)("client-node %s", (_, module) => {
  const { Attach, CoreV1Api, Exec, KubeConfig, Log, PortForward, V1ConfigMap } = module;

  test("reads and writes on tsop's connection", async () => {
    const api = createKubeConfig(module, environment.config, systemClock).makeApiClient(CoreV1Api);
    const body = Object.assign(new V1ConfigMap(), { metadata: { generateName: "by-client-node-" }, data: { a: "1" } });
    const { metadata } = await api.createNamespacedConfigMap({ namespace: "default", body });
    const key = { namespace: "default", name: metadata?.name ?? "" };
    expect(await environment.client.getOrThrow(ConfigMap, key)).toMatchObject({ data: { a: "1" } });
  });

  test("lends its connection to a manager and a cluster", async () => {
    const config = new KubeConfig();
    config.loadFromString((await environment.addUser(`admin-${++users}`, { groups: ["system:masters"] })).kubeconfig);
    const log = new RecordingLogger();
    const manager = await createManager({
      name: "lent",
      config,
      log,
      metricsBindAddress: "0",
      healthProbeBindAddress: "0",
    });
    const cluster = await createCluster({ name: "lent", config, log });
    expect([manager.config.server, cluster.config.server]).toEqual([
      environment.config.server,
      environment.config.server,
    ]);
    manager.add(cluster);
    const seen: string[] = [];
    const name = `seen-${++users}`;
    manager
      .controller("lent")
      .for(ConfigMap)
      .watches(ConfigMap, ({ metadata }) => [{ namespace: "", name: `mirror ${metadata.name}` }], { cluster })
      .complete({ reconcile: (request) => (seen.push(request.name), Promise.resolve(done())) });
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await running;
    });
    await manager.client.create<ConfigMap>({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { namespace: "default", name },
    });
    await expect.poll(() => seen).toEqual(expect.arrayContaining([name, `mirror ${name}`]));
  });

  const calls = {
    exec: (config: InstanceType<typeof KubeConfig>, pod = "db-0") =>
      new Exec(config).exec("default", pod, "db", "true", null, null, null, false),
    attach: (config: InstanceType<typeof KubeConfig>, pod = "db-0") =>
      new Attach(config).attach("default", pod, "db", null, null, null, false),
    portforward: (config: InstanceType<typeof KubeConfig>, pod = "db-0") =>
      new PortForward(config).portForward("default", pod, [80], new PassThrough(), null, new PassThrough()),
  };
  describe.each(Object.entries(calls))("pods/%s", (subresource, call) => {
    const asked = `GET /api/v1/namespaces/default/pods/db-0/${subresource}`;

    test.each([[["get"]], [["create"]]])("is refused with the verb %j alone", async (verbs) => {
      const failure = await failureOf(call(await kubeConfigOf(module, `pods/${subresource}`, verbs)));
      expect(failure).toMatchObject({ code: "cluster/forbidden", message: expect.stringContaining(asked) as string });
    });

    test("is allowed with both verbs, and says why it goes no further", async () => {
      const failure = await failureOf(call(await kubeConfigOf(module, `pods/${subresource}`, ["get", "create"])));
      expect(failure).toMatchObject({ message: `${asked}: pod db-0 does not have a host assigned (400 BadRequest)` });
    });

    test("is refused without the right to create before the Pod is looked for", async () => {
      const failure = await failureOf(call(await kubeConfigOf(module, `pods/${subresource}`, ["get"]), "db-1"));
      expect(failure).toMatchObject({
        message: `${asked.replace("db-0", "db-1")}: pods "db-1" is forbidden:  (403 Forbidden)`,
      });
    });

    test("of a Pod that does not exist is not found", async () => {
      const failure = await failureOf(call(createKubeConfig(module, environment.config, systemClock), "db-1"));
      expect(isNotFound(failure)).toBe(true);
    });
  });

  test("pods/log is allowed with the verb get", async () => {
    const read = async (verb: string) => {
      const kubeConfig = await kubeConfigOf(module, "pods/log", [verb]);
      // The server has nothing to say of a Pod that no node runs, which client-node takes for a failure.
      return failureOf(new Log(kubeConfig).log("default", "db-0", "db", new PassThrough()));
    };
    expect(await read("get")).toMatchObject({ code: 204 });
    expect(await read("list")).toMatchObject({ code: 403 });
  });
});
