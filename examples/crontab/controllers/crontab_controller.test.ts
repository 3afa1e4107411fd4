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

import { createManager, findCondition, mergePatch } from "tsop";
import { CustomResourceDefinition } from "tsop/k8s/apiextensions/v1";
import { CronJob } from "tsop/k8s/batch/v1";
import { Secret } from "tsop/k8s/core/v1";
import { Event } from "tsop/k8s/events/v1";
import { eventually, TestEnvironment, type TestUser } from "tsop/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { CronTab, type CronTabSpec } from "../api/v1/crontab_types.js";
import { CronTabReconciler } from "./crontab_controller.js";

const namespace = "default";

// Runs on an API server in this process and needs no cluster. If KUBEBUILDER_ASSETS names a folder with etcd and
// kube-apiserver (`npx tsop envtest setup`), runs on a real API server.
describe("the CronTab controller", () => {
  let environment: TestEnvironment;
  let operator: TestUser;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ crds: ["config/crd/bases"] });
    // This user has only the permissions that `npm run manifests` generates.
    operator = await environment.addUser("operator", { roles: ["config/rbac/role.yaml"] });
    const manager = await createManager({
      name: "crontab-test",
      config: operator.config,
      healthProbeBindAddress: "0",
      logLevel: "warn",
    });
    new CronTabReconciler(manager.client, manager.eventRecorder("crontab")).setupWithManager(manager);
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    return async () => {
      stop.abort();
      await running;
      await environment.stop();
    };
  });

  const create = (name: string, spec: CronTabSpec): Promise<CronTab> =>
    environment.client.create<CronTab>({
      apiVersion: "stable.example.com/v1",
      kind: "CronTab",
      metadata: { namespace, name },
      spec,
    });

  const readiness = async (name: string) => {
    const { status, metadata } = await environment.client.getOrThrow(CronTab, { namespace, name });
    expect(status?.observedGeneration).toBe(metadata.generation);
    return findCondition(status?.conditions, "Ready");
  };

  const eventsOf = async (name: string): Promise<(string | undefined)[]> => {
    const { items } = await environment.client.list(Event, { namespace });
    return items.filter(({ regarding }) => regarding?.name === name).map(({ reason }) => reason);
  };

  test("keeps a CronJob of the schedule, image and number of Pods", async () => {
    const { client } = environment;
    const key = { namespace, name: "my-new-cron-object" };
    await create(key.name, { cronSpec: "* * * * */5", image: "my-awesome-cron-image", replicas: 3 });
    await eventually(async () => expect(await readiness(key.name)).toMatchObject({ status: "True" }));
    const wanted = (schedule: string, image: string, pods: number) => ({
      metadata: { ownerReferences: [{ kind: "CronTab", name: key.name, controller: true }] },
      spec: {
        schedule,
        jobTemplate: {
          spec: { parallelism: pods, completions: pods, template: { spec: { containers: [{ name: "cron", image }] } } },
        },
      },
    });
    expect(await client.getOrThrow(CronJob, key)).toMatchObject(wanted("* * * * */5", "my-awesome-cron-image", 3));

    await client.patch(CronTab, key, mergePatch({ spec: { cronSpec: "*/5 * * * *", image: "other" } }));
    await eventually(async () =>
      expect(await client.getOrThrow(CronJob, key)).toMatchObject(wanted("*/5 * * * *", "other", 3)),
    );

    // The operator reverts changes and deletions by other users.
    await client.patch(CronJob, key, mergePatch({ spec: { schedule: "0 0 1 1 *" } }));
    await eventually(async () =>
      expect(await client.getOrThrow(CronJob, key)).toMatchObject(wanted("*/5 * * * *", "other", 3)),
    );
    await client.delete(CronJob, key, { propagationPolicy: "Background" });
    await eventually(async () =>
      expect(await client.get(CronJob, key)).toMatchObject(wanted("*/5 * * * *", "other", 3)),
    );
    await eventually(async () => expect(await eventsOf(key.name)).toContain("Scheduled"));
  });

  test("copies the times of runs from the CronJob", async () => {
    const key = { namespace, name: "runs" };
    await create(key.name, { image: "i" });
    const lastScheduleTime = "2026-01-02T00:05:00Z";
    await eventually(() =>
      environment.client.status.patch(
        CronJob,
        key,
        mergePatch({ status: { lastScheduleTime, active: [{ name: "runs-1" }] } }),
      ),
    );
    await eventually(async () =>
      expect((await environment.client.getOrThrow(CronTab, key)).status).toMatchObject({ active: 1, lastScheduleTime }),
    );
  });

  test("the API server sets defaults, and rejects values that the schema does not allow", async () => {
    expect((await create("defaults", { image: "i" })).spec).toEqual({ cronSpec: "5 0 * * *", image: "i", replicas: 1 });
    await expect(create("bad", { replicas: 15 })).rejects.toThrow("spec.replicas");
    await expect(create("bad", { replicas: 0 })).rejects.toThrow("spec.replicas");
    await expect(create("bad", { cronSpec: "* * * *" })).rejects.toThrow("spec.cronSpec");
  });

  test("reports an invalid schedule that the pattern allows", async () => {
    await create("never", { cronSpec: "99 * * * *", image: "i" });
    await eventually(async () =>
      expect(await readiness("never")).toMatchObject({
        status: "False",
        reason: "Refused",
        message: expect.stringMatching(/^CronJob.batch "never" is invalid: spec.schedule/) as string,
      }),
    );
    await eventually(async () => expect(await eventsOf("never")).toEqual(["Refused"]));
    await environment.client.patch(
      CronTab,
      { namespace, name: "never" },
      mergePatch({ spec: { cronSpec: "59 * * * *" } }),
    );
    await eventually(async () => expect(await readiness("never")).toMatchObject({ status: "True" }));
  });

  test("says that an image is missing", async () => {
    await create("nothing", {});
    await eventually(async () =>
      expect(await readiness("nothing")).toMatchObject({ status: "False", reason: "ImageMissing" }),
    );
    expect(await environment.client.get(CronJob, { namespace, name: "nothing" })).toBeUndefined();
  });

  test("does not change a CronJob that belongs to another owner", async () => {
    const theirs = await environment.client.create<CronJob>({
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { namespace, name: "taken" },
      spec: {
        schedule: "0 0 * * *",
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "own", image: "own" }] } } },
        },
      },
    });
    await create("taken", { image: "i" });
    await eventually(async () =>
      expect(await readiness("taken")).toMatchObject({ status: "False", reason: "NameTaken" }),
    );
    expect((await environment.client.getOrThrow(CronJob, { namespace, name: "taken" })).spec).toEqual(theirs.spec);
  });

  test("the CRD is the tutorial's, with a status", async () => {
    const crd = await environment.client.getOrThrow(CustomResourceDefinition, { name: "crontabs.stable.example.com" });
    const { group, scope, names, versions } = crd.spec;
    expect({ group, scope, names }).toEqual({
      group: "stable.example.com",
      scope: "Namespaced",
      names: { plural: "crontabs", singular: "crontab", kind: "CronTab", listKind: "CronTabList", shortNames: ["ct"] },
    });
    expect(versions).toMatchObject([{ name: "v1", served: true, storage: true, subresources: { status: {} } }]);
    expect(versions[0]).not.toHaveProperty("additionalPrinterColumns"); // NAME and AGE, as the tutorial prints them
    const { properties, required } = versions[0]?.schema?.openAPIV3Schema ?? {};
    expect(required).toBeUndefined();
    expect(withoutDescriptions(properties?.["spec"])).toEqual({
      type: "object",
      properties: {
        cronSpec: {
          type: "string",
          pattern: String.raw`^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$`,
          default: "5 0 * * *",
        },
        image: { type: "string" },
        replicas: { type: "integer", minimum: 1, maximum: 10, default: 1 },
      },
    });
  });

  test("the operator has the permissions that its code needs, and no others", async () => {
    await expect(operator.client.list(CronTab)).resolves.toBeDefined();
    await expect(operator.client.list(Secret)).rejects.toThrow('cannot list resource "secrets"');
  });
});

function withoutDescriptions(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => (key === "description" ? undefined : value));
}
