import { expect, test } from "vitest";
import { podTroubles } from "../../../src/cluster/deploy/pod-troubles.js";
import type { ContainerStatus, PodStatus } from "../../../src/k8s/core/v1.js";

function troublesOf(container: Partial<ContainerStatus>, status: PodStatus = {}) {
  const whole = { name: "manager", image: "demo:v1", imageID: "", ready: false, restartCount: 0, ...container };
  return podTroubles({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p" },
    status: { containerStatuses: [whole], ...status },
  });
}

const where = "pod p (container manager)";
const log = { pod: "p", container: "manager" };

test.each<[string, Partial<ContainerStatus>, object]>([
  [
    "a missing image",
    { state: { waiting: { reason: "ErrImagePull", message: "not found" } } },
    {
      where,
      reason: "ErrImagePull",
      message: "not found",
      patienceMs: 30_000,
      advice: expect.stringContaining("Push the image demo:v1") as string,
    },
  ],
  [
    // Which of both states a look finds depends on its moment.
    "a missing image that the kubelet will pull again",
    {
      state: {
        waiting: {
          reason: "ImagePullBackOff",
          message:
            'Back-off pulling image "demo:v1": ErrImagePull: rpc error: code = NotFound desc = demo:v1: not found',
        },
      },
    },
    { reason: "ImagePullBackOff", message: "demo:v1: not found" },
  ],
  [
    "an image that cannot be",
    { state: { waiting: { reason: "InvalidImageName" } } },
    { reason: "InvalidImageName", patienceMs: 0 },
  ],
  [
    "a program that crashes",
    { restartCount: 3, state: { waiting: { reason: "CrashLoopBackOff" } }, lastState: { terminated: { exitCode: 1 } } },
    {
      reason: "CrashLoopBackOff",
      message: "it ended with exit status 1 and restarted 3 times",
      patienceMs: 30_000,
      log: { ...log, previous: true },
    },
  ],
  [
    "a program that has just crashed once",
    { state: { terminated: { exitCode: 2, reason: "Error", message: "no such file\n" } } },
    { reason: "Error", message: "it ended with exit status 2: no such file", log: { ...log, previous: false } },
  ],
  [
    "a program that needs more memory",
    {
      restartCount: 1,
      state: { waiting: { reason: "CrashLoopBackOff" } },
      lastState: { terminated: { exitCode: 137, reason: "OOMKilled" } },
    },
    { reason: "OOMKilled", advice: "It exceeded its memory limit: raise `resources.limits.memory`." },
  ],
  [
    "a missing Secret",
    { state: { waiting: { reason: "CreateContainerConfigError", message: 'secret "s" not found' } } },
    { reason: "CreateContainerConfigError", message: 'secret "s" not found' },
  ],
  [
    "a reason of a runtime of its own",
    { state: { waiting: { reason: "Odd" } } },
    { advice: "Look up the reason Odd." },
  ],
  ["a probe that fails", { state: { running: {} } }, { reason: "NotReady", log: { ...log, previous: false } }],
])("%s", (_, container, expected) => {
  expect(troublesOf(container)).toMatchObject([expected]);
});

test("a single crash has no time limit", () => {
  expect(troublesOf({ state: { terminated: { exitCode: 1 } } })[0]).not.toHaveProperty("patienceMs");
});

test.each<[string, Partial<ContainerStatus>]>([
  ["ready", { ready: true, state: { running: {} } }],
  ["being created", { state: { waiting: { reason: "ContainerCreating" } } }],
  ["behind its init containers", { state: { waiting: { reason: "PodInitializing" } } }],
])("a container that is %s is in no trouble", (_, container) => {
  expect(troublesOf(container)).toEqual([]);
});

test("an init container that has ended well is in no trouble; one that has not is", () => {
  const init = (exitCode: number): PodStatus => ({
    containerStatuses: [],
    initContainerStatuses: [
      { name: "init", image: "i", imageID: "", ready: false, restartCount: 0, state: { terminated: { exitCode } } },
    ],
  });
  expect(troublesOf({}, init(0))).toEqual([]);
  expect(troublesOf({}, init(1))).toMatchObject([{ where: "pod p (container init)" }]);
});

test("a pod that fits on no node", () => {
  const message = "0/1 nodes are available: 1 Insufficient cpu.";
  const conditions = [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }];
  expect(troublesOf({}, { containerStatuses: [], conditions })).toMatchObject([
    { where: "pod p", reason: "Unschedulable", message },
  ]);
});
