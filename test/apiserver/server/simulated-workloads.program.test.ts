import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DaemonSet, Deployment, StatefulSet } from "../../../src/k8s/apps/v1.js";
import { Job } from "../../../src/k8s/batch/v1.js";
import { Node, PersistentVolumeClaim, Pod, Service } from "../../../src/k8s/core/v1.js";
import { eventually } from "../../support/eventually.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await TestEnvironment.start({ server: "embedded", simulateWorkloads: true });
});
afterAll(() => environment.stop());

const containers = [{ name: "app", image: "example.com/app:1" }];
const labels = { app: "a" };
const workload = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } };
const fail = { annotations: { "simulate.tsop.dev/fail": "ImagePullBackOff" } };

function keyOf(name: string, more: object = {}) {
  return { namespace: "default", name, ...more };
}

test("the simulated node has the version of the server", async () => {
  const node = await environment.client.getOrThrow(Node, { name: "simulated" });
  expect(node.status?.nodeInfo?.kubeletVersion).toBe("v1.37.2");
});

function createDeployment(name: string, more: object = {}): Promise<Deployment> {
  return environment.client.create<Deployment>({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: keyOf(name, more),
    spec: { replicas: 4, ...workload },
  });
}

async function settled(name: string, status: object): Promise<Deployment> {
  return eventually(async () => {
    const deployment = await environment.client.getOrThrow(Deployment, keyOf(name));
    expect(deployment.status).toMatchObject(status);
    return deployment;
  });
}

async function change(name: string, edit: (deployment: Deployment) => void): Promise<void> {
  await eventually(async () => {
    const deployment = await environment.client.getOrThrow(Deployment, keyOf(name));
    edit(deployment);
    await environment.client.update(deployment);
  });
}

const conditionsOf = ({ status }: Deployment): Record<string, unknown> =>
  Object.fromEntries((status?.conditions ?? []).map(({ type, status: is, reason }) => [type ?? "", `${is} ${reason}`]));

describe.concurrent("a Deployment", () => {
  test("starts, becomes available, and follows each change", async () => {
    await createDeployment("web");
    const starting = await settled("web", { observedGeneration: 1, replicas: 4 });
    if (starting.status?.readyReplicas === undefined) {
      expect(conditionsOf(starting)).toEqual({
        Available: "False MinimumReplicasUnavailable",
        Progressing: "True ReplicaSetUpdated",
      });
    }
    const ready = await settled("web", { readyReplicas: 4, availableReplicas: 4, updatedReplicas: 4 });
    expect(conditionsOf(ready)).toEqual({
      Available: "True MinimumReplicasAvailable",
      Progressing: "True NewReplicaSetAvailable",
    });
    expect(ready.status).not.toHaveProperty("unavailableReplicas");
    const byControllers = ready.metadata.managedFields?.filter(({ manager }) => manager === "kube-controller-manager");
    expect(byControllers?.map(({ subresource }) => subresource)).toEqual(["status"]);

    await change("web", ({ spec }) => (spec.template.spec!.containers[0]!.image = "example.com/app:2"));
    await settled("web", { observedGeneration: 2 });
    await change("web", ({ spec }) => (spec.replicas = 0));
    await settled("web", { observedGeneration: 3 });
    await eventually(async () => {
      const { status } = await environment.client.getOrThrow(Deployment, keyOf("web"));
      expect(status).not.toHaveProperty("readyReplicas");
      expect(status).not.toHaveProperty("availableReplicas");
    });
  });

  test("that is told to fail does not become available, and its old pods stay; told no more, it does", async () => {
    await createDeployment("sick", fail);
    const failed = await settled("sick", { observedGeneration: 1, unavailableReplicas: 4 });
    await eventually(async () => {
      expect(conditionsOf(await environment.client.getOrThrow(Deployment, keyOf("sick")))).toEqual({
        Available: "False MinimumReplicasUnavailable",
        Progressing: "False ProgressDeadlineExceeded",
      });
    });
    expect(failed.status).not.toHaveProperty("readyReplicas");
    await change("sick", ({ metadata }) => delete metadata.annotations);
    await settled("sick", { readyReplicas: 4 });
  });

  test("that is paused says so, and stays as it was", async () => {
    await createDeployment("paused");
    await settled("paused", { readyReplicas: 4 });
    await change("paused", ({ spec }) => Object.assign(spec, { paused: true, replicas: 4 }));
    const paused = await settled("paused", { observedGeneration: 2, readyReplicas: 4, replicas: 4 });
    expect(conditionsOf(paused)).toMatchObject({ Progressing: "Unknown DeploymentPaused" });
  });
});

test("other workloads come to what they ask for", async () => {
  const { client } = environment;
  const metadata = keyOf("a");
  await client.create<StatefulSet>({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata,
    spec: { replicas: 2, ...workload },
  });
  await client.create<DaemonSet>({ apiVersion: "apps/v1", kind: "DaemonSet", metadata, spec: workload });
  const template = { spec: { containers, restartPolicy: "Never" as const } };
  await client.create<Job>({ apiVersion: "batch/v1", kind: "Job", metadata, spec: { template } });
  await client.create<Job>({ apiVersion: "batch/v1", kind: "Job", metadata: keyOf("bad", fail), spec: { template } });
  await client.create<Pod>({ apiVersion: "v1", kind: "Pod", metadata, spec: { containers } });
  await client.create<Pod>({ apiVersion: "v1", kind: "Pod", metadata: keyOf("bad", fail), spec: { containers } });
  await client.create<PersistentVolumeClaim>({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata,
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  });
  await client.create<Service>({
    apiVersion: "v1",
    kind: "Service",
    metadata,
    spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
  });
  await eventually(async () => {
    const set = (await client.getOrThrow(StatefulSet, metadata)).status;
    expect(set).toMatchObject({ readyReplicas: 2, currentReplicas: 2, collisionCount: 0 });
    expect(set?.currentRevision).toBe(set?.updateRevision);
    expect((await client.getOrThrow(DaemonSet, metadata)).status).toMatchObject({ numberReady: 1 });
    const typesOf = async (name: string): Promise<unknown> =>
      (await client.getOrThrow(Job, keyOf(name))).status?.conditions?.map(({ type }) => type);
    expect(await typesOf("a")).toEqual(["SuccessCriteriaMet", "Complete"]);
    expect(await typesOf("bad")).toEqual(["FailureTarget", "Failed"]);
    expect((await client.getOrThrow(Pod, metadata)).status).toMatchObject({ phase: "Running" });
    expect((await client.getOrThrow(Pod, keyOf("bad"))).status).toMatchObject({
      phase: "Pending",
      containerStatuses: [{ ready: false, state: { waiting: { reason: "ImagePullBackOff" } } }],
    });
    expect((await client.getOrThrow(PersistentVolumeClaim, metadata)).status).toMatchObject({
      phase: "Bound",
      capacity: { storage: "1Gi" },
    });
    expect((await client.getOrThrow(Service, metadata)).status?.loadBalancer?.ingress).toHaveLength(1);
  });
});

test("a pod runs on a node, waits for its readiness gates, and keeps the status that a client writes", async () => {
  const { client } = environment;
  await client.create<Pod>({
    apiVersion: "v1",
    kind: "Pod",
    metadata: keyOf("gated"),
    spec: { containers, readinessGates: [{ conditionType: "example.com/open" }] },
  });
  const until = (isReached: (pod: Pod) => boolean): Promise<Pod> =>
    eventually(async () => {
      const pod = await client.getOrThrow(Pod, keyOf("gated"));
      expect(isReached(pod)).toBe(true);
      return pod;
    });
  const readiness = ({ status }: Pod) => status?.conditions?.find(({ type }) => type === "Ready")?.status;
  const running = await until(({ status }) => status?.phase === "Running");
  expect(running.spec?.nodeName).toBe("simulated");
  expect(running.status?.podIP).toMatch(/^10\.244\./);
  expect(readiness(running)).toBe("False");
  const conditions = [...running.status!.conditions!, { type: "example.com/open", status: "True" as const }];
  await client.status.update({ ...running, status: { ...running.status, conditions } });
  const ready = await until((pod) => readiness(pod) === "True");
  await client.status.update({ ...ready, status: { ...ready.status, phase: "Failed" } });
  // A pod that is created later is processed later.
  await client.create<Pod>({ apiVersion: "v1", kind: "Pod", metadata: keyOf("later"), spec: { containers } });
  await eventually(async () => {
    expect((await client.getOrThrow(Pod, keyOf("later"))).status?.phase).toBe("Running");
  });
  expect((await client.getOrThrow(Pod, keyOf("gated"))).status?.phase).toBe("Failed");
});
