/** Sets the status that controllers and kubelets would write: nothing runs on nodes here. */
import { vi } from "vitest";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { mergePatch } from "../../src/kube/client.js";
import type { ReplicaSet } from "../../src/k8s/apps/v1.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import type { Event } from "../../src/k8s/core/v1.js";
import { type ContainerStatus, Pod } from "../../src/k8s/core/v1.js";

export async function clientOf(kubeconfig: string): Promise<HttpClient> {
  return createLiveClient(await loadKubeConfig({ env: {}, home: "/nowhere", cwd: "/", kubeconfig }));
}

const name = "manager";
const now = "2026-01-01T00:00:00Z";

/** Waits for the Deployment, and sets its status to ready for its current generation. */
export function letBecomeReady(client: HttpClient, namespace: string): Promise<void> {
  return setStatus(client, namespace, (generation) => ({
    observedGeneration: generation,
    ...{ replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
    conditions: [condition("Available", "True", "MinimumReplicasAvailable")],
  }));
}

export async function setStatus(
  client: HttpClient,
  namespace: string,
  statusOf: (generation: number) => object,
): Promise<void> {
  await vi.waitFor(
    async () => {
      const { metadata } = await client.getOrThrow(Deployment, { namespace, name });
      await client.status.patch(
        Deployment,
        { namespace, name },
        mergePatch({ status: statusOf(metadata.generation ?? 1) }),
      );
    },
    { timeout: 60_000, interval: 50 },
  );
}

export function condition(type: string, status: string, reason: string, message = "") {
  return { type, status, reason, message, lastTransitionTime: now, lastUpdateTime: now };
}

/** Adds a pod of the Deployment, through a ReplicaSet, with a container in this state. */
export async function addPod(client: HttpClient, namespace: string, container: Partial<ContainerStatus>): Promise<Pod> {
  const deployment = await vi.waitFor(() => client.getOrThrow(Deployment, { namespace, name }), {
    timeout: 60_000,
    interval: 50,
  });
  const { template, selector } = deployment.spec;
  const set = await client.create<ReplicaSet>({
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: `${name}-1`,
      namespace,
      annotations: { "deployment.kubernetes.io/revision": "1" },
      ownerReferences: [owner(deployment)],
    },
    spec: { selector, template, replicas: 0 },
  });
  const key = { namespace, name: `${name}-1-x` };
  const pod = await client.create<Pod>({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...key, ownerReferences: [owner(set)] },
    spec: { ...template.spec!, containers: template.spec!.containers },
  });
  const status = {
    phase: "Pending",
    containerStatuses: [
      {
        name,
        image: template.spec!.containers[0]!.image ?? "",
        imageID: "",
        ready: false,
        restartCount: 0,
        ...container,
      },
    ],
  };
  await client.status.patch(Pod, key, mergePatch({ status }));
  return pod;
}

export async function addEvent(client: HttpClient, pod: Pod, reason: string, message: string): Promise<void> {
  const { namespace = "", name: podName, uid } = pod.metadata;
  await client.create<Event>({
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: `${podName}.${reason.toLowerCase()}`, namespace },
    involvedObject: { apiVersion: "v1", kind: "Pod", namespace, name: podName, ...(uid === undefined ? {} : { uid }) },
    type: "Warning",
    reason,
    message,
    lastTimestamp: now,
  });
}

function owner({ apiVersion, kind, metadata }: Deployment | ReplicaSet) {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
}
