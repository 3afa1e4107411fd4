/** Certificates that the manager makes itself, in the eyes of an API server. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  type Client,
  createLiveClient,
  dryRunClient,
  type HttpClient,
  loadKubeConfig,
  mergePatch,
  unstructured,
} from "../../../src/index.js";
import { ValidatingWebhookConfiguration } from "../../../src/k8s/admissionregistration/v1.js";
import { CustomResourceDefinition } from "../../../src/k8s/apiextensions/v1.js";
import { Namespace, Secret } from "../../../src/k8s/core/v1.js";
import { describeCluster } from "../../support/cluster.js";
import {
  Balancer,
  createLocalService,
  type Replica,
  secretName,
  serviceName,
  startReplica,
  untilReady,
} from "../../support/shared-webhook-operator.js";
import {
  type BarV1,
  BarV2,
  certificateRules,
  configurations,
  group,
  installDefinition,
  installWebhooks,
  setUp,
} from "./own-certificates.js";

describeCluster("certificates that the manager makes", (cluster) => {
  let client: HttpClient;
  let config: Awaited<ReturnType<typeof loadKubeConfig>>;
  let namespace: string;
  let balancer: Balancer;
  let replicas: Replica[];
  const warnings: string[] = [];
  let counter = 0;

  beforeAll(async () => {
    config = await loadKubeConfig({ kubeconfig: cluster().kubeconfig, env: {}, home: "" });
    client = createLiveClient(config, { onWarning: (text) => warnings.push(text) });
  });
  afterAll(() => client.close());

  beforeEach(async () => {
    namespace = `own-certificates-${(counter += 1)}`;
    replicas = [];
    balancer = await Balancer.start([]);
    await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await createLocalService(client, namespace);
  });
  afterEach(async () => {
    await client.delete(configurations, { name: namespace });
    await client.delete(CustomResourceDefinition, { name: `bars.${group}` });
    await Promise.all(replicas.map((replica) => replica.stop()));
    await balancer.stop();
    await client.delete(Namespace, { name: namespace });
  });

  const start = async (count: number, options: Partial<Parameters<typeof startReplica>[0]> = {}): Promise<void> => {
    const started = await Promise.all(
      Array.from({ length: count }, () => startReplica({ config, namespace, setUp, ...options })),
    );
    replicas.push(...started);
    balancer.targets.push(...started.map(({ port }) => port));
  };

  const startReady = async (count: number): Promise<void> => {
    await start(count);
    await Promise.all(replicas.map((replica) => untilReady(replica)));
  };

  const place = () => ({ namespace, port: balancer.port });
  const install = (...names: readonly string[]): Promise<void> => installWebhooks(client, place(), names);

  const entries = async (): Promise<NonNullable<ValidatingWebhookConfiguration["webhooks"]>> =>
    (await client.getOrThrow(ValidatingWebhookConfiguration, { name: namespace })).webhooks ?? [];
  const bundles = async (): Promise<(string | undefined)[]> =>
    (await entries()).map(({ clientConfig }) => clientConfig.caBundle);
  const secret = (): Promise<Secret> => client.getOrThrow(Secret, { namespace, name: secretName });
  const judge = async (): Promise<void> => {
    await dryRunClient(client as Client).create({
      ...{ apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "a-", namespace } },
    });
  };
  const patience = { timeout: 60_000, interval: 100 };
  const untilJudged = (): Promise<void> => vi.waitFor(judge, patience);
  const count = (pem: string): number => pem.split("BEGIN CERTIFICATE").length - 1;
  const trusted = async (): Promise<number> =>
    count(Buffer.from((await secret()).data?.["ca.crt"] ?? "", "base64").toString());

  test("two replicas that start at once share one Secret, and are reached by way of the Service", async () => {
    await install("mine");
    await startReady(2);
    const { data, metadata, type } = await secret();
    expect(type).toBe("kubernetes.io/tls");
    expect(metadata.annotations).toEqual({ "tsop.dev/webhook-certificates": serviceName });
    expect(await bundles()).toEqual([data?.["ca.crt"]]);
    const writes = replicas
      .flatMap(({ log }) => log.messages("info"))
      .filter((line) => line === "wrote the certificate of the webhooks");
    expect(writes).toHaveLength(1);
    warnings.length = 0;
    await untilJudged();
    balancer.breakAll();
    await untilJudged();
    expect(warnings).toContain("judged");
    const metrics = await replicas[0]?.manager.metricsRegistry.metrics();
    expect(metrics).toMatch(/tsop_webhook_certificate_expiry_timestamp_seconds\{certificate="serving"\} \d{10}/);
  });

  test("a new authority takes over under load, and no request is refused", async () => {
    await install("mine");
    await startReady(2);
    await untilJudged();
    const [before] = await bundles();
    const failures: unknown[] = [];
    let [isDone, judged] = [false, 0];
    const load = Array.from({ length: 4 }, async () => {
      while (!isDone) {
        await judge().then(
          () => (judged += 1),
          (error: unknown) => failures.push(error),
        );
      }
    });
    const old = (await secret()).data?.["tls.crt"];
    await client.delete(Secret, { namespace, name: secretName });
    await expect.poll(trusted).toBe(2);
    await expect.poll(async () => (await secret()).data?.["tls.crt"] !== old).toBe(true);
    await expect.poll(trusted).toBe(1);
    await expect.poll(async () => (await bundles())[0] === (await secret()).data?.["ca.crt"]).toBe(true);
    const sofar = judged;
    await expect.poll(() => judged).toBeGreaterThan(sofar + 50);
    isDone = true;
    await Promise.all(load);
    expect(failures).toEqual([]);
    expect((await bundles())[0]).not.toBe(before);
  });

  test("a configuration that is applied without a bundle gets it again, and entries can be removed", async () => {
    await install("mine", "second", "other");
    await startReady(1);
    const bundle = (await secret()).data?.["ca.crt"];
    expect(await bundles()).toEqual([bundle, bundle, undefined]);
    const { metadata } = await client.getOrThrow(ValidatingWebhookConfiguration, { name: namespace });
    const ours = metadata.managedFields?.find(({ manager }) => manager === "shared-webhook-certificates");
    const onlyBundle = { "f:clientConfig": { "f:caBundle": {} } };
    expect(ours).toMatchObject({
      fieldsV1: {
        "f:webhooks": { 'k:{"name":"mine.example.com"}': onlyBundle, 'k:{"name":"second.example.com"}': onlyBundle },
      },
    });
    await install("mine", "other");
    expect(await bundles()).toEqual([bundle, undefined]);
    const emptied = (await entries()).map((entry) => ({
      ...entry,
      clientConfig: { service: entry.clientConfig.service },
    }));
    await client.patch(configurations, { name: namespace }, mergePatch({ webhooks: emptied }));
    await expect.poll(bundles).toEqual([bundle, undefined]);
    await client.delete(configurations, { name: namespace });
    await install("second");
    await expect.poll(bundles).toEqual([bundle]);
  });

  test("a CRD is converted through the Service", async () => {
    await installDefinition(client, place());
    await startReady(1);
    const bundle = (await secret()).data?.["ca.crt"];
    const crd = await client.getOrThrow(CustomResourceDefinition, { name: `bars.${group}` });
    expect(crd.spec.conversion?.webhook?.clientConfig?.caBundle).toBe(bundle);
    const metadata = { name: "a", namespace };
    const bar: BarV1 = { apiVersion: `${group}/v1`, kind: "Bar", metadata, spec: { size: 3 } };
    await vi.waitFor(() => client.apply(bar), { timeout: 60_000, interval: 100 });
    expect((await client.getOrThrow(BarV2, { name: "a", namespace })).spec).toEqual({ replicas: 3 });
  });

  test("a Secret that is damaged is made whole, and what was served is served on meanwhile", async () => {
    await install("mine");
    await startReady(1);
    await untilJudged();
    const before = (await secret()).data?.["ca.crt"] ?? "";
    const nonsense = Buffer.from("nonsense").toString("base64");
    await client.patch(
      Secret,
      { namespace, name: secretName },
      mergePatch({ data: { "tls.key": nonsense, mine: nonsense } }),
    );
    await expect.poll(async () => (await secret()).data?.["tls.key"]).not.toBe(nonsense);
    await judge();
    await expect.poll(trusted).toBe(1);
    await untilJudged();
    const after = (await secret()).data ?? {};
    expect(after["ca.crt"]).not.toBe(before);
    expect(after["mine"]).toBe(nonsense);
    expect(replicas[0]?.log.lines).toContainEqual(
      expect.objectContaining({
        level: "warn",
        fields: expect.objectContaining({ faults: ["tls.key is not the key of tls.crt"] }) as unknown,
      }),
    );
  });

  test("a Secret of another program is not changed until it is deleted (runtime/foreign-secret)", async () => {
    const data = { password: Buffer.from("secret").toString("base64") };
    await client.create({ apiVersion: "v1", kind: "Secret", metadata: { namespace, name: secretName }, data });
    await install("mine");
    await start(1);
    const replica = replicas[0] as Replica;
    const reason = `Secret ${namespace}/${secretName} does not belong to this operator`;
    const failure: unknown = expect.objectContaining({
      message: "cannot maintain the certificate of the webhooks; retrying",
      fields: expect.objectContaining({ reason: expect.stringContaining(reason) as unknown }) as unknown,
    });
    await expect.poll(() => replica.log.lines).toContainEqual(failure);
    expect(await replica.ready()).toMatchObject({
      status: 500,
      text: expect.stringContaining("[-]webhook-certificate failed") as unknown,
    });
    expect((await secret()).data).toEqual(data);
    const isRefused = (): Promise<void> => expect(judge()).rejects.toMatchObject({ statusCode: 500 });
    await vi.waitFor(isRefused, patience); // kube-apiserver learns of the webhook from a watch
    await client.delete(Secret, { namespace, name: secretName });
    await untilReady(replica);
    await untilJudged();
  });

  test("the documented permissions suffice, and a missing permission is named", async () => {
    await install("mine");
    await installDefinition(client, place());
    const nobody = await loadKubeConfig({ kubeconfig: cluster().nobodyKubeconfig, env: {}, home: "" });
    await start(1, { config: nobody });
    const replica = replicas[0] as Replica;
    const hints = (): unknown[] => replica.log.lines.map(({ fields }) => fields["hint"]);
    await expect
      .poll(hints)
      .toContainEqual(
        expect.stringContaining(
          `A Role in namespace ${namespace} must allow: apiGroups [""], resources ["secrets"], verbs ["get"].\n` +
            "config/rbac/webhook_certificates_role.yaml contains all permissions that own certificates need",
        ),
      );
    await expect
      .poll(hints)
      .toContainEqual(
        expect.stringContaining(
          'apiGroups ["apiextensions.k8s.io"], resources ["customresourcedefinitions"], verbs ["watch"]',
        ),
      );
    expect(await replica.ready()).toMatchObject({ status: 500 });
    const rbac = "rbac.authorization.k8s.io";
    const apiVersion = `${rbac}/v1`;
    const subjects = [{ kind: "User", name: "nobody", apiGroup: rbac }];
    for (const [kind, rules] of Object.entries(certificateRules)) {
      const metadata = { name: namespace, ...(kind === "Role" ? { namespace } : {}) };
      await client.create({ apiVersion, kind, metadata, rules } as never);
      const roleRef = { kind, name: namespace, apiGroup: rbac };
      await client.create({ apiVersion, kind: `${kind}Binding`, metadata, subjects, roleRef } as never);
    }
    await untilReady(replica, 60_000);
    await untilJudged();
    for (const kind of ["ClusterRole", "ClusterRoleBinding"]) {
      await client.delete(unstructured(apiVersion, kind), { name: namespace });
    }
  });

  test("an empty Secret is filled, and an emptied Secret is filled again", async () => {
    await client.create({ apiVersion: "v1", kind: "Secret", metadata: { namespace, name: secretName } });
    await install("mine");
    await startReady(1);
    await untilJudged();
    const before = (await secret()).data?.["tls.crt"];
    await client.patch(Secret, { namespace, name: secretName }, mergePatch({ data: null }));
    await judge();
    await expect.poll(async () => (await secret()).data?.["tls.crt"] ?? before).not.toBe(before);
    await judge();
    expect((await secret()).type).toBe("Opaque");
  });

  test("a webhook without a server rejects or allows, according to its failure policy", async () => {
    await install("mine");
    const isRefused = (): Promise<void> => expect(judge()).rejects.toMatchObject({ statusCode: 500 });
    await vi.waitFor(isRefused, patience); // kube-apiserver learns of the webhook from a watch
    const [entry] = await entries();
    await client.patch(
      configurations,
      { name: namespace },
      mergePatch({ webhooks: [{ ...entry, failurePolicy: "Ignore" }] }),
    );
    await untilJudged();
  });
});
