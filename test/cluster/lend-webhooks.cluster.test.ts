/** The webhooks of a cluster, answered by an operator on this machine while that runs. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lendable, lendWebhooks, loanAnnotation, returnWebhooks } from "../../src/cluster/lend-webhooks.js";
import { parseWebhookHost, withLentWebhooks } from "../../src/commands/start-webhooks.js";
import {
  createLiveClient,
  createManager,
  dryRunClient,
  type HttpClient,
  loadKubeConfig,
  mergePatch,
  unstructured,
} from "../../src/index.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { freePort } from "../../src/kube/local-port.js";
import { describeCluster } from "../support/cluster.js";
import { simpleCrd } from "../support/crds.js";
import { recordingContext } from "../support/recording-context.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { tempFolder } from "../support/temp-folder.js";
import { eventually } from "../support/eventually.js";

const group = "lent.example.com";
const service = { name: "webhook-service", namespace: "lent-system", port: 443 };

const configuration = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: "lent" },
  webhooks: ["one", "two"].map((name) => ({
    ...{ name: `${name}.${group}`, admissionReviewVersions: ["v1"], sideEffects: "None", failurePolicy: "Fail" },
    clientConfig: { service: { ...service, path: "/validate--v1-configmap" } },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"], scope: "*" }],
    objectSelector: { matchLabels: { lent: "yes" } },
  })),
};

const plain = simpleCrd(group, "bars", "Bar");
const clientConfig = { service: { ...service, path: "/convert" } };
const definition = {
  ...plain,
  spec: {
    ...plain.spec,
    conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig } },
  },
} as KubeObject;

const elsewhere = configuration.webhooks.map((webhook) => ({
  ...webhook,
  clientConfig: { service: { ...service, path: "/other" } },
}));

const configurations = unstructured(configuration.apiVersion, configuration.kind);
const definitions = unstructured(definition.apiVersion, definition.kind);
const [name, crdName] = [{ name: "lent" }, { name: `bars.${group}` }];

describeCluster("webhooks that are lent", (cluster) => {
  let client: HttpClient;
  let server: { url: string; caBundle: string };
  const { signal } = new AbortController();
  const objects = lendable([configuration, definition]);
  const us = { host: "laptop", pid: 1 };

  beforeEach(async () => {
    const config = await loadKubeConfig({ kubeconfig: cluster().kubeconfig, env: {}, home: "" });
    client = createLiveClient(config, { fieldManager: "deploy" });
    const { createServingCertificates } = await import("../../src/apiserver/http/certificates.js");
    server = { url: "https://192.0.2.1:9443", caBundle: (await createServingCertificates(Date.now())).ca };
  });
  afterEach(async () => {
    await client.delete(configurations, name);
    await client.delete(definitions, crdName);
    // A definition goes a moment later, with its objects: the next test is not to find it.
    const isGone = async () => expect(await client.get(definitions, crdName)).toBeUndefined();
    await vi.waitFor(isGone, { timeout: 60_000, interval: 50 });
    client.close();
  });

  const lend = (borrower = us, isAlive = () => true) =>
    lendWebhooks(client, objects, server, { borrower, isAlive, signal });
  const targets = async (): Promise<unknown[]> => {
    const { webhooks = [] } = (await client.getOrThrow(configurations, name)) as Partial<typeof configuration>;
    return webhooks.map((webhook) => webhook.clientConfig);
  };
  const pointed = () => ({ url: `${server.url}/validate--v1-configmap`, caBundle: expect.any(String) as unknown });

  test("lead to the machine, and then where they led before; and who deploys next owns them", async () => {
    await client.apply(configuration as never);
    await client.apply(definition as never);
    const before = { targets: await targets(), definition: await client.getOrThrow(definitions, crdName) };
    expect(await lend()).toEqual(["ValidatingWebhookConfiguration lent", `CustomResourceDefinition bars.${group}`]);
    expect(await targets()).toEqual([pointed(), pointed()]);
    expect(await client.getOrThrow(definitions, crdName)).toMatchObject({
      spec: { conversion: { webhook: { clientConfig: { url: `${server.url}/convert` } } } },
    });
    expect(await returnWebhooks(client, objects, { signal, borrower: us })).toHaveLength(2);
    expect(await targets()).toEqual(before.targets);
    const after = await client.getOrThrow(definitions, crdName);
    expect(after["spec"]).toEqual(before.definition["spec"]);
    expect(after.metadata.annotations ?? {}).toEqual({});
    // tsop owns no field any more.
    await client.apply({ ...configuration, webhooks: elsewhere } as never);
    expect(await targets()).toEqual(elsewhere.map(({ clientConfig: config }) => config));
  });

  test("lead to the machine and back, even if other clients write the same object meanwhile", async () => {
    await client.apply(configuration as never);
    await client.apply(definition as never);
    let writes = 0;
    /** Another write follows each of the first two reads of the definition. */
    const disturbed = new Proxy(client, {
      get(target, member) {
        if (member !== "get") return bound(target, member);
        return async (...args: Parameters<HttpClient["get"]>) => {
          const found = await target.get(...args);
          if (args[1].name === crdName.name && writes++ % 3 < 2) {
            await target.patch(definitions, crdName, mergePatch({ metadata: { labels: { writes: `n${writes}` } } }));
          }
          return found;
        };
      },
    });
    await lendWebhooks(disturbed, objects, server, { borrower: us, isAlive: () => true, signal });
    const lent = { spec: { conversion: { webhook: { clientConfig: { url: `${server.url}/convert` } } } } };
    expect(await client.getOrThrow(definitions, crdName)).toMatchObject(lent);
    expect(await returnWebhooks(disturbed, objects, { signal, borrower: us })).toHaveLength(2);
    expect(await client.getOrThrow(definitions, crdName)).not.toMatchObject(lent);
    expect(writes).toBeGreaterThan(5);
  });

  test("cause no conflict after a command that was killed before it gave up its fields", async () => {
    await client.apply(configuration as never);
    await lend();
    const killed = new Proxy(client, {
      get(target, member) {
        if (member !== "patch") return bound(target, member);
        return async (...args: Parameters<HttpClient["patch"]>) => {
          if (JSON.stringify(args[2]).includes("/metadata/managedFields")) throw new Error("killed");
          return target.patch(...args);
        };
      },
    });
    await expect(returnWebhooks(killed, objects, { signal })).rejects.toThrow("killed");
    const deploy = () => client.apply({ ...configuration, webhooks: elsewhere } as never);
    await expect(deploy()).rejects.toThrow("tsop-lent-webhooks");
    expect(await returnWebhooks(client, objects, { signal })).toEqual([]);
    await deploy();
    expect(await targets()).toEqual(elsewhere.map(({ clientConfig: config }) => config));
  });

  test("that did not exist are deleted afterwards", async () => {
    expect(await lend()).toEqual(["ValidatingWebhookConfiguration lent"]);
    expect(await targets()).toEqual([pointed(), pointed()]);
    await returnWebhooks(client, objects, { signal });
    expect(await client.get(configurations, name)).toBeUndefined();
  });

  test("are not taken from a running process, but from one that has ended", async () => {
    await client.apply(configuration as never);
    await lend();
    await expect(lend({ host: "desktop", pid: 7 })).rejects.toMatchObject({
      code: "cluster/webhooks-lent",
      message: "the webhooks of ValidatingWebhookConfiguration lent already lead to laptop (process 1)",
    });
    await expect(lend({ host: "laptop", pid: 7 })).rejects.toMatchObject({ code: "cluster/webhooks-lent" });
    expect(await returnWebhooks(client, objects, { signal, borrower: { host: "desktop", pid: 7 } })).toEqual([]);
    // After a kill -9 the next run has them, and knows what was there before all of it.
    await lend({ host: "laptop", pid: 7 }, () => false);
    await returnWebhooks(client, objects, { signal, borrower: { host: "laptop", pid: 7 } });
    expect(await targets()).toEqual(configuration.webhooks.map((webhook) => webhook.clientConfig));
  });

  test("with an invalid annotation are an error", async () => {
    await client.apply({ ...configuration, metadata: { ...name, annotations: { [loanAnnotation]: "{" } } } as never);
    await expect(lend()).rejects.toMatchObject({
      code: "cluster/webhooks-lent",
      hint: expect.stringContaining("Remove") as unknown,
    });
  });

  test("are answered by the operator of `tsop start` for as long as it runs", async () => {
    await client.apply(configuration as never);
    const config = await loadKubeConfig({ kubeconfig: cluster().kubeconfig, env: {}, home: "" });
    const cwd = tempFolder({
      "config/default/kustomization.yaml": "resources:\n- webhooks.yaml\n",
      "config/default/webhooks.yaml": JSON.stringify(configuration),
    });
    const context = recordingContext({ cwd });
    const labelled: ConfigMap = {
      ...{ apiVersion: "v1", kind: "ConfigMap" },
      metadata: { name: "judged", namespace: "default", labels: { lent: "yes" } },
    };
    const at = parseWebhookHost(`127.0.0.1:${await freePort()}`);
    const verdict = await withLentWebhooks(at, config, context, async (env) => {
      const stop = new AbortController();
      const manager = await createManager({
        ...{ name: "lent", config, healthProbeBindAddress: "0", log: new RecordingLogger() },
        ...{ webhookPort: Number(env["WEBHOOK_PORT"]), webhookCertPath: env["WEBHOOK_CERT_PATH"] ?? "" },
      });
      manager
        .webhook(ConfigMap)
        .withValidator({ validateCreate: () => Promise.reject(new Error("by this machine")) })
        .complete();
      const running = manager.start(stop.signal);
      await eventually(() => expect(dryRunClient(client).create(labelled)).rejects.toThrow("by this machine"));
      stop.abort();
      await running;
      return "judged";
    });
    expect(verdict).toBe("judged");
    expect(await targets()).toEqual(configuration.webhooks.map((webhook) => webhook.clientConfig));
  });
});

test.each(["", ":9443", "a b", "host:0", "host:70000", "https://host", "-a"])("%j is not an address", (text) => {
  expect(() => parseWebhookHost(text)).toThrow(`--point-webhooks: ${JSON.stringify(text)} is not an address`);
});

test.each([
  ["192.168.1.5", { host: "192.168.1.5", port: 9443 }],
  ["dev.local:443", { host: "dev.local", port: 443 }],
  ["[fd00::5]:8443", { host: "fd00::5", port: 8443 }],
])("%s is an address", (text, expected) => {
  expect(parseWebhookHost(text)).toEqual(expected);
});

function bound(target: HttpClient, member: string | symbol): unknown {
  const value: unknown = Reflect.get(target, member);
  return typeof value === "function" ? (value.bind(target) as unknown) : value;
}
