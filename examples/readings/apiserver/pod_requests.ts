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

import type { Container, Pod, ResourceRequirements } from "tsop/k8s/core/v1";
import { toNumber } from "./quantities.js";

export type Resource = "cpu" | "memory";

/**
 * Returns how much of a resource the scheduler reserves for a Pod: 0 if the Pod requests nothing.
 *
 * Source: https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers
 */
export function requestOf({ spec }: Pod, resource: Resource): number {
  const overhead = toNumber(spec?.overhead?.[resource] ?? 0);
  const ofPod = spec?.resources?.requests?.[resource];
  if (ofPod !== undefined) return toNumber(ofPod) + overhead;
  const { peak, sidecars } = whileStarting(spec?.initContainers ?? [], resource);
  const running = sidecars + sum((spec?.containers ?? []).map((each) => inContainer(each, resource)));
  return Math.max(peak, running) + overhead;
}

/** The containers that start a Pod run one after the other, beside the sidecars before them. */
function whileStarting(containers: readonly Container[], resource: Resource): { peak: number; sidecars: number } {
  let [peak, sidecars] = [0, 0];
  for (const container of containers) {
    const request = inContainer(container, resource);
    peak = Math.max(peak, sidecars + request);
    if (container.restartPolicy === "Always") sidecars += request;
  }
  return { peak, sidecars };
}

function inContainer({ resources }: { readonly resources?: ResourceRequirements }, resource: Resource): number {
  return toNumber(resources?.requests?.[resource] ?? 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
