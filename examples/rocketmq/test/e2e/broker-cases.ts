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

import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Broker } from "../../api/v1/broker_types.js";
import type { NameService } from "../../api/v1/nameservice_types.js";

const namespace = "rocketmq-e2e";
const volumes = "/var/tmp/rocketmq-e2e"; // on the node
const groups = 2;
const members = 3;
const node = "/nodejs/bin/node";

interface Pod {
  metadata: { name: string; uid: string };
  status: { podIP?: string; containerStatuses?: { ready: boolean; restartCount: number }[] };
}

/** Tests brokers of the stand-in images in a cluster with a node and the deployed operator. `killOperator` deletes its pod, like a failing node. */
export function brokerCases(context: string, killOperator: () => void): void {
  const kubectl = (...args: string[]): string =>
    execFileSync("kubectl", ["--context", context, ...args], { encoding: "utf8", maxBuffer: 2 ** 26 });
  const image = process.env["STAND_IN_IMG"] ?? "";
  const k = (...args: string[]): string => kubectl("--namespace", namespace, ...args);
  const json = <T>(...args: string[]): T => JSON.parse(k(...args, "-o", "json")) as T;
  const apply = (...items: object[]): void => {
    const list = { apiVersion: "v1", kind: "List", items };
    execFileSync("kubectl", ["--context", context, "apply", "-f", "-"], { input: JSON.stringify(list) });
  };
  const broker = (): Broker => json<Broker>("get", "broker", "orders");
  const podsOf = (name: string): Pod[] => json<{ items: Pod[] }>("get", "pods", "-l", name).items;
  const brokerPods = (): Pod[] => podsOf("app.kubernetes.io/name=rocketmq-broker");
  const uids = (pods: Pod[]): string[] => pods.map(({ metadata }) => metadata.uid).sort();
  const conditions = (): string[] =>
    (broker().status?.conditions ?? []).map(({ type, status, reason }) => `${type}=${status} ${reason}`);
  const change = (spec: object): string =>
    k("patch", "broker", "orders", "--type=merge", "-p", JSON.stringify({ spec }));
  const inStorage = (script: string): string => k("exec", "storage", "--", node, "-e", script);

  async function untilUpToDate(timeout = 120_000): Promise<void> {
    await expect
      .poll(
        () => {
          const { status, metadata } = broker();
          return status?.observedGeneration === metadata.generation && conditions();
        },
        { timeout, interval: 1000 },
      )
      .toEqual(["PreConfig=True Configured", "Sync=True UpToDate", "Available=True AllGroupsReady"]);
  }

  describe.skipIf(image === "")("a Broker", () => {
    beforeAll(() => {
      kubectl("create", "namespace", namespace);
      apply(volumesPod("volumes", image, groups * members), ...persistentVolumes(groups * members), ...storage(image));
      apply({
        apiVersion: "v1",
        kind: "Secret",
        metadata: { namespace, name: "storage" },
        stringData: { token: "let-me-in" },
      });
      k("wait", "--for=condition=Ready", "pod/storage", "--timeout=60s");
      k("wait", "--for=jsonpath={.status.phase}=Succeeded", "pod/volumes", "--timeout=60s");
      const { spec } = json<{ spec: { clusterIP: string } }>("get", "service", "storage");
      apply(
        {
          apiVersion: "rocketmq.daocloud.io/v1",
          kind: "NameService",
          metadata: { namespace, name: "names" },
          spec: { replicas: 2, image, command: [node, "/name-server.mjs"] },
        },
        {
          apiVersion: "rocketmq.daocloud.io/v1",
          kind: "Broker",
          metadata: { namespace, name: "orders" },
          spec: {
            ...{ nameService: "names", groups: 1, members, image, command: [node, "/broker.mjs"] },
            ...{
              storage: { size: "10Mi", storageClassName: namespace, reclaimPolicy: "Delete" },
              scaleInGraceSeconds: 5,
            },
            config: { fileReservedTime: "48" },
            exporter: { image, command: [node, "/exporter.mjs"] },
            externalStorage: { url: `http://${spec.clusterIP}:8080`, secretName: "storage" },
          },
        },
      );
    });

    afterAll(() => {
      // Even after a failure: a Broker that waits for its storage would block the deletion of its namespace.
      if (k("get", "broker", "orders", "--ignore-not-found") !== "") {
        change({ externalStorage: { reclaimPolicy: "Retain" } });
        k("delete", "broker", "orders", "--timeout=60s");
      }
      kubectl("delete", "namespace", namespace, "--timeout=120s");
      kubectl("delete", "pv", "-l", `app=${namespace}`);
    });

    test("runs members: one leads, and all name servers know them", async () => {
      await untilUpToDate();
      const { status } = broker();
      expect(status?.nodes?.map(({ name, role, available }) => `${name} ${role} ${available}`)).toEqual([
        ...["orders-group-0-0 Leader true", "orders-group-0-1 Follower true", "orders-group-0-2 Follower true"],
      ]);
      expect(status?.nameServers).toEqual(json<NameService>("get", "nameservice", "names").status?.addresses);
      expect(status?.nameServers).toHaveLength(2);
      const metrics = `/api/v1/namespaces/${namespace}/services/orders-exporter:metrics/proxy/metrics`;
      await expect.poll(() => kubectl("get", "--raw", metrics), { timeout: 30_000 }).toContain("rocketmq_brokers 3");
    });

    test("gives running members other settings, without a restart", async () => {
      const before = uids(brokerPods());
      killOperator();
      change({ config: { fileReservedTime: "24" } });
      await expect
        .poll(() => k("logs", "orders-group-0-2"), { timeout: 60_000 })
        .toContain("settings changed: fileReservedTime\n");
      await untilUpToDate();
      expect(uids(brokerPods())).toEqual(before);
      expect(brokerPods().map(({ status }) => status.containerStatuses?.[0]?.restartCount)).toEqual([0, 0, 0]);
    });

    test("follows name servers that move, without a restart", async () => {
      const before = uids(brokerPods());
      const addresses = broker().status?.nameServers;
      k("delete", "pod", "names-namesrv-0");
      await expect.poll(() => broker().status?.nameServers?.length, { timeout: 60_000 }).toBe(2);
      await expect.poll(() => broker().status?.nameServers, { timeout: 60_000 }).not.toEqual(addresses);
      await untilUpToDate();
      expect(k("logs", "orders-group-0-0")).toContain("settings changed: namesrvAddr\n");
      expect(uids(brokerPods())).toEqual(before);
    });

    test("tells who leads after the leader was lost", async () => {
      const leader = (): string | undefined => broker().status?.nodes?.find(({ role }) => role === "Leader")?.name;
      expect(leader()).toBe("orders-group-0-0");
      // Keeps the lost leader away: otherwise it may lead again before another member has noticed.
      const running = json<{ items: object[] }>("get", "pods", "--field-selector=status.phase=Running").items.length;
      const left = running - 1;
      k("create", "quota", "one-less", `--hard=pods=${left}`);
      try {
        k("wait", "quota/one-less", `--for=jsonpath={.status.hard.pods}=${left}`, "--timeout=60s");
        k("delete", "pod", "orders-group-0-0", "--wait=false");
        await expect.poll(leader, { timeout: 60_000 }).toBe("orders-group-0-1");
      } finally {
        k("delete", "quota", "one-less");
      }
      await untilUpToDate();
    });

    test("rolls other settings out member by member, although the operator is killed: a majority is always there", async () => {
      const before = uids(brokerPods());
      change({ config: { fileReservedTime: "24", sendMessageThreadPoolNums: "16" } });
      killOperator();
      let fewest: number = members;
      await expect
        .poll(
          () => {
            const pods = brokerPods();
            const ready = pods.filter(({ status }) => status.containerStatuses?.[0]?.ready === true).length;
            fewest = Math.min(fewest, ready);
            return ready === members && uids(pods).every((uid) => !before.includes(uid));
          },
          { timeout: 180_000, interval: 300 },
        )
        .toBe(true);
      expect(fewest).toBeGreaterThan(members / 2);
      await untilUpToDate();
    });

    test("scales out and in by groups, although the operator is killed", async () => {
      k("scale", "broker", "orders", "--replicas=2");
      killOperator();
      await untilUpToDate();
      expect(brokerPods()).toHaveLength(groups * members);
      k("scale", "broker", "orders", "--replicas=1");
      await expect
        .poll(() => k("logs", "orders-group-1-0"), { timeout: 60_000 })
        .toContain("settings changed: brokerPermission\n");
      killOperator();
      await untilUpToDate();
      expect(brokerPods()).toHaveLength(members);
      const left = k("get", "statefulset,service,configmap,pdb", "-l", "rocketmq.daocloud.io/group=1", "-o", "name");
      expect(left).toBe("");
      await expect.poll(() => json<{ items: object[] }>("get", "pvc").items.length, { timeout: 60_000 }).toBe(members);
    });

    test("has its external storage cleared before it goes, although the operator is killed", async () => {
      const request = "{method:'PUT',headers:{authorization:'Bearer let-me-in'}}";
      const put = (name: string): string => `await fetch('http://127.0.0.1:8080/objects/${name}',${request});`;
      const names = Array.from({ length: 20 }, (_, index) => `${namespace}/orders/${index}`);
      inStorage([...names, `${namespace}/others/1`].map(put).join(""));
      k("delete", "broker", "orders", "--wait=false");
      await expect
        .poll(() => broker().status?.conditions?.find(({ type }) => type === "Finalize")?.message, { timeout: 60_000 })
        .toMatch(/^[1-9]\d* of 20 objects removed/);
      killOperator();
      await expect.poll(() => k("get", "broker", "orders", "--ignore-not-found"), { timeout: 60_000 }).toBe("");
      const list = `fetch('http://127.0.0.1:8080/objects/',{headers:{authorization:'Bearer let-me-in'}}).then(r=>r.text()).then(console.log)`;
      expect(JSON.parse(inStorage(list))).toEqual([`${namespace}/others/1`]);
      await expect.poll(brokerPods, { timeout: 60_000 }).toEqual([]);
    });
  });
}

/** Creates the folders that replace disks, writable for the unprivileged user of the members. */
function volumesPod(name: string, image: string, count: number): object {
  const script = `for (let i = 0; i < ${count}; i++) {
    fs.rmSync("/volumes/" + i, { recursive: true, force: true });
    fs.mkdirSync("/volumes/" + i);
    fs.chmodSync("/volumes/" + i, 0o777);
  }`;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace, name },
    spec: {
      restartPolicy: "OnFailure",
      containers: [
        {
          ...{ name: "main", image, command: [node, "-e", script] },
          securityContext: { runAsUser: 0 },
          volumeMounts: [{ name: "volumes", mountPath: "/volumes" }],
        },
      ],
      volumes: [{ name: "volumes", hostPath: { path: volumes, type: "DirectoryOrCreate" } }],
    },
  };
}

function persistentVolumes(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: `${namespace}-${index}`, labels: { app: namespace } },
    spec: {
      storageClassName: namespace,
      capacity: { storage: "10Mi" },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: `${volumes}/${index}` },
    },
  }));
}

function storage(image: string): object[] {
  const labels = { app: "storage" };
  const container = {
    name: "main",
    image,
    command: [node, "/storage.mjs"],
    env: [{ name: "TOKEN", value: "let-me-in" }],
  };
  return [
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { namespace, name: "storage", labels },
      spec: { containers: [container] },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { namespace, name: "storage" },
      spec: { selector: labels, ports: [{ port: 8080 }] },
    },
  ];
}
