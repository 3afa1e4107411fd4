/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { createManager, findCondition, type HttpClient, isConditionTrue, TransportError } from "tsop";
import { Deployment, StatefulSet } from "tsop/k8s/apps/v1";
import { ConfigMap, Pod, Secret, Service } from "tsop/k8s/core/v1";
import { Event } from "tsop/k8s/events/v1";
import { PodDisruptionBudget } from "tsop/k8s/policy/v1";
import { eventually, TestEnvironment, type TestUser } from "tsop/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { Broker, type BrokerSpec } from "../api/v1/broker_types.js";
import { NameService, type NameServiceSpec } from "../api/v1/nameservice_types.js";
import { brokerLabels } from "../desired/labels.js";
import { ServiceMonitor } from "../desired/service_monitor.js";
import { createBrokerMetrics } from "../stages/metrics.js";
import { startWorld, type World } from "../test/world.js";
import { BrokerReconciler } from "./broker_controller.js";
import { limitCaches } from "./caches.js";
import { NameServiceReconciler } from "./nameservice_controller.js";

const namespace = "default";
const patience = { timeoutMs: 30_000 };

// Runs on an API server in this process and needs no cluster. If KUBEBUILDER_ASSETS names a folder with etcd and
// kube-apiserver (`npx tsop envtest setup`), runs on a real API server. world.ts simulates the rest of a cluster.
describe("the Broker controller", () => {
  let environment: TestEnvironment;
  let client: HttpClient;
  let operator: TestUser;
  let world: World;
  let metrics: () => Promise<string>;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ crds: ["config/crd/bases"] });
    client = environment.client;
    // This user has only the permissions that `npm run manifests` generates.
    operator = await environment.addUser("operator", { roles: ["config/rbac/role.yaml"] });
    world = startWorld(client);
    const manager = await createManager({
      name: "broker-test",
      config: operator.config,
      healthProbeBindAddress: "0",
      logLevel: "error",
    });
    limitCaches(manager);
    new BrokerReconciler({
      ...{ client: manager.client, events: manager.eventRecorder("broker"), soonMs: 300 },
      ...{ admin: world.admin, storage: world.storage, metrics: createBrokerMetrics(manager.metricsRegistry) },
    }).setupWithManager(manager);
    new NameServiceReconciler(manager.client).setupWithManager(manager);
    metrics = () => manager.metricsRegistry.metrics();
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    await createNameServers("names", { replicas: 2 });
    return async () => {
      stop.abort();
      await running;
      await world.stop();
      await environment.stop();
    };
  });

  async function createNameServers(name: string, spec: Partial<NameServiceSpec> = {}): Promise<void> {
    await client.create<NameService>({
      apiVersion: "rocketmq.daocloud.io/v1",
      kind: "NameService",
      metadata: { namespace, name },
      spec: { image: "stand-in", ...spec },
    });
  }

  async function createBroker(name: string, spec: Partial<BrokerSpec> = {}): Promise<void> {
    await client.create<Broker>({
      apiVersion: "rocketmq.daocloud.io/v1",
      kind: "Broker",
      metadata: { namespace, name },
      spec: { nameService: "names", image: "stand-in", storage: { size: "1Gi" }, ...spec },
    });
  }

  const get = (name: string): Promise<Broker> => client.getOrThrow(Broker, { namespace, name });
  const change = (name: string, spec: object) =>
    client.patch(Broker, { namespace, name }, { type: "merge", body: { spec } });
  const podsOf = async (name: string): Promise<Pod[]> =>
    (await client.list(Pod, { namespace, labels: brokerLabels(name) })).items;
  const settingsOf = async (name: string) =>
    (await podsOf(name)).map(({ status }) => world.settings.get(`${status?.podIP}:10911`));

  /** Waits until the newest spec is rolled out. */
  function untilUpToDate(name: string): Promise<Broker> {
    return eventually(async () => {
      const broker = await get(name);
      const { conditions = [], observedGeneration } = broker.status ?? {};
      expect(observedGeneration).toBe(broker.metadata.generation);
      for (const stage of ["PreConfig", "Sync", "Available"])
        expect(isConditionTrue(conditions, stage), stage).toBe(true);
      return broker;
    }, patience);
  }

  test("waits for its name servers, then runs groups whose members are in the status", async () => {
    await createBroker("waiting", { nameService: "later", groups: 2 });
    await eventually(async () => {
      const { conditions } = (await get("waiting")).status ?? {};
      expect(conditions).toMatchObject([{ type: "PreConfig", status: "False", reason: "NoNameServers" }]);
    }, patience);
    await createNameServers("later");
    const { status } = await untilUpToDate("waiting");
    expect(status).toMatchObject({ groups: 2, readyGroups: 2, selector: expect.stringContaining("waiting") as string });
    expect(status?.nodes?.map(({ name, role, available }) => `${name} ${role} ${available}`)).toEqual([
      ...["waiting-group-0-0 Leader true", "waiting-group-0-1 Follower true", "waiting-group-0-2 Follower true"],
      ...["waiting-group-1-0 Leader true", "waiting-group-1-1 Follower true", "waiting-group-1-2 Follower true"],
    ]);
    const { data } = await client.getOrThrow(ConfigMap, { namespace, name: "waiting-group-1" });
    expect(data?.["waiting-group-1-2.conf"]).toContain("dLegerSelfId=n2\n");
    const budget = await client.getOrThrow(PodDisruptionBudget, { namespace, name: "waiting-group-0" });
    expect(budget.spec?.maxUnavailable).toBe(1);
    expect(await metrics()).toMatch(/rocketmq_operator_ready_groups\{namespace="default",name="waiting"\} 2/);
  });

  test("tells running members of other settings, and of those that are taken away, without a restart", async () => {
    await createBroker("hot", { config: { fileReservedTime: "48" } });
    await untilUpToDate("hot");
    const before = (await podsOf("hot")).map(({ metadata }) => metadata.uid);
    expect(await settingsOf("hot")).toMatchObject(Array(3).fill({ fileReservedTime: "48" }));
    await change("hot", { config: { fileReservedTime: "24", deleteWhen: "05" } });
    await eventually(async () => {
      expect(await settingsOf("hot")).toMatchObject(Array(3).fill({ fileReservedTime: "24", deleteWhen: "05" }));
    }, patience);
    await change("hot", { config: null });
    await eventually(async () => {
      expect(await settingsOf("hot")).toMatchObject(Array(3).fill({ fileReservedTime: "72", deleteWhen: "04" }));
    }, patience);
    await untilUpToDate("hot");
    expect((await podsOf("hot")).map(({ metadata }) => metadata.uid)).toEqual(before);
    expect(await metrics()).toMatch(/configuration_reloads_total\{namespace="default",name="hot"\} 6/);
    const events = await client.list(Event, { namespace });
    expect(events.items.map(({ reason }) => reason)).toContain("SettingsReloaded");
  });

  test("rolls other settings out, one group after the other", async () => {
    await createBroker("rolled", { groups: 2, members: 1 });
    await untilUpToDate("rolled");
    const template = async (group: number) =>
      (await client.getOrThrow(StatefulSet, { namespace, name: `rolled-group-${group}` })).spec.template.metadata;
    const before = [await template(0), await template(1)];
    world.stuck.add("rolled-group-0");
    await change("rolled", { config: { sendMessageThreadPoolNums: "16" } });
    await eventually(async () => {
      const sync = findCondition((await get("rolled")).status?.conditions, "Sync");
      expect(sync).toMatchObject({ status: "False", reason: "RollingOut" });
    }, patience);
    expect(await template(0)).not.toEqual(before[0]);
    expect(await template(1)).toEqual(before[1]);
    world.stuck.delete("rolled-group-0");
    await untilUpToDate("rolled");
    expect(await template(1)).not.toEqual(before[1]);
    expect(await settingsOf("rolled")).toMatchObject(Array(2).fill({ sendMessageThreadPoolNums: "16" }));
  });

  test("follows the addresses of its name servers, in the brokers and in the exporter", async () => {
    await createBroker("following", { members: 1, exporter: { image: "stand-in" } });
    const { status } = await untilUpToDate("following");
    expect(status?.nameServers).toHaveLength(2);
    const [gone] = (await client.list(Pod, { namespace, labels: { "rocketmq.daocloud.io/name-service": "names" } }))
      .items;
    await client.delete(Pod, gone!.metadata, { gracePeriodSeconds: 0 });
    await eventually(async () => {
      const addresses = (await client.getOrThrow(NameService, { namespace, name: "names" })).status?.addresses ?? [];
      expect(addresses).toHaveLength(2);
      expect(addresses).not.toEqual(status?.nameServers);
      expect(await settingsOf("following")).toMatchObject([{ namesrvAddr: addresses.join(";") }]);
      const exporter = await client.getOrThrow(Deployment, { namespace, name: "following-exporter" });
      const { args } = exporter.spec.template.spec?.containers[0] ?? {};
      expect(args).toEqual([`--rocketmq.config.namesrvAddr=${addresses.join(";")}`]);
    }, patience);
    await change("following", { exporter: null });
    await eventually(async () => {
      expect(await client.get(Deployment, { namespace, name: "following-exporter" })).toBeUndefined();
    }, patience);
  });

  test("tells the Prometheus operator about the exporter, where there is one", async () => {
    await createBroker("unmonitored", { members: 1, exporter: { image: "stand-in" } });
    await untilUpToDate("unmonitored"); // without the CRD
    await environment.installCrds("test/servicemonitors.yaml");
    await createBroker("monitored", { members: 1, exporter: { image: "stand-in" } });
    const key = { namespace, name: "monitored-exporter" };
    await eventually(async () => {
      const { labels } = (await client.getOrThrow(Service, key)).metadata;
      const { spec } = await client.getOrThrow(ServiceMonitor, key);
      expect(labels).toMatchObject(spec.selector.matchLabels);
      expect(spec.endpoints).toMatchObject([{ port: "metrics" }]);
    }, patience);
    await change("monitored", { exporter: { serviceMonitor: false } });
    await eventually(async () => expect(await client.get(ServiceMonitor, key)).toBeUndefined(), patience);
  });

  test("scales out and in by groups; a group that goes is read-only first", async () => {
    await createBroker("scaled", { groups: 1, members: 1, scaleInGraceSeconds: 3 });
    await untilUpToDate("scaled");
    const scale = (replicas: number) =>
      client.subResource("scale").update(Broker, { namespace, name: "scaled" }, { spec: { replicas } });
    await scale(2);
    expect((await untilUpToDate("scaled")).status?.nodes).toHaveLength(2);
    await scale(1);
    await eventually(async () => {
      const permissions = (await settingsOf("scaled")).map((settings) => settings?.["brokerPermission"]);
      expect(permissions).toEqual(["6", "4"]);
    }, patience);
    expect(await client.get(StatefulSet, { namespace, name: "scaled-group-1" })).toBeDefined();
    expect((await untilUpToDate("scaled")).status).toMatchObject({ groups: 1 });
    const key = { namespace, name: "scaled-group-1" };
    for (const kind of [StatefulSet, PodDisruptionBudget, ConfigMap] as const)
      expect(await client.get<StatefulSet | PodDisruptionBudget | ConfigMap>(kind, key)).toBeUndefined();
    const services = await client.list(Service, { namespace, labels: brokerLabels("scaled") });
    expect(services.items.map(({ metadata }) => metadata.name)).toEqual(["scaled-group-0-n0"]);
  });

  test("clears external storage before it goes, and holds up no other Broker meanwhile", async () => {
    const externalStorage = { url: "http://archive.example.com", secretName: "archive" };
    await createBroker("stored", { members: 1, externalStorage });
    await eventually(async () => {
      expect((await get("stored")).status?.conditions).toMatchObject([{ reason: "SecretMissing" }]);
    }, patience);
    await client.create<Secret>({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace, name: "archive" },
      stringData: { token: "let me in" },
    });
    await change("stored", { scaleInGraceSeconds: 1 }); // Secrets are not watched
    const { metadata } = await untilUpToDate("stored");
    const key = { namespace, name: "stored" };
    await client.delete(Broker, key);
    await eventually(async () => {
      expect(findCondition((await get("stored")).status?.conditions, "Finalize")).toMatchObject({
        status: "False",
        reason: "ClearingStorage",
        message: "1 of 3 objects removed from external storage",
      });
    }, patience);
    expect(await podsOf("stored")).toEqual([]);
    await createBroker("meanwhile", { members: 1 });
    await untilUpToDate("meanwhile");
    await eventually(async () => expect(await client.get(Broker, key)).toBeUndefined(), patience);
    expect(world.clearings.get(metadata.uid ?? "")).toEqual({
      removed: 3,
      total: 3,
      prefix: "default/stored/",
      token: "let me in",
    });
    await eventually(async () => expect(await metrics()).not.toContain('name="stored"'));
  });

  test.each<[string, object]>([
    ["spec.groups", { groups: 0 }],
    ["spec.groups", { groups: 17 }],
    ["spec.members", { members: 2 }],
    ["spec.image", { image: "" }],
    ["spec.nameService", { nameService: "" }],
    ["the operator sets names, ports, paths and name servers itself", { config: { namesrvAddr: "10.0.0.1:9876" } }],
    ["the operator configures DLedger itself", { config: { dLegerPeers: "n0-10.0.0.1:40911" } }],
    ["spec.config", { config: { "not a name": "1" } }],
    ["spec.config", { config: { deleteWhen: "04\nbrokerName=other" } }],
    ["spec.externalStorage.url", { externalStorage: { url: "archive" } }],
    ["spec.scaleInGraceSeconds", { scaleInGraceSeconds: -1 }],
    ["spec.exporter.image", { exporter: {} }],
  ])("the API server refuses %s: %j", async (place, spec) => {
    await expect(createBroker("refused", spec)).rejects.toThrow(place);
  });

  test("the API server refuses what cannot be changed, and names that make none of a Service", async () => {
    await createBroker("kept", { members: 1 });
    await expect(change("kept", { members: 3 })).rejects.toThrow("spec.members");
    await expect(change("kept", { storage: { size: "2Gi" } })).rejects.toThrow("spec.storage.size");
    await expect(createBroker("0th")).rejects.toThrow("must begin with a letter");
    await expect(createBroker("a".repeat(41))).rejects.toThrow("40 lower-case letters");
  });

  test("the operator has the permissions that its code needs, and no others", async () => {
    await expect(operator.client.get(Secret, { namespace, name: "archive" })).resolves.toBeDefined();
    await expect(operator.client.list(Secret)).rejects.toThrow('cannot list resource "secrets"');
    await expect(operator.client.delete(Pod, { namespace, name: "any" })).rejects.not.toBeInstanceOf(TransportError);
  });
});
