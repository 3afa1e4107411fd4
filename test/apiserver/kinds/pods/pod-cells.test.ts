import { expect, test } from "vitest";
import { podCells } from "../../../../src/apiserver/kinds/pods/pod-cells.js";
import type { JsonObject } from "../../../../src/core/json.js";

const now = Date.parse("2026-01-01T00:10:00Z");
const running = { name: "main", ready: true, state: { running: {} } };
const ended = { name: "main", state: { terminated: { exitCode: 1 } } };
const restarted = {
  ...running,
  restartCount: 2,
  lastState: { terminated: { finishedAt: "2026-01-01T00:09:00Z" } },
};

const cases: [string, JsonObject, string[]][] = [
  ["that waits", { phase: "Pending" }, ["0/1", "Pending", "0"]],
  ["that runs", { phase: "Running", containerStatuses: [running] }, ["1/1", "Running", "0"]],
  ["that was restarted", { phase: "Running", containerStatuses: [restarted] }, ["1/1", "Running", "2 (60s ago)"]],
  ["that failed", { phase: "Failed", containerStatuses: [ended] }, ["0/1", "ExitCode:1", "0"]],
  [
    "whose image is missing",
    { phase: "Pending", containerStatuses: [{ name: "main", state: { waiting: { reason: "ImagePullBackOff" } } }] },
    ["0/1", "ImagePullBackOff", "0"],
  ],
  [
    "that initializes",
    { phase: "Pending", initContainerStatuses: [{ name: "first", state: { waiting: { reason: "PodInitializing" } } }] },
    ["0/1", "Init:0/1", "0"],
  ],
];

test.each(cases)("a pod %s", (_title, status, cells) => {
  const spec = { containers: [{ name: "main" }], initContainers: [{ name: "first" }] };
  const metadata = { name: "a", creationTimestamp: "2026-01-01T00:00:00Z" };
  const shown = podCells({ apiVersion: "v1", kind: "Pod", metadata, spec, status }, now);
  expect(shown).toEqual(["a", ...cells, "10m", "<none>", "<none>", "<none>", "<none>"]);
});
