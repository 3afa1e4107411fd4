import { expect, test } from "vitest";
import { exitCodeOf } from "../../../src/apiserver/controllers/simulated-node/container-ends.js";
import type { Stored } from "../../../src/apiserver/controllers/shared/kind-objects.js";
import type { Pod } from "../../../src/k8s/core/v1.js";

type Container = NonNullable<Pod["spec"]>["containers"][number];

const podOf = (...containers: Partial<Container>[]): Stored<Pod> => ({
  ...{ apiVersion: "v1", kind: "Pod" },
  metadata: { name: "a", namespace: "default", uid: "a", creationTimestamp: "2026-01-01T00:00:00Z" },
  spec: { containers: containers.map((each) => ({ name: "a", ...each })) },
  status: {},
});

test.each<[Partial<Container>, number | undefined]>([
  [{}, 0],
  [{ command: ["node", "main.js"] }, 0],
  [{ command: ["/bin/sh", "-c", "exit 42"] }, 42],
  [{ command: ["sh"], args: ["-c", "exit 0"] }, 0],
  [{ command: ["sh", "-c", "test -f a || exit 1"] }, 0],
  [{ command: ["false"] }, 1],
  [{ command: ["sleep", "3600"] }, undefined],
  [{ command: ["sh", "-c", "sleep infinity"] }, undefined],
  [{ command: ["sleep", "5"] }, 0],
  [{ image: "registry.k8s.io/pause:3.10" }, undefined],
  [{ image: "registry.k8s.io/pause:3.10", command: ["false"] }, 1],
  [{ image: "example.com/pauser" }, 0],
  [{ args: ["pause"] }, undefined],
])("a container with %j ends with %s", (container, code) => {
  expect(exitCodeOf(podOf(container), undefined)).toBe(code);
});

test("a pod runs as long as one of its containers does, and fails if one fails", () => {
  expect(exitCodeOf(podOf({}, { command: ["sleep", "3600"] }), undefined)).toBeUndefined();
  expect(exitCodeOf(podOf({}, { command: ["false"] }), undefined)).toBe(1);
});

test("the annotation lets every pod fail", () => {
  expect(exitCodeOf(podOf({ command: ["sleep", "3600"] }), "ImagePullBackOff")).toBe(1);
});
