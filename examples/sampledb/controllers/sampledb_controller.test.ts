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
import { StatefulSet } from "tsop/k8s/apps/v1";
import { Job } from "tsop/k8s/batch/v1";
import { ConfigMap, PersistentVolumeClaim, Secret } from "tsop/k8s/core/v1";
import { Event } from "tsop/k8s/events/v1";
import { eventually, TestEnvironment, type TestUser } from "tsop/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { SampleDB, type SampleDBSpec } from "../api/v1/sampledb_types.js";
import { initialisedAnnotation, names, versionAnnotation } from "../database/names.js";
import { playCluster, type PlayedCluster } from "../test/played-cluster.js";
import { SampleDBReconciler } from "./sampledb_controller.js";

const namespace = "default";

// Runs on an API server in this process and needs no cluster. If KUBEBUILDER_ASSETS names a folder with etcd and
// kube-apiserver (`npx tsop envtest setup`), runs on a real API server.
describe("the SampleDB controller", () => {
  let environment: TestEnvironment;
  let operator: TestUser;
  let cluster: PlayedCluster;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ crds: ["config/crd/bases"] });
    // This user has only the permissions that `npm run manifests` generates.
    operator = await environment.addUser("operator", { roles: ["config/rbac/role.yaml"] });
    cluster = await playCluster(environment.config);
    const manager = await createManager({
      name: "sampledb-test",
      config: operator.config,
      healthProbeBindAddress: "0",
      logLevel: "warn",
    });
    const events = manager.eventRecorder("sampledb");
    new SampleDBReconciler({ client: manager.client, events }).setupWithManager(manager);
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    await secret("credentials");
    return async () => {
      stop.abort();
      await Promise.all([running, cluster.stop()]);
      await environment.stop();
    };
  });

  const secret = (name: string) =>
    environment.client.create<Secret>({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace, name },
      stringData: { username: "app", password: "secret" },
    });

  const create = (name: string, spec: Partial<SampleDBSpec> = {}) =>
    environment.client.create<SampleDB>({
      apiVersion: "databases.example.com/v1",
      kind: "SampleDB",
      metadata: { namespace, name },
      spec: {
        image: "registry.example.com/sampledb:1.0",
        version: "1.0",
        credentialsSecretName: "credentials",
        backupClaimName: "backups",
        ...spec,
      },
    });

  const edit = (name: string, spec: object) =>
    environment.client.patch(SampleDB, { namespace, name }, mergePatch({ spec }));

  const find = (name: string) => environment.client.get(SampleDB, { namespace, name });

  /** Waits until the database is in a phase, for the newest spec. */
  const reaches = (name: string, phase: string): Promise<SampleDB> =>
    eventually(async () => {
      const database = await environment.client.getOrThrow(SampleDB, { namespace, name });
      expect(database.status).toMatchObject({ phase, observedGeneration: database.metadata.generation });
      return database;
    });

  const isGone = (name: string) => eventually(async () => expect(await find(name)).toBeUndefined());

  const progress = ({ status }: SampleDB) => findCondition(status?.conditions, "Progressing");

  test("makes a volume, a StatefulSet and a Job that initialises, and says how to connect", async () => {
    await cluster.play("init", "running");
    await create("created");
    const waiting = await reaches("created", "Initializing");
    expect(findCondition(waiting.status?.conditions, "Ready")).toMatchObject({ status: "False" });
    expect(waiting.status?.version).toBeUndefined();

    await cluster.play("init", "complete");
    const { status } = await reaches("created", "Running");
    expect(status).toMatchObject({ version: "1.0", connectionConfigMapName: "created-connection" });
    expect(status?.conditions).toMatchObject([
      { type: "Ready", status: "True", observedGeneration: 1 },
      { type: "Progressing", status: "False", reason: "Running", observedGeneration: 1 },
    ]);
    const { client } = environment;
    const claim = await client.getOrThrow(PersistentVolumeClaim, { namespace, name: "created-data" });
    expect(claim.metadata.annotations).toMatchObject({ [versionAnnotation]: "1.0", [initialisedAnnotation]: "true" });
    expect(claim.metadata.ownerReferences).toBeUndefined();
    const settings = await client.getOrThrow(ConfigMap, { namespace, name: "created-connection" });
    expect(settings.data).toMatchObject({ SAMPLEDB_PORT: "5432", SAMPLEDB_DATABASE: "created" });
    expect(settings.data?.["SAMPLEDB_HOST"]).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    const [container] =
      (await client.getOrThrow(Job, { namespace, name: "created-init" })).spec?.template.spec?.containers ?? [];
    expect(container?.envFrom).toEqual([{ configMapRef: { name: "created-connection" } }]);
    expect(container?.env).toContainEqual({
      name: "SAMPLEDB_PASSWORD",
      valueFrom: { secretKeyRef: { name: "credentials", key: "password" } },
    });
  });

  test("waits for credentials, says so, and goes on when they are there", async () => {
    await create("early", { credentialsSecretName: "later" });
    const waiting = await reaches("early", "CredentialsMissing");
    expect(progress(waiting)).toMatchObject({
      status: "False",
      message: expect.stringContaining("Secret later") as string,
    });
    expect(await environment.client.get(StatefulSet, { namespace, name: "early" })).toBeUndefined();
    await secret("later");
    await reaches("early", "Running");
  });

  test("upgrades: stops, takes a snapshot, runs the Job, and starts the new version", async () => {
    await create("old");
    await reaches("old", "Running");
    const from = cluster.story.length;
    await edit("old", { version: "1.1", image: "registry.example.com/sampledb:1.1" });
    const { status } = await reaches("old", "Running");
    expect(status?.version).toBe("1.1");
    const told = cluster.story.slice(from);
    expect(told).toEqual(["database stopped", "snapshot complete", "upgrade complete", "database started"]);
    const job = await environment.client.getOrThrow(Job, { namespace, name: "old-upgrade-1-1" });
    expect(job.spec?.template.spec?.containers[0]?.args).toEqual(["upgrade", "1.0", "1.1"]);
    const server = await environment.client.getOrThrow(StatefulSet, { namespace, name: "old" });
    expect(server.spec.template.spec?.containers[0]?.image).toBe("registry.example.com/sampledb:1.1");
  });

  test.each(["0.9", "1.2", "3.0"])("refuses to go from 1.0 to %s, and leaves what runs alone", async (version) => {
    const name = `refused-${version.replace(".", "-")}`;
    await create(name);
    await reaches(name, "Running");
    const before = await environment.client.getOrThrow(StatefulSet, { namespace, name });
    await edit(name, { version, image: "wrong" });
    const refused = await reaches(name, "VersionRefused");
    expect(progress(refused)?.message).toContain(version);
    expect(findCondition(refused.status?.conditions, "Ready")).toMatchObject({ status: "True" });
    expect(await environment.client.getOrThrow(StatefulSet, { namespace, name })).toEqual(before);
    await edit(name, { version: "1.0", image: "registry.example.com/sampledb:1.0" });
    await reaches(name, "Running");
  });

  test("an upgrade that fails can be given up by setting the version back", async () => {
    await cluster.play("upgrade", "failed");
    await create("stuck");
    await reaches("stuck", "Running");
    await edit("stuck", { version: "1.1", image: "broken" });
    const failed = await reaches("stuck", "UpgradeFailed");
    expect(progress(failed)?.message).toContain("kubectl logs job/stuck-upgrade-1-1");
    await edit("stuck", { version: "1.0", image: "registry.example.com/sampledb:1.0" });
    expect((await reaches("stuck", "Running")).status?.version).toBe("1.0");
    await eventually(async () =>
      expect(await environment.client.get(Job, { namespace, name: "stuck-upgrade-1-1" })).toBeUndefined(),
    );
    await cluster.play("upgrade", "complete");
  });

  test("a Job with a wrong image is replaced when the spec is put right", async () => {
    await cluster.play("init", "running");
    await create("typo", { image: "registry.example.com/sampledbb:1.0" });
    await reaches("typo", "Initializing");
    await edit("typo", { image: "registry.example.com/sampledb:1.0" });
    await eventually(async () => {
      const job = await environment.client.get(Job, { namespace, name: "typo-init" });
      expect(job?.spec?.template.spec?.containers[0]?.image).toBe("registry.example.com/sampledb:1.0");
    });
    await cluster.play("init", "complete");
    await reaches("typo", "Running");
  });

  test("a deletion stops the database, takes a snapshot, and only then deletes the StatefulSet and the volume", async () => {
    const { metadata } = await create("deleted");
    await reaches("deleted", "Running");
    await cluster.play("snapshot", "running");
    await environment.client.delete(SampleDB, { namespace, name: "deleted" });
    const snapshot = names.finalSnapshot("deleted", metadata.uid ?? "");
    await eventually(async () => {
      const waiting = await reaches("deleted", "TakingSnapshot");
      expect(progress(waiting)).toMatchObject({ status: "True", message: `Job ${snapshot} is running` });
    });
    const { client } = environment;
    expect((await client.getOrThrow(StatefulSet, { namespace, name: "deleted" })).spec.replicas).toBe(0);
    expect(await client.get(PersistentVolumeClaim, { namespace, name: "deleted-data" })).toBeDefined();

    await cluster.play("snapshot", "complete");
    await isGone("deleted");
    expect(await client.get(StatefulSet, { namespace, name: "deleted" })).toBeUndefined();
    expect(await client.get(PersistentVolumeClaim, { namespace, name: "deleted-data" })).toBeUndefined();
    expect(await client.get(Job, { namespace, name: snapshot })).toBeUndefined();
    const { items } = await client.list(Event, { namespace });
    const told = items.filter(({ regarding }) => regarding?.name === "deleted").map(({ reason }) => reason);
    expect(told).toEqual(expect.arrayContaining(["Running", "TakingSnapshot", "Deleted"]));
  });

  test("a snapshot that fails holds the volume, says what the way out is, and that is honoured", async () => {
    await create("unsaved");
    await reaches("unsaved", "Running");
    await cluster.play("snapshot", "failed");
    await environment.client.delete(SampleDB, { namespace, name: "unsaved" });
    const failed = await reaches("unsaved", "SnapshotFailed");
    expect(progress(failed)).toMatchObject({
      status: "False",
      message: expect.stringContaining("set spec.deletionPolicy to Delete") as string,
    });
    const claim = { namespace, name: "unsaved-data" };
    expect(await environment.client.get(PersistentVolumeClaim, claim)).toBeDefined();
    await edit("unsaved", { deletionPolicy: "Delete" });
    await isGone("unsaved");
    expect(await environment.client.get(PersistentVolumeClaim, claim)).toBeUndefined();
    await cluster.play("snapshot", "complete");
  });

  test("with deletionPolicy Retain the volume stays, and the next SampleDB of the name goes on with its data", async () => {
    await create("kept", { deletionPolicy: "Retain" });
    await reaches("kept", "Running");
    await environment.client.delete(SampleDB, { namespace, name: "kept" });
    await isGone("kept");
    const from = cluster.story.length;
    await create("kept", { version: "1.1", deletionPolicy: "Retain" });
    expect((await reaches("kept", "Running")).status?.version).toBe("1.1");
    expect(cluster.story.slice(from)).toEqual(["snapshot complete", "upgrade complete", "database started"]);
  });

  test.each([
    ["a snapshot without a place for it", { backupClaimName: undefined }, "backupClaimName or volumeSnapshotClassName"],
    [
      "backups without a place for them",
      { backupClaimName: undefined, deletionPolicy: "Delete", backup: { schedule: "0 3 * * *" } },
      "needs a place for its files",
    ],
    ["a schedule that is none", { backup: { schedule: "daily" } }, "spec.backup.schedule"],
    ["a version that is none", { version: "1.0.0" }, "spec.version"],
    ["a volume of nothing", { storage: "0" }, "greater than zero"],
  ] as const)("the API server rejects %s", async (_, spec, message) => {
    await expect(create("invalid", spec as Partial<SampleDBSpec>)).rejects.toThrow(message);
  });

  test("the API server refuses a name that a Service cannot have, and a volume that shrinks", async () => {
    await expect(create("a".repeat(41))).rejects.toThrow("at most 40 characters");
    await expect(create("1st")).rejects.toThrow("a valid name of a Service");
    await create("grows", { storage: "1Gi" });
    await expect(edit("grows", { storage: "512Mi" })).rejects.toThrow("cannot shrink");
    await expect(edit("grows", { restoreFrom: "x" })).rejects.toThrow("only for a new database");
  });

  test("the operator has the permissions that its code needs, and no others", async () => {
    await expect(operator.client.list(SampleDB)).resolves.toBeDefined();
    await expect(operator.client.delete(Secret, { namespace, name: "credentials" })).rejects.toThrow("cannot delete");
  });
});
