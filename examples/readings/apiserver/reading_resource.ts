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

import type { Quantity, Reader } from "tsop";
import { type ExtensionResource, type VirtualObject, virtualStorage } from "tsop/apiserver";
import { Pod } from "tsop/k8s/core/v1";
import { Measurement } from "../api/v1/measurement_types.js";
import type { Amount, Reading } from "../api/v1/reading_types.js";
import { ReadingDefinition } from "./definitions/metrics.abc.com_readings.js";
import { requestOf } from "./pod_requests.js";
import { toCores, toMebibytes, toNumber } from "./quantities.js";

/** Returns what the server needs to serve readings. */
export function readingResource(client: Reader): ExtensionResource<Reading> {
  return {
    definition: ReadingDefinition,
    storage: virtualStorage<Reading>({
      list: async ({ namespace }) => {
        const scope = namespace === undefined ? {} : { namespace };
        const [pods, measurements] = await Promise.all([client.list(Pod, scope), client.list(Measurement, scope)]);
        const byPod = new Map(measurements.items.map((each) => [keyOf(each), each]));
        return pods.items.filter(isActive).map((pod) => readingOf(pod, byPod.get(keyOf(pod))));
      },
      pollMs: 2_000, // how often the server calls it while a client watches
    }),
  };
}

/** Returns the Reading of a Pod. */
export function readingOf(pod: Pod, measurement?: Pick<Measurement, "spec">): VirtualObject<Reading> {
  const { name, namespace, labels, creationTimestamp } = pod.metadata;
  const used = measurement?.spec;
  return {
    metadata: { name, namespace, labels, creationTimestamp },
    status: {
      cpu: amountOf(requestOf(pod, "cpu"), used?.cpu, toCores),
      memory: amountOf(requestOf(pod, "memory"), used?.memory, toMebibytes),
      node: pod.spec?.nodeName,
    },
  };
}

function amountOf(requested: number, used: Quantity | undefined, show: (value: number) => string): Amount {
  return {
    ...(requested > 0 && { requested: show(requested) }),
    ...(used !== undefined && { used: show(toNumber(used)) }),
    ...(requested > 0 && used !== undefined && { percent: Math.floor((toNumber(used) / requested) * 100) }),
  };
}

/** A Pod that has ended uses nothing. */
function isActive({ status }: Pod): boolean {
  return status?.phase !== "Succeeded" && status?.phase !== "Failed";
}

function keyOf({ metadata: { namespace = "", name } }: Pod | Measurement): string {
  return `${namespace}/${name}`;
}
