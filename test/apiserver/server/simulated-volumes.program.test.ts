/** With simulated workloads, the server plays the drivers of storage classes and the scheduler. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PersistentVolume, PersistentVolumeClaim, Pod } from "../../../src/k8s/core/v1.js";
import type { StorageClass } from "../../../src/k8s/storage/v1.js";
import { eventually } from "../../support/eventually.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";

let environment: TestEnvironment;
beforeAll(async () => {
  const controllers = ["persistentvolume-binder-controller"] as const;
  environment = await TestEnvironment.start({ server: "embedded", simulateWorkloads: true, controllers });
  for (const [name, mode] of [
    ["now", "Immediate"],
    ["later", "WaitForFirstConsumer"],
  ] as const) {
    const metadata = { name };
    const fields = { provisioner: "disk.example.com", volumeBindingMode: mode, allowVolumeExpansion: true };
    await client().create<StorageClass>({ apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata, ...fields });
  }
});
afterAll(() => environment.stop());

const client = () => environment.client;
const key = (name: string) => ({ namespace: "default", name });

function claim(name: string, storageClassName: string): PersistentVolumeClaim {
  const resources = { requests: { storage: "1Gi" } };
  return {
    ...{ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: key(name) },
    spec: { accessModes: ["ReadWriteOnce"], storageClassName, resources },
  };
}

function pod(name: string, claimName: string): Pod {
  return {
    ...{ apiVersion: "v1", kind: "Pod", metadata: key(name) },
    spec: { containers: [{ name: "a", image: "a" }], volumes: [{ name: "a", persistentVolumeClaim: { claimName } }] },
  };
}

async function untilBound(name: string): Promise<PersistentVolumeClaim> {
  return eventually(async () => {
    const found = await client().getOrThrow(PersistentVolumeClaim, key(name));
    expect(found.status?.phase).toBe("Bound");
    return found;
  });
}

const volumeOf = ({ spec }: PersistentVolumeClaim): Promise<PersistentVolume | undefined> =>
  client().get(PersistentVolume, { name: spec?.volumeName ?? "" });

test("a claim of a class gets a volume, which grows and ends with the claim", async () => {
  await client().create(claim("now", "now"));
  const bound = await untilBound("now");
  const volume = await volumeOf(bound);
  expect(volume).toMatchObject({
    metadata: { annotations: { "pv.kubernetes.io/provisioned-by": "disk.example.com" } },
    spec: { capacity: { storage: "1Gi" }, storageClassName: "now", claimRef: { name: "now", uid: bound.metadata.uid } },
  });
  await client().patch(PersistentVolumeClaim, key("now"), {
    type: "merge",
    body: { spec: { resources: { requests: { storage: "2Gi" } } } },
  });
  await vi.waitUntil(
    async () => (await client().getOrThrow(PersistentVolumeClaim, key("now"))).status?.capacity?.["storage"] === "2Gi",
    { timeout: 60_000 },
  );
  expect((await volumeOf(bound))?.spec?.capacity).toEqual({ storage: "2Gi" });
  await client().delete(PersistentVolumeClaim, key("now"));
  await vi.waitUntil(async () => (await volumeOf(bound)) === undefined, { timeout: 60_000 });
});

test("a claim that waits for its first consumer gets a volume for the pod's node", async () => {
  await client().create(claim("later", "later"));
  await client().create(pod("consumer", "later"));
  const bound = await untilBound("later");
  expect(bound.metadata.annotations).toMatchObject({ "volume.kubernetes.io/selected-node": "simulated" });
  const isRunning = async (): Promise<boolean> =>
    (await client().getOrThrow(Pod, key("consumer"))).status?.phase === "Running";
  await vi.waitUntil(isRunning, { timeout: 60_000 });
});

test("a pod does not run without its claim", async () => {
  await client().create(pod("waiting", "missing"));
  await vi.waitUntil(
    async () => {
      const { status } = await client().getOrThrow(Pod, key("waiting"));
      return status?.conditions?.some(({ message }) => message?.includes('persistentvolumeclaim "missing" not found'));
    },
    { timeout: 60_000 },
  );
  await client().create(claim("missing", ""));
  await vi.waitUntil(
    async () => {
      const { status } = await client().getOrThrow(Pod, key("waiting"));
      return status?.conditions?.some(({ message }) => message?.includes("unbound immediate PersistentVolumeClaims"));
    },
    { timeout: 60_000 },
  );
});
