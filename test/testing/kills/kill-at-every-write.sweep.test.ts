import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  applyIfDifferent,
  type Client,
  type CustomResource,
  defineKind,
  done,
  type Manager,
  setControllerReference,
  withFinalizer,
} from "../../../src/index.js";
import { ConfigMap, Secret } from "../../../src/k8s/core/v1.js";
import { eventually, killAtEveryWrite, type KillOptions, type TestEnvironment } from "../../../src/testing/index.js";
import { simpleCrd } from "../../support/crds.js";

interface Job extends CustomResource<"kills.example.com/v1", "Job"> {
  spec: { copies?: number };
  status?: { made?: string; observedGeneration?: number };
}
const Job = defineKind<Job>("kills.example.com/v1", "Job");

const metadata = { namespace: "default", name: "a" };
const environment = { crds: [simpleCrd("kills.example.com", "jobs", "Job")] };

const create = ({ client }: TestEnvironment): Promise<Job> =>
  client.create<Job>({ apiVersion: "kills.example.com/v1", kind: "Job", metadata, spec: {} });
const isMade = ({ client }: TestEnvironment, timeoutMs = 30_000): Promise<void> =>
  eventually(async () => expect((await client.getOrThrow(Job, metadata)).status?.made).toBe("yes"), { timeoutMs });

async function createAndWait(run: TestEnvironment): Promise<void> {
  await create(run);
  await isMade(run);
}

/** Sets up a reconciler that is created again in each life. */
function reconciler(make: (client: Client) => (job: Job) => Promise<void>): KillOptions["setUp"] {
  return (manager: Manager) => {
    const reconcile = make(manager.client);
    manager
      .controller("job")
      .for(Job)
      .owns(ConfigMap)
      .complete({
        async reconcile(request) {
          const job = await manager.client.get(Job, request);
          if (job !== undefined) await reconcile(job);
          return done();
        },
      });
  };
}

function copyOf(job: Job, name: string): ConfigMap {
  const copy: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name } };
  setControllerReference(job, copy);
  return copy;
}

async function report(client: Client, job: Job): Promise<void> {
  if (job.status?.made === "yes") return;
  await client.status.update<Job>({ ...job, status: { made: "yes" } });
}

beforeAll(() => void vi.stubEnv("KUBEBUILDER_ASSETS", ""));
afterAll(() => void vi.unstubAllEnvs());

describe("an operator that is killed at each of its writes", () => {
  test("passes when each step follows from the existing objects", async () => {
    const setUp = reconciler((client) => async (job) => {
      await withFinalizer(client, job, {
        finalizer: "kills.example.com/farewell",
        cleanUp: async () => {
          await client.apply<ConfigMap>({
            apiVersion: "v1",
            kind: "ConfigMap",
            metadata: { namespace: "default", name: "farewell" },
          });
        },
        reconcile: async (live) => {
          await client.apply(copyOf(live, "copy"));
          await report(client, live);
          return done();
        },
      });
    });
    const scenario = async (run: TestEnvironment): Promise<void> => {
      await createAndWait(run);
      await run.client.delete(Job, metadata);
      await eventually(async () => expect(await run.client.get(Job, metadata)).toBeUndefined(), { timeoutMs: 30_000 });
    };

    const { writes, kills } = await killAtEveryWrite({ setUp, scenario, environment, timeoutMs: 30_000 });

    expect(writes).toContain("apply ConfigMap default/copy");
    expect(writes).toContain("update status of Job default/a");
    expect(writes).toContain("apply ConfigMap default/farewell");
    expect(kills).toBeGreaterThanOrEqual(2 * (writes.length - 1));
  });

  test(
    "passes where applyIfDifferent notes what it has applied, with the owner's uid in it",
    { timeout: 120_000 },
    async () => {
      const setUp = reconciler((client) => async (job) => {
        await applyIfDifferent(client, copyOf(job, "copy"));
        await report(client, job);
      });
      const { writes } = await killAtEveryWrite({ setUp, scenario: createAndWait, environment, timeoutMs: 30_000 });
      expect(writes).toEqual(["apply ConfigMap default/copy", "update status of Job default/a"]);
    },
  );

  test("fails when it makes things under new names", async () => {
    const setUp = reconciler((client) => async (job) => {
      if (job.status?.made === "yes") return;
      const { metadata: given, ...rest } = copyOf(job, "");
      await client.create<ConfigMap>({ ...rest, metadata: { ...given, generateName: "copy-" } });
      await report(client, job);
    });
    const options = { setUp, scenario: createAndWait, environment, timeoutMs: 1_500 };
    await expect(killAtEveryWrite(options)).rejects.toMatchObject({
      code: "testing/not-converged",
      message: expect.stringMatching(
        /after create ConfigMap default\/copy-\* \(write 1 of 2\):\n {2}ConfigMap default\/copy-\* \(2\) does not exist without kills/,
      ) as string,
    });
  });

  test("fails when it remembers how far it has come", async () => {
    const setUp = reconciler((client) => {
      let isCreated = false;
      return async (job) => {
        if (!isCreated) await client.create(copyOf(job, "copy")); // refused for ever when the last life has made it
        isCreated = true;
        await report(client, job);
      };
    });
    const scenario = async (run: TestEnvironment): Promise<void> => {
      await create(run);
      await isMade(run, 3_000);
    };
    const killed = killAtEveryWrite({ setUp, scenario, environment });
    await expect(killed).rejects.toMatchObject({
      message: expect.stringMatching(
        /after create ConfigMap default\/copy \(write 1 of 2\):\n {2}the scenario failed: .*\n {2}the operator's last error: .*already exists/s,
      ) as string,
    });
    // What comes before the first write is no danger.
    await expect(killed).rejects.not.toThrow(/before create ConfigMap/);
  });

  test("fails when a step is left out", async () => {
    const setUp = reconciler((client) => async (job) => {
      if (job.status?.made === "yes") return;
      await report(client, job);
      await client.create(copyOf(job, "copy"));
    });
    const scenario = async (run: TestEnvironment): Promise<void> => {
      await create(run);
      await isMade(run);
    };
    await expect(killAtEveryWrite({ setUp, scenario, environment, timeoutMs: 1_500 })).rejects.toThrow(
      "ConfigMap default/copy is missing",
    );
  });

  test("fails when an object is created twice and then deleted", async () => {
    const setUp = reconciler((client) => async (job) => {
      if (job.status?.made === "yes") return;
      const secret = { apiVersion: "v1", kind: "Secret", metadata: { namespace: "default", name: "once" } } as const;
      if ((await client.get(Secret, secret.metadata)) === undefined) await client.create<Secret>(secret);
      await client.delete(Secret, secret.metadata);
      await report(client, job);
    });
    const options = { setUp, scenario: createAndWait, environment, timeoutMs: 1_500 };
    await expect(killAtEveryWrite(options)).rejects.toThrow(
      "create Secret default/once: done 2 times, without kills 1",
    );
    const allowed = killAtEveryWrite({ ...options, repeatable: [{ resource: "secrets" }] });
    await expect(allowed).resolves.toMatchObject({ kills: 6 });
  });

  test("fails when it never comes to rest", async () => {
    const setUp = reconciler((client) => async (job) => {
      const made = job.status?.made ?? "";
      await client.status.update<Job>({ ...job, status: { made: made === "yes" ? "no" : "yes" } });
    });
    const scenario = create;
    await expect(killAtEveryWrite({ setUp, scenario, environment, timeoutMs: 500 })).rejects.toThrow(
      "does not stop writing: update status of Job default/a",
    );
  });

  test("has no more rights than its role gives it", async () => {
    const role = {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "manager-role" },
      rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["*"] }],
    };
    const setUp = reconciler(() => () => Promise.resolve());
    const scenario = (): Promise<never> => Promise.reject(new Error("users are unhappy"));
    await expect(killAtEveryWrite({ setUp, scenario, environment, roles: [role] })).rejects.toThrow(
      "users are unhappy",
    );
  });

  test("says which option there is not", async () => {
    const options = { setUp: () => undefined, scenario: () => Promise.resolve(), scenaro: 1 };
    await expect(killAtEveryWrite(options)).rejects.toMatchObject({
      code: "usage/invalid-argument",
      hint: 'Did you mean "scenario"?',
    });
  });
});
