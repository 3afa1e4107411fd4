/** What the warnings about a workload add to what its status says. */
import { expect, test } from "vitest";
import { showEvents } from "../../../src/cluster/deploy/events.js";
import type { Event } from "../../../src/k8s/core/v1.js";

const image = "registry.example.com/demo:gone";

function warning(reason: string, message: string): Event {
  const name = "demo-7d4b9c8d5f-x2x4z";
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "demo.1", namespace: "demo" },
    involvedObject: { kind: "Pod", name },
    reason,
    message,
    type: "Warning",
  };
}

test("the kubelet's back-off adds nothing to why the image cannot be pulled", () => {
  const failed = `failed to pull and unpack image "${image}": not found`;
  expect(showEvents([warning("BackOff", `Back-off pulling image "${image}"`)], [failed])).toEqual([]);
});

test("the back-off of another image is shown", () => {
  const message = `Back-off pulling image "${image}"`;
  expect(showEvents([warning("BackOff", message)], ['failed to pull image "other:v1": not found'])).toEqual([
    `BackOff (pod demo-7d4b9c8d5f-x2x4z): ${message}`,
  ]);
});

test("why an image cannot be pulled is shown beside a status that says only that the kubelet waits", () => {
  const message = `Failed to pull image "${image}": not found`;
  expect(showEvents([warning("Failed", message)], [`Back-off pulling image "${image}"`])).toEqual([
    `Failed (pod demo-7d4b9c8d5f-x2x4z): ${message}`,
  ]);
});
