import { expect, test } from "vitest";
import { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import { mergePatch } from "../../src/index.js";
import { eventually, killAtEveryWrite, type TestEnvironment } from "../../src/testing/index.js";
import { bar, Bar, barCrd, Baz, bazCrd, oldFinalizer, ownedDeployment, setUp } from "./bar-and-baz.js";

const key = { namespace: "default", name: "web" };

/** The writes of the old operator. */
async function oldPair({ client }: TestEnvironment): Promise<string | undefined> {
  const created = await client.create(bar("default", "web", { finalizers: [oldFinalizer] }));
  await client.status.patch(Bar, key, mergePatch({ status: { ready: 0 } }));
  return (await client.create(ownedDeployment(created))).metadata.uid;
}

async function untilMoved({ client }: TestEnvironment, uid: string | undefined): Promise<void> {
  await eventually(
    async () => {
      const { metadata } = await client.getOrThrow(Baz, key);
      expect(metadata.annotations ?? {}).not.toHaveProperty("migrate.tsop.dev/waits-for");
      expect((await client.getOrThrow(Deployment, key)).metadata).toMatchObject({
        uid,
        ownerReferences: [{ kind: "Baz", uid: metadata.uid, controller: true }],
      });
    },
    { timeoutMs: 20_000 },
  );
}

const recorded = { cleanedUp: [] as string[], violations: [] as string[] };
const options = {
  setUp: (manager: Parameters<typeof setUp>[0]) => void setUp(manager, recorded),
  environment: { crds: [barCrd, bazCrd] as never },
  timeoutMs: 20_000,
};

test("wherever it is killed, an object keeps its Deployment, and the new controller starts after the hand-over", async () => {
  const { writes, kills } = await killAtEveryWrite({
    ...options,
    scenario: async (environment) => untilMoved(environment, await oldPair(environment)),
  });
  expect(writes).toEqual([
    "patch bars default/web",
    "create Baz default/web",
    "patch status of bazs default/web",
    "patch deployments default/web",
    "patch bars default/web",
    "patch bazs default/web",
  ]);
  expect(kills).toBe(2 * writes.length);
  expect(recorded.violations).toEqual([]);
});

test("wherever it is killed while the old kind is deleted, the new object and its Deployment remain", async () => {
  const { kills } = await killAtEveryWrite({
    ...options,
    scenario: async (environment) => {
      const uid = await oldPair(environment);
      await untilMoved(environment, uid);
      const { client } = environment;
      await client.delete(CustomResourceDefinition, { name: barCrd.metadata.name });
      await eventually(
        async () => expect(await client.get(CustomResourceDefinition, { name: barCrd.metadata.name })).toBeUndefined(),
        { timeoutMs: 20_000 },
      );
      await untilMoved(environment, uid);
      expect((await client.getOrThrow(Baz, key)).metadata.ownerReferences ?? []).toEqual([]);
    },
  });
  expect(kills).toBeGreaterThan(12);
  expect(recorded).toEqual({ cleanedUp: [], violations: [] });
});
