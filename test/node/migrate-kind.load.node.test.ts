/**
 * A thousand objects change their kind, while the operator is killed again and again: no Pod restarts, and nothing is lost.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createLiveClient,
  type HttpClient,
  type KubeObject,
  listAll,
  loadKubeConfig,
  mergePatch,
} from "../../src/index.js";
import { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import { type Namespace, Pod } from "../../src/k8s/core/v1.js";
import { eventually } from "../support/eventually.js";
import { bar, Bar, barCrd, Baz, bazCrd, oldFinalizer, ownedDeployment } from "../migrate/bar-and-baz.js";
import { pushImage } from "../support/node/image.js";
import { describeNode, uniqueName } from "../support/node/node-cluster.js";
import { buildOperator, type OperatorProgram } from "../support/operator-program.js";
import { seeded } from "../support/seeded.js";

const objects = 1000;
/** The number of objects whose Deployment has a Pod; the others have none, because a node runs about a hundred. */
const withPods = 40;
const kills = 24;
const killsAtTheEnd = 8;

/** The operator kills itself at the write that the environment names: before the request, or before its response arrives. */
const main = `
import { runManager } from "tsop";
import { setUp } from ${JSON.stringify(path.resolve(import.meta.dirname, "../migrate/bar-and-baz.ts"))};

const killAt = Number(process.env.KILL_AT ?? Infinity);
const isBefore = process.env.MOMENT === "before";
let writes = 0;
const killed = () => process.kill(process.pid, "SIGKILL");
function counted(target, method) {
  const write = target[method].bind(target);
  target[method] = (...args) => {
    writes += 1;
    if (writes === killAt && isBefore) killed();
    const response = write(...args);
    if (writes === killAt) setTimeout(killed, Number(process.env.DELAY));
    return response;
  };
}

await runManager({ name: "migration" }, (manager) => {
  for (const method of ["create", "patch", "update"]) counted(manager.client, method);
  counted(manager.client.status, "patch");
  const recorded = { cleanedUp: [], violations: { push: (text) => console.error("VIOLATION " + text) } };
  const migration = setUp(manager, recorded);
  setInterval(() => console.error("PROGRESS " + JSON.stringify({ ...migration.progress(), writes, cleanedUp: recorded.cleanedUp.length })), 250);
});
`;

describeNode("the migration of a thousand objects", (cluster) => {
  const namespace = uniqueName("migrate");
  const random = seeded(42);
  const nameOf = (index: number): string => `o-${index}`;
  let client: HttpClient;
  let program: OperatorProgram;
  const outputs: string[] = [];

  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ kubeconfig: cluster.kubeconfig, env: {} }));
    program = await buildOperator(main);
    for (const crd of [barCrd, bazCrd]) await client.create(crd as CustomResourceDefinition);
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await eventually(async () => {
      client.mapper.invalidate();
      for (const kind of [Bar, Baz]) await client.list<KubeObject>(kind, { limit: 1 });
    });
  });
  afterAll(async () => {
    program.killAll();
    program.remove();
    await cluster.kubectl(["delete", "namespace", namespace, "--wait=false"]);
    client.close();
  });

  /** Runs the operator: to its kill, or until the check passes. */
  async function run(env: Record<string, string>, check?: (text: string) => Promise<void>): Promise<void> {
    const args = ["--kubeconfig", cluster.kubeconfig, "--health-probe-bind-address=0", "--metrics-bind-address=0"];
    const running = program.run(args, env);
    try {
      if (check === undefined) expect(await running.ended, running.text().slice(-2000)).toBe("SIGKILL");
      else await eventually(() => check(running.text()), { timeoutMs: 180_000 });
    } finally {
      program.killAll();
      outputs.push(running.text());
    }
  }

  /** Kills the operator at a random write, and at a random moment of it. */
  async function runKilled(most: number): Promise<void> {
    const moment = random() < 0.5 ? "before" : "after";
    const [killAt, delay] = [1 + Math.floor(random() * most), Math.floor(random() * 6)];
    await run({ KILL_AT: String(killAt), MOMENT: moment, DELAY: String(delay) });
  }

  /** What must not change, by name. */
  async function snapshot(): Promise<{
    readonly deployments: Map<string, unknown>;
    readonly pods: Map<string, unknown>;
  }> {
    const deployments = new Map<string, unknown>();
    for await (const { metadata, spec } of listAll(client, Deployment, { namespace })) {
      const { uid, generation, creationTimestamp, deletionTimestamp } = metadata;
      deployments.set(metadata.name, { uid, generation, creationTimestamp, deletionTimestamp, spec });
    }
    const pods = new Map<string, unknown>();
    for await (const { metadata, status } of listAll(client, Pod, { namespace })) {
      const [container] = status?.containerStatuses ?? [];
      const { restartCount, containerID, ready } = container ?? {};
      pods.set(metadata.name, { uid: metadata.uid, restartCount, containerID, ready, startTime: status?.startTime });
    }
    return { deployments, pods };
  }

  async function owners(): Promise<void> {
    const uids = new Map<string, string | undefined>();
    for await (const { metadata } of listAll(client.metadata, Baz, { namespace }))
      uids.set(metadata.name, metadata.uid);
    expect(uids.size).toBe(objects);
    for await (const { metadata } of listAll(client.metadata, Deployment, { namespace })) {
      const uid = uids.get(metadata.name);
      expect(metadata.ownerReferences).toEqual([
        {
          apiVersion: Baz.apiVersion,
          kind: "Baz",
          name: metadata.name,
          uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ]);
    }
  }

  test(`no Pod restarts, and no object is lost, with ${kills + killsAtTheEnd} kills`, async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "idle-"));
    writeFileSync(
      path.join(folder, "Dockerfile"),
      'ARG BASE_IMAGE\nFROM ${BASE_IMAGE}\nCMD ["-e", "setInterval(() => {}, 1e9)"]\n',
    );
    const image = await pushImage(cluster, folder, `${namespace}:1`);
    rmSync(folder, { recursive: true });
    const create = async (index: number): Promise<void> => {
      const size = index < withPods ? 1 : 0;
      const owner = await client.create(bar(namespace, nameOf(index), { finalizers: [oldFinalizer] }, { size }));
      await client.status.patch(Bar, owner.metadata, mergePatch({ status: { ready: size } }));
      const deployment = ownedDeployment(owner);
      deployment.spec.replicas = size;
      const [container] = deployment.spec.template.spec?.containers ?? [];
      if (container !== undefined) container.image = image;
      await client.create(deployment);
    };
    const createAll = async (from: number, to: number): Promise<void> => {
      let next = from;
      const work = async (): Promise<void> => {
        while (next < to) await create(next++);
      };
      await Promise.all(Array.from({ length: 20 }, work));
    };
    const untilReady = async (count: number): Promise<void> => {
      await eventually(
        async () => {
          const { items } = await client.list(Pod, { namespace });
          const ready = items.filter(({ status }) => status?.containerStatuses?.[0]?.ready === true);
          expect(ready).toHaveLength(count);
        },
        { intervalMs: 500 },
      );
    };
    // The first Pod pulls the image. If all of them pulled it, the kubelet would reject pulls of other tests ("pull QPS exceeded").
    await createAll(0, 1);
    await untilReady(1);
    await createAll(1, withPods);
    await untilReady(withPods);
    await createAll(withPods, objects);
    const before = await snapshot();
    expect([before.deployments.size, before.pods.size]).toEqual([objects, withPods]);

    // Six writes for each object.
    for (let count = 0; count < kills; count++) await runKilled(350);
    const left = await client.list(Bar, { namespace, labels: "!migrate.tsop.dev/moved-to" });
    expect(left.items.length, "the objects that the kills have left to the last operator").toBeGreaterThan(0);
    await run({}, async (text) => {
      expect(text).toContain(`"blocked":0,"moved":${objects}`);
      const { items } = await client.list(Baz, { namespace });
      expect(items.filter(({ spec, status }) => status?.ready === spec?.size)).toHaveLength(objects);
    });
    expect(await snapshot()).toEqual(before);
    await owners();

    // The end of the migration, killed as well.
    await client.delete(CustomResourceDefinition, barCrd.metadata);
    for (let count = 0; count < killsAtTheEnd; count++) await runKilled(200);
    expect((await client.list(Bar, { namespace })).items.length).toBeGreaterThan(0);
    await run({}, async () => {
      expect(await client.get(CustomResourceDefinition, barCrd.metadata)).toBeUndefined();
    });
    await owners();
    expect(await snapshot()).toEqual(before);
    for await (const { metadata } of listAll(client.metadata, Baz, { namespace })) {
      expect(metadata.ownerReferences ?? []).toEqual([]);
      expect(metadata.deletionTimestamp).toBeUndefined();
    }
    const violations = outputs.flatMap((text) => text.split("\n").filter((line) => line.startsWith("VIOLATION")));
    expect(violations).toEqual([]);

    // The new controller removes its finalizers.
    await client.deleteAllOf(Baz, { namespace });
    await run({}, async () => expect((await client.list(Baz, { namespace })).items).toEqual([]));
    await client.delete(CustomResourceDefinition, bazCrd.metadata);
  });
});
