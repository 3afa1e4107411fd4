import { expect, test } from "vitest";
import { readinessOf } from "../../../src/cluster/deploy/readiness.js";

interface Given {
  readonly kind: string;
  readonly spec?: object;
  readonly status?: object;
  readonly generation?: number;
  readonly deletionTimestamp?: string;
}

function stateOf({ kind, spec = {}, status, generation = 2, deletionTimestamp }: Given): string {
  const metadata = { name: "a", generation, ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) };
  const object = { apiVersion: "v1", kind, metadata, spec, ...(status === undefined ? {} : { status }) };
  const readiness = readinessOf(object);
  return readiness.state === "ready" ? "ready" : `${readiness.state}: ${readiness.why}`;
}

const available = { type: "Available", status: "True" };
const rolledOut = {
  observedGeneration: 2,
  ...{ replicas: 1, updatedReplicas: 1, availableReplicas: 1 },
  conditions: [available],
};

test.each<[string, Given, string]>([
  ["a kind without rules", { kind: "ConfigMap" }, "ready"],
  ["a kind that has the name of a member of all objects", { kind: "constructor" }, "ready"],
  ["what is being deleted", { kind: "ConfigMap", deletionTimestamp: "now" }, "waiting: it is being deleted"],
  ["a Deployment without a status", { kind: "Deployment" }, "waiting: its controller has not processed it yet"],
  ["a Deployment that has rolled out", { kind: "Deployment", status: rolledOut }, "ready"],
  [
    "a Deployment whose status is of the generation before",
    { kind: "Deployment", status: { ...rolledOut, observedGeneration: 1 } },
    "waiting: its controller has not processed it yet",
  ],
  [
    "a Deployment with pods of the version before",
    { kind: "Deployment", status: { ...rolledOut, replicas: 2 } },
    "waiting: 1 pods of the previous version still exist",
  ],
  [
    "a Deployment whose new pods are not ready",
    { kind: "Deployment", status: { ...rolledOut, availableReplicas: 0 } },
    "waiting: 0/1 ready",
  ],
  [
    "a Deployment that takes too long",
    {
      kind: "Deployment",
      status: {
        ...rolledOut,
        conditions: [
          { type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded", message: "timed out" },
        ],
      },
    },
    "failed: timed out",
  ],
  [
    "a Deployment of no replicas",
    { kind: "Deployment", spec: { replicas: 0 }, status: { observedGeneration: 2, conditions: [available] } },
    "ready",
  ],
  [
    "a StatefulSet that has rolled out up to its partition",
    {
      kind: "StatefulSet",
      spec: { replicas: 3, updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 2 } } },
      status: { observedGeneration: 2, readyReplicas: 3, updatedReplicas: 1 },
    },
    "ready",
  ],
  [
    "a StatefulSet that is rolling out",
    {
      kind: "StatefulSet",
      spec: { replicas: 3 },
      status: { observedGeneration: 2, readyReplicas: 3, updatedReplicas: 1 },
    },
    "waiting: 1/3 pods have the new version",
  ],
  [
    "a StatefulSet that others roll out",
    {
      kind: "StatefulSet",
      spec: { replicas: 1, updateStrategy: { type: "OnDelete" } },
      status: { observedGeneration: 2, readyReplicas: 1 },
    },
    "ready",
  ],
  [
    "a DaemonSet with a node left",
    {
      kind: "DaemonSet",
      status: { observedGeneration: 2, desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 1 },
    },
    "waiting: 1/2 ready",
  ],
  ["a Job that runs", { kind: "Job", status: { startTime: "now" } }, "ready"],
  ["a Job that has not begun", { kind: "Job", status: {} }, "waiting: it has not started"],
  [
    "a Job that has failed",
    {
      kind: "Job",
      status: { startTime: "now", conditions: [{ type: "Failed", status: "True", message: "backoff limit" }] },
    },
    "failed: backoff limit",
  ],
  ["a Pod that waits", { kind: "Pod", status: { phase: "Pending" } }, "waiting: the pod is pending"],
  [
    "a Pod that is ready",
    { kind: "Pod", status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } },
    "ready",
  ],
  ["a Pod that has failed", { kind: "Pod", status: { phase: "Failed" } }, "failed: the pod has failed"],
])("%s", (_, given, expected) => {
  expect(stateOf(given)).toBe(expected);
});

test("waits for a missing object", () => {
  expect(readinessOf(undefined)).toEqual({ state: "waiting", why: "it does not exist" });
});
