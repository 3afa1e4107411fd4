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

import { describe, expect, test } from "vitest";
import type { StatefulSet } from "tsop/k8s/apps/v1";
import type { Broker, BrokerSpec } from "../api/v1/broker_types.js";
import { groupDisruptionBudget, groupStatefulSet, memberServices, stateOf } from "./groups.js";

const broker = (spec: Partial<BrokerSpec> = {}): Broker => ({
  apiVersion: "rocketmq.daocloud.io/v1",
  kind: "Broker",
  metadata: { namespace: "default", name: "orders", generation: 1 },
  spec: { nameService: "names", image: "i", storage: { size: "1Gi" }, ...spec },
});
const context = {
  group: 0,
  peers: ["10.0.0.1", "10.0.0.2", "10.0.0.3"],
  nameServers: ["10.1.0.1:9876"],
  isRetiring: false,
};

describe("a group", () => {
  test.each<[1 | 3 | 5, number]>([
    [1, 1],
    [3, 1],
    [5, 2],
  ])("of %i can do without %i", (members, maxUnavailable) => {
    expect(groupDisruptionBudget(broker({ members }), 0).spec?.maxUnavailable).toBe(maxUnavailable);
  });

  test("has a Service for each member, which leads to its pod before that is ready", () => {
    const services = memberServices(broker(), 2);
    expect(services.map(({ metadata }) => metadata.name)).toEqual([
      "orders-group-2-n0",
      "orders-group-2-n1",
      "orders-group-2-n2",
    ]);
    expect(services[1]?.spec).toMatchObject({
      selector: { "statefulset.kubernetes.io/pod-name": "orders-group-2-1" },
      publishNotReadyAddresses: true,
    });
  });

  test("has names that Kubernetes takes, for the longest name of a Broker and the last of its members", () => {
    const longest = { ...broker({ members: 5 }), metadata: { name: "a".repeat(40) } };
    for (const { metadata } of memberServices(longest, 15)) expect(metadata.name.length).toBeLessThanOrEqual(52);
  });

  test("keeps to the restricted pod security standard, and starts its members together", () => {
    const { spec } = groupStatefulSet(broker(), context);
    expect(spec.podManagementPolicy).toBe("Parallel");
    expect(spec.template.spec).toMatchObject({
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      containers: [{ securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } } }],
    });
  });

  test("is the same while only name servers change: they are no reason to roll out", () => {
    const moved = groupStatefulSet(broker(), { ...context, nameServers: ["10.1.0.7:9876"] });
    expect(moved).toEqual(groupStatefulSet(broker(), context));
  });
});

describe("a StatefulSet", () => {
  const settled: StatefulSet = {
    ...groupStatefulSet(broker(), context),
    metadata: { name: "orders-group-0", generation: 2 },
    status: {
      ...{ observedGeneration: 2, replicas: 3, updatedReplicas: 3, readyReplicas: 3 },
      ...{ currentRevision: "b", updateRevision: "b" },
    },
  };

  test("is settled when all members run what was asked for", () => expect(stateOf(settled)).toBe("settled"));

  test.each<[ReturnType<typeof stateOf>, Partial<StatefulSet["status"]>]>([
    ["rolling", { observedGeneration: 1 }],
    ["rolling", { currentRevision: "a", updatedReplicas: 2 }],
    ["starting", { readyReplicas: 2 }],
    ["starting", { updatedReplicas: 2 }],
  ])("is %s with %j", (state, status) => {
    expect(stateOf({ ...settled, status: { ...settled.status!, ...status } })).toBe(state);
  });

  test("is starting before its controller has seen it", () => {
    expect(stateOf(groupStatefulSet(broker(), context))).toBe("starting");
  });
});
