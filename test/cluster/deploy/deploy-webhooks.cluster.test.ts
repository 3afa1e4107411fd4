/** Webhook configurations that are deployed while their operator comes, changes and goes: on an API server that calls them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  applyFirstEntries,
  applyLastEntries,
  type ApplyWebhooksOptions,
  type StagedWebhooks,
} from "../../../src/cluster/deploy/deploy-webhooks.js";
import { deadlineAfter } from "../../../src/cluster/poll.js";
import type { DeployedObject } from "../../../src/cluster/deploy/apply-object.js";
import { isProbe } from "../../../src/cluster/deploy/webhook-stages.js";
import type { WebhookConfiguration } from "../../../src/cluster/point-webhooks.js";
import {
  AdmissionDenied,
  createLiveClient,
  dryRunClient,
  type HttpClient,
  jsonPatch,
  loadKubeConfig,
  type Manager,
  unstructured,
} from "../../../src/index.js";
import { describeCluster } from "../../support/cluster.js";
import { eventually } from "../../support/eventually.js";
import {
  Balancer,
  createLocalService,
  type Replica,
  serviceName,
  startReplica,
  untilReady,
} from "../../support/shared-webhook-operator.js";

const apiVersion = "admissionregistration.k8s.io/v1";
const kinds = ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"] as const;

describeCluster("webhook configurations that are deployed", (cluster) => {
  let config: Awaited<ReturnType<typeof loadKubeConfig>>;
  let client: HttpClient;
  let namespace: string;
  let balancer: Balancer;
  let replicas: Replica[];
  let notes: string[];
  let progress: string[];
  let counter = 0;

  beforeAll(async () => {
    config = await loadKubeConfig({ kubeconfig: cluster().kubeconfig, env: {}, home: "" });
    client = createLiveClient(config, { fieldManager: "tsop" });
  });
  afterAll(() => client.close());
  beforeEach(async () => {
    namespace = `deploy-webhooks-${(counter += 1)}`;
    [replicas, notes, progress] = [[], [], []];
    balancer = await Balancer.start([]);
    await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await createLocalService(client, namespace);
  });
  afterEach(async () => {
    for (const kind of kinds) await client.delete(unstructured(apiVersion, kind), { name: namespace });
    await Promise.all(replicas.map((replica) => replica.stop()));
    await balancer.stop();
  });

  const denies = (path: string) => (manager: Manager) =>
    manager.addAdmissionHandler(path, ({ object }) => {
      if (object?.metadata.labels?.["bad"] !== undefined) throw new AdmissionDenied(`${path} denies`);
    });
  const start = async (...paths: readonly string[]): Promise<Replica> => {
    const setUp = (manager: Manager): void => paths.forEach((path) => denies(path)(manager));
    const replica = await startReplica({ config, namespace, setUp });
    replicas.push(replica);
    return replica;
  };
  const entry = (path: string, more: object = {}) => ({
    ...{ name: `${path.slice(1)}.example.com`, admissionReviewVersions: ["v1"], sideEffects: "None" },
    clientConfig: { service: { name: serviceName, namespace, port: balancer.port, path } },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    ...more,
  });
  const configuration = (kind: string, ...webhooks: readonly object[]): WebhookConfiguration =>
    ({ apiVersion, kind, metadata: { name: namespace }, webhooks }) as never;
  const optionsOf = (timeoutMs = 30_000, isForced = false): ApplyWebhooksOptions => {
    const { signal } = new AbortController();
    const onProgress = (text: string): void => void progress.push(text);
    const wait = { deadline: deadlineAfter(timeoutMs), signal, onProgress };
    return { dryRun: false, isForced, signal, wait, onNote: (text) => void notes.push(text) };
  };
  const deploy = async (wanted: WebhookConfiguration, options = optionsOf(), as = client): Promise<DeployedObject> =>
    applyLastEntries(as, await applyFirstEntries(as, wanted, options), options);
  const live = (kind: string): Promise<WebhookConfiguration> =>
    client.getOrThrow(unstructured(apiVersion, kind), { name: namespace });
  const namesIn = async (kind: string): Promise<string[]> =>
    ((await live(kind)).webhooks ?? []).map(({ name }) => name);
  const create = (labels: Record<string, string> = {}): Promise<unknown> =>
    dryRunClient(client).create({
      ...{ apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "a-", namespace, labels } },
    } as never);
  const expectJudged = (path: string): Promise<void> =>
    expect(create({ bad: "" })).rejects.toMatchObject({ message: expect.stringContaining(`${path} denies`) as string });

  /** Creates ConfigMaps without a pause until the work has ended, ten at least, and sees none refused. */
  async function whileCreating(work: () => Promise<void>): Promise<void> {
    const state = { isOver: false, count: 0 };
    const failed: string[] = [];
    const load = Array.from({ length: 2 }, async () => {
      while (!state.isOver || state.count + failed.length < 10) {
        await create().then(
          () => (state.count += 1),
          (error: unknown) => failed.push(String(error)),
        );
      }
    });
    await work().finally(() => (state.isOver = true));
    await Promise.all(load);
    expect(failed).toEqual([]);
  }

  test.each(kinds)("a %s is called when the command ends, and not before it can be", async (kind) => {
    const replica = await start("/a");
    const deploying = deploy(configuration(kind, entry("/a")));
    // Nothing leads to the operator yet, so nothing is refused for it.
    await expect.poll(() => progress.join("\n")).toContain("waiting until the API server reaches");
    expect((await namesIn(kind)).filter((name) => !isProbe({ name } as never))).toEqual([]);
    await create();
    balancer.targets.push(replica.port);
    expect(await deploying).toMatchObject({ change: "created" });
    await create();
    await expectJudged("/a");
    const { webhooks = [], metadata } = await live(kind);
    expect(webhooks.map(({ name }) => name)).toEqual(["a.example.com"]);
    expect(metadata.managedFields?.map(({ manager }) => manager)).not.toContain("tsop-webhooks");
    expect(notes).toEqual([]);
  });

  test("a second time nothing changes, and whom the operator has written to trust stays", async () => {
    const replica = await start("/a");
    balancer.targets.push(replica.port);
    const wanted = configuration(kinds[0], entry("/a"));
    await deploy(wanted);
    await untilReady(replica);
    const before = await live(kinds[0]);
    expect(await deploy(wanted)).toMatchObject({ change: "unchanged" });
    expect((await live(kinds[0])).webhooks).toEqual(before.webhooks);
    await expectJudged("/a");
  });

  test("a user who may not read Secrets waits until another client sets the CA bundle", async () => {
    const replica = await start("/a");
    balancer.targets.push(replica.port);
    await untilReady(replica);
    const rules = [
      { apiGroups: ["admissionregistration.k8s.io"], resources: ["*"], verbs: ["*"] },
      { apiGroups: [""], resources: ["services"], verbs: ["get"] },
    ];
    const names = { metadata: { name: namespace } };
    await client.apply({ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", ...names, rules } as never);
    await client.apply({
      ...{ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRoleBinding", ...names },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: namespace },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: namespace }],
    } as never);
    const groups = ["system:authenticated"];
    const limited = createLiveClient(
      { ...config, impersonate: { user: namespace, groups, extra: {} } },
      { fieldManager: "tsop" },
    );
    try {
      await eventually(() => limited.list(unstructured(apiVersion, kinds[0])));
      expect(await deploy(configuration(kinds[0], entry("/a")), optionsOf(), limited)).toMatchObject({
        change: "created",
      });
      await expectJudged("/a");
    } finally {
      limited.close();
    }
  });

  test("a Service without a server ends the command, and the existing webhooks remain", async () => {
    const replica = await start("/a");
    balancer.targets.push(replica.port);
    await deploy(configuration(kinds[0], entry("/a")));
    balancer.targets.length = 0;
    balancer.breakAll();
    // Neither the failure policy nor a selector hides it.
    const ignored = entry("/b", { failurePolicy: "Ignore", objectSelector: { matchLabels: { never: "" } } });
    await expect(deploy(configuration(kinds[0], entry("/a"), ignored), optionsOf(2_000))).rejects.toMatchObject({
      code: "deploy/webhook-down",
      message: expect.stringMatching(
        new RegExp(
          `did not reach the webhooks of ${kinds[0]} ${namespace} within 2 s: Post .*\n.*Service ${namespace}/`,
        ),
      ) as string,
      hint: expect.stringContaining("tsop did not add the new webhooks") as string,
    });
    expect(await namesIn(kinds[0])).toEqual(["a.example.com"]);
  });

  test("reports an API server that does not call the webhook, and continues", async () => {
    const replica = await start("/a");
    balancer.targets.push(replica.port);
    const other = entry("/a", {
      name: "first.example.com",
      clientConfig: { url: "https://127.0.0.1:1/" },
      rules: [
        {
          apiGroups: ["authentication.k8s.io"],
          apiVersions: ["v1"],
          operations: ["CREATE"],
          resources: ["selfsubjectreviews"],
        },
      ],
      namespaceSelector: {},
      objectSelector: { matchExpressions: [{ key: "tsop.dev/webhook-probe", operator: "Exists" }] },
    });
    const first = { ...configuration(kinds[1], other), metadata: { name: `a-${namespace}` } };
    await client.apply(first);
    try {
      await deploy(configuration(kinds[1], entry("/a")), optionsOf(2_000));
    } finally {
      await client.delete(unstructured(apiVersion, kinds[1]), first.metadata);
    }
    expect(notes).toEqual([
      expect.stringMatching(/^tsop could not verify .* failed calling webhook "first\.example\.com"/),
    ]);
    await expectJudged("/a");
  });

  test.each(kinds)(
    "entries of a %s that go and come fail no request, and one whose path changes is announced",
    async (kind) => {
      const first = await start("/a", "/b", "/old");
      balancer.targets.push(first.port);
      const moved = (path: string): object => ({ ...entry(path), name: "moved.example.com" });
      await deploy(configuration(kind, entry("/a"), entry("/b"), moved("/old")));
      const options = optionsOf();
      const wanted = configuration(kind, entry("/b"), entry("/c"), moved("/new"));
      let staged: StagedWebhooks | undefined;
      await whileCreating(async () => {
        staged = await applyFirstEntries(client, wanted, options);
        expect(await namesIn(kind)).toEqual(["b.example.com"]);
        expect(notes).toEqual([expect.stringContaining("webhook moved.example.com changes its address")]);
        // The API server learns of it a moment later; a rollout takes longer.
        await eventually(() => expectJudged("/b"));
      });
      const second = await start("/b", "/c", "/new");
      await untilReady(second);
      balancer.targets.splice(0, 1, second.port);
      await first.stop();
      // On this machine it ends without the time that a Pod takes: the API server finds its connections broken.
      await eventually(async () => {
        for (let count = 0; count < 10; count += 1) await create();
      });
      await whileCreating(async () => {
        expect(await applyLastEntries(client, staged!, options)).toMatchObject({ change: "configured" });
      });
      expect((await namesIn(kind)).toSorted()).toEqual(["b.example.com", "c.example.com", "moved.example.com"]);
      for (const { clientConfig } of (await live(kind)).webhooks ?? []) expect(clientConfig.caBundle).toBeTruthy();
    },
  );

  test("what a killed command has left goes with the next", async () => {
    const replica = await start("/a");
    balancer.targets.push(replica.port);
    const left = entry("/x", {
      name: "probe-0.webhooks.tsop.dev",
      rules: [{ apiGroups: ["x.y"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["z"] }],
    });
    await client.apply(configuration(kinds[0], left));
    await deploy(configuration(kinds[0], entry("/a")));
    expect(await namesIn(kinds[0])).toEqual(["a.example.com"]);
  });

  test.each(["waiting", "not waiting"])(
    "fields of a command that was killed before it gave them up are no conflict, %s",
    async (how) => {
      const replica = await start("/a");
      balancer.targets.push(replica.port);
      const wanted = configuration(kinds[0], entry("/a"));
      await client.apply(wanted);
      const filled = await live(kinds[0]);
      const change = jsonPatch([{ op: "replace", path: "/webhooks/0/rules/0/operations", value: ["UPDATE"] }]);
      await client.withFieldManager("tsop-webhooks").patch(unstructured(apiVersion, kinds[0]), filled.metadata, change);
      await deploy(wanted, how === "waiting" ? optionsOf() : { ...optionsOf(), wait: undefined });
      expect((await live(kinds[0])).webhooks).toMatchObject(wanted.webhooks ?? []);
    },
  );

  test("without waiting, the entries exist with their CA bundle, whether or not a Pod responds", async () => {
    const replica = await start("/a");
    await untilReady(replica);
    await deploy(configuration(kinds[0], entry("/a")), { ...optionsOf(), wait: undefined });
    const [webhook] = (await live(kinds[0])).webhooks ?? [];
    expect(webhook?.clientConfig.caBundle).toBeTruthy();
  });
});
