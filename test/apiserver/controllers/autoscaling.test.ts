/** How autoscalers calculate: the cases that would take minutes on a server. */
import { expect, test } from "vitest";
import type { Pod } from "../../../src/k8s/core/v1.js";
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import { showThousandths, thousandths } from "../../../src/apiserver/controllers/autoscaler/metric-amounts.js";
import {
  MetricFault,
  replicasByAverage,
  replicasByShare,
  replicasByUtilization,
  replicasByValue,
} from "../../../src/apiserver/controllers/autoscaler/replica-count.js";
import { afterScaling, limit, noHistory } from "../../../src/apiserver/controllers/autoscaler/scaling-limits.js";
import { goSelector, selectorText } from "../../../src/apiserver/controllers/autoscaler/selector-text.js";
import { readKind } from "../../../src/apiserver/controllers/shared/kind-objects.js";

const now = Date.parse("2026-01-01T12:00:00Z");
const hourAgo = "2026-01-01T11:00:00Z";

function pod(name: string, { phase = "Running", ready = "True", startTime = hourAgo, request = "100m" } = {}) {
  const condition = { type: "Ready", status: ready, lastTransitionTime: startTime };
  const object: ApiObject = {
    ...{ apiVersion: "v1", kind: "Pod", metadata: { name } },
    spec: { containers: [{ name: "a", image: "a", resources: { requests: { cpu: request } } }] },
    status: { phase, startTime, conditions: [condition] },
  };
  return readKind<Pod>(object);
}

const metric = (value: number) => ({ value, time: now, windowMs: 30_000 });
const tolerance = { up: 0.1, down: 0.1 };
const cpu = { resource: "cpu", target: 50 };

test.each([
  ["the target is met within the tolerance", { p0: 52, p1: 50 }, ["p0", "p1"], 2],
  ["the pods use twice their share", { p0: 100, p1: 100 }, ["p0", "p1"], 4],
  ["a pod without metrics counts as idle when the target grows", { p0: 90 }, ["p0", "p1"], 2],
  ["a pod without metrics counts as busy when the target shrinks", { p0: 10 }, ["p0", "p1"], 2],
])("%s", (_, values, names, replicas) => {
  const metrics = new Map(Object.entries(values).map(([name, value]) => [name, metric(value)]));
  const round = { current: 2, pods: names.map((name) => pod(name)), tolerance, now };
  expect(replicasByUtilization(round, metrics, cpu).replicas).toBe(replicas);
});

test("pods that start count as idle when the target grows", () => {
  const starting = pod("p1", { startTime: "2026-01-01T11:59:00Z", ready: "False" });
  const pods = [pod("p0"), starting, pod("p2", { phase: "Pending" })];
  const metrics = new Map([
    ["p0", metric(400)],
    ["p1", metric(900)],
  ]);
  const round = { current: 3, pods, tolerance, now };
  expect(replicasByUtilization(round, metrics, cpu)).toEqual({ replicas: 8, percent: 400, value: 400 });
});

test.each([
  [[], new Map([["p0", metric(1)]]), "no pods returned by selector while calculating replica count"],
  [[pod("p0")], new Map(), "did not receive metrics for targeted pods (pods might be unready)"],
  [[pod("p0", { phase: "Pending" })], new Map([["p0", metric(1)]]), "did not receive metrics for targeted pods"],
])("pods that cannot be judged", (pods, metrics, message) => {
  const round = { current: 1, pods, tolerance, now };
  expect(() => replicasByUtilization(round, metrics, cpu)).toThrow(MetricFault);
  expect(() => replicasByAverage(round, metrics, 1)).toThrow(message);
});

test("a container without a request has no utilization", () => {
  const round = { current: 1, pods: [pod("p0")], tolerance, now };
  const find = () => replicasByUtilization(round, new Map([["p0", metric(1)]]), { resource: "memory", target: 50 });
  expect(find).toThrow("missing request for memory in container a of Pod p0");
});

test("a value that all pods share", () => {
  const round = { current: 2, pods: [pod("p0"), pod("p1", { ready: "False" })], tolerance, now };
  expect(replicasByValue(round, 3000, 1000)).toEqual({ replicas: 3, value: 3000 });
  expect(replicasByValue({ ...round, current: 0 }, 2500, 1000)).toEqual({ replicas: 3, value: 2500 });
  expect(replicasByShare(round, 4, 4200, 1000)).toEqual({ replicas: 4, value: 1050 });
  expect(replicasByShare(round, 4, 4500, 1000)).toEqual({ replicas: 5, value: 1125 });
});

const wish = { current: 4, desired: 4, min: 1, max: 20, behavior: undefined, now };

test("a target shrinks only when all recommendations of five minutes agree", () => {
  const first = limit({ ...wish, desired: 4, now: now - 200_000 }, noHistory);
  const second = limit({ ...wish, desired: 1 }, first.history);
  expect(second).toMatchObject({ replicas: 4, conditions: [{ reason: "ScaleDownStabilized" }, { status: "False" }] });
  expect(limit({ ...wish, desired: 1, now: now + 150_000 }, second.history).replicas).toBe(1);
});

test.each([
  [{ desired: 30 }, 8, "ScaleUpLimit"],
  [{ desired: 30, current: 15 }, 20, "TooManyReplicas"],
  [{ desired: 0, min: 2 }, 2, "TooFewReplicas"],
  [{ desired: 6 }, 6, "DesiredWithinRange"],
])("the usual limits of %j", (more, replicas, reason) => {
  const limited = limit({ ...wish, ...more }, noHistory);
  expect(limited.replicas).toBe(replicas);
  expect(limited.conditions.map((each) => each.reason)).toEqual(["ReadyForNewScale", reason]);
});

test("policies limit how many replicas change in a period", () => {
  const pods = { type: "Pods", value: 2, periodSeconds: 60 };
  const percent = { type: "Percent", value: 100, periodSeconds: 60 };
  const rules = { policies: [pods, percent], stabilizationWindowSeconds: 0 };
  const upWith = (selectPolicy: string, history = noHistory) =>
    limit({ ...wish, desired: 20, behavior: { scaleUp: { ...rules, selectPolicy } } }, history).replicas;
  expect(upWith("Max")).toBe(8);
  expect(upWith("Min")).toBe(6);
  expect(upWith("Disabled")).toBe(4);
  expect(upWith("Min", afterScaling(noHistory, 2, 4, now - 30_000))).toBe(4);
  expect(upWith("Min", afterScaling(noHistory, 2, 4, now - 90_000))).toBe(6);
  const down = { ...rules, policies: [pods, { ...percent, value: 75 }] };
  const downWith = (selectPolicy: string) =>
    limit({ ...wish, desired: 0, behavior: { scaleDown: { ...down, selectPolicy } } }, noHistory).replicas;
  expect([downWith("Max"), downWith("Min"), downWith("Disabled")]).toEqual([1, 2, 4]);
});

test("selectors of metrics as parameters, and as Go prints them", () => {
  const selector = {
    matchLabels: { b: "1" },
    matchExpressions: [
      { key: "a", operator: "In", values: ["y", "x"] },
      { key: "c", operator: "DoesNotExist" },
    ],
  } as const;
  const given = {
    ...selector,
    matchExpressions: selector.matchExpressions.map((each) => ({
      ...each,
      values: "values" in each ? [...each.values] : [],
    })),
  };
  expect(selectorText(given)).toBe("a in (x,y),b=1,!c");
  expect(selectorText()).toBe("");
  expect(goSelector(undefined)).toBe("nil");
  expect(goSelector({ matchLabels: { a: "b" } })).toBe(
    "&LabelSelector{MatchLabels:map[string]string{a: b,},MatchExpressions:[]LabelSelectorRequirement{},}",
  );
});

test.each([
  ["1500m", 1500, "1500m"],
  ["2", 2000, "2"],
  ["100n", 1, "1m"],
  ["1Gi", 1_073_741_824_000, "1073741824"],
  ["x", 0, "0"],
])("the amount %s", (quantity, amount, shown) => {
  expect(thousandths(quantity)).toBe(amount);
  expect(showThousandths(amount)).toBe(shown);
});
