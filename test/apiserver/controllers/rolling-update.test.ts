/** The sizes of a Deployment's ReplicaSets: the contract suite compares whole rollouts with the real controller. */
import { expect, test } from "vitest";
import { limitsOf, nextSize, scale, shrinkOld } from "../../../src/apiserver/controllers/deployment/rolling-update.js";
import type { Stored } from "../../../src/apiserver/controllers/shared/kind-objects.js";
import type { Deployment, ReplicaSet } from "../../../src/k8s/apps/v1.js";

const selector = { matchLabels: { app: "a" } };
const metadataOf = (name: string, annotations: Record<string, string> = {}) => ({
  ...{ name, namespace: "default", uid: name, annotations },
  creationTimestamp: `2026-01-01T00:00:0${name.charCodeAt(0) - 97}Z`,
});

function deployment(replicas: number, maxSurge: number | string, maxUnavailable: number | string): Stored<Deployment> {
  const strategy = { type: "RollingUpdate" as const, rollingUpdate: { maxSurge, maxUnavailable } };
  return {
    ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: metadataOf("d") },
    ...{ spec: { replicas, selector, template: {}, strategy }, status: {} },
  };
}

function set(name: string, replicas: number, availableReplicas = replicas, most = 0): Stored<ReplicaSet> {
  const annotations = most === 0 ? {} : { "deployment.kubernetes.io/max-replicas": String(most) };
  return {
    ...{ apiVersion: "apps/v1", kind: "ReplicaSet", metadata: metadataOf(name, annotations) },
    ...{ spec: { replicas, selector }, status: { replicas, availableReplicas } },
  };
}

const shown = (resizes: readonly { set: Stored<ReplicaSet>; replicas: number }[]): Record<string, number> =>
  Object.fromEntries(resizes.map(({ set: { metadata }, replicas }) => [metadata.name, replicas]));

test.each([
  [10, "25%", "25%", { desired: 10, maxSurge: 3, maxUnavailable: 2 }],
  [1, "25%", "25%", { desired: 1, maxSurge: 1, maxUnavailable: 0 }],
  [3, 0, "10%", { desired: 3, maxSurge: 0, maxUnavailable: 1 }],
  [2, 0, 5, { desired: 2, maxSurge: 0, maxUnavailable: 2 }],
  [0, 1, 1, { desired: 0, maxSurge: 1, maxUnavailable: 0 }],
])("of %d pods, %s may be too many and %s unavailable", (replicas, maxSurge, maxUnavailable, limits) => {
  expect(limitsOf(deployment(replicas, maxSurge, maxUnavailable))).toEqual(limits);
});

test.each([
  ["the new set grows as far as the surge allows", 0, 10, 3],
  ["it grows by the pods that the old sets have lost", 3, 8, 5],
  ["it does not grow beyond the wish", 9, 0, 10],
  ["it does not grow while too many pods exist", 5, 8, 5],
  ["it shrinks to the wish", 12, 0, 10],
])("%s", (_, current, others, size) => {
  expect(nextSize({ desired: 10, maxSurge: 3, maxUnavailable: 2 }, current, others)).toBe(size);
});

test.each([
  ["as many as may be unavailable", set("b", 0), [set("a", 10)], { a: 8 }],
  [
    "unavailable pods first, then as many as may be unavailable",
    set("c", 5, 5),
    [set("a", 4, 2), set("b", 4, 4)],
    { a: 0, b: 3 },
  ],
  ["none while the new pods are not available", set("b", 5, 0), [set("a", 8)], {}],
  ["none of sets without pods", set("b", 10), [set("a", 0)], {}],
])("a rolling update takes %s", (_, fresh, old, sizes) => {
  expect(shown(shrinkOld({ desired: 10, maxSurge: 3, maxUnavailable: 2 }, fresh, old))).toEqual(sizes);
});

test.each([
  ["the only set that has pods", deployment(3, 1, 0), set("b", 0), [set("a", 1)], { a: 3 }],
  ["the new set, where none has pods", deployment(3, 1, 0), set("b", 0), [set("a", 0)], { b: 3 }],
  ["the newest, where there is no new set", deployment(3, 1, 0), undefined, [set("a", 0), set("b", 0)], { b: 3 }],
  [
    "all in proportion, the rest to the largest",
    deployment(8, 2, 0),
    set("b", 2, 0, 6),
    [set("a", 4, 4, 6)],
    { a: 7, b: 3 },
  ],
  ["all in proportion, down", deployment(2, 1, 0), set("b", 3, 3, 10), [set("a", 7, 7, 10)], { a: 2, b: 1 }],
  ["all to nothing", deployment(0, 1, 0), set("b", 3, 3, 10), [set("a", 7, 7, 10)], { a: 0, b: 0 }],
])("a change of the scale changes %s", (_, owner, fresh, old, sizes) => {
  expect(shown(scale(owner, fresh, old))).toEqual(sizes);
});
