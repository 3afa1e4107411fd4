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

import type { Container, PodSpec } from "tsop/k8s/core/v1";
import { expect, test } from "vitest";
import { requestOf } from "./pod_requests.js";

const container = (cpu?: string, more: Partial<Container> = {}): Container => ({
  name: "main",
  ...(cpu !== undefined && { resources: { requests: { cpu } } }),
  ...more,
});
const cpuOf = (spec: Partial<PodSpec>): number =>
  requestOf({ apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec: { containers: [], ...spec } }, "cpu");

test.each<[string, Partial<PodSpec>, number]>([
  ["no requests", { containers: [container()] }, 0],
  ["the sum of all containers", { containers: [container("250m"), container("1"), container()] }, 1.25],
  ["the largest container that starts the Pod", { initContainers: [container("2"), container("3")] }, 3],
  ["the running containers, if they need more", { initContainers: [container("1")], containers: [container("2")] }, 2],
  [
    "sidecars beside the containers",
    { initContainers: [container("1", { restartPolicy: "Always" })], containers: [container("2")] },
    3,
  ],
  [
    "sidecars beside the containers that start the Pod after them",
    { initContainers: [container("1", { restartPolicy: "Always" }), container("4")], containers: [container("2")] },
    5,
  ],
  ["the overhead of the runtime", { containers: [container("1")], overhead: { cpu: "500m" } }, 1.5],
  [
    "the request of the Pod itself, which replaces those of its containers",
    { containers: [container("1")], resources: { requests: { cpu: "4" } }, overhead: { cpu: "1" } },
    5,
  ],
])("a Pod requests %s", (_, spec, cores) => {
  expect(cpuOf(spec)).toBe(cores);
});
