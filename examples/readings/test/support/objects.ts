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

import type { Pod } from "tsop/k8s/core/v1";
import type { Measurement } from "../../api/v1/measurement_types.js";

/** A Pod whose container requests a quarter of a core and 64 MiB. */
export function podOf(name: string, changes: Partial<Pod> = {}): Pod {
  const { metadata, spec, ...rest } = changes;
  const resources = { requests: { cpu: "250m", memory: "64Mi" } };
  return {
    ...{ apiVersion: "v1", kind: "Pod" },
    metadata: { namespace: "default", name, ...metadata },
    spec: { containers: [{ name: "main", image: "web", resources }], ...spec },
    ...rest,
  };
}

/** What an agent has measured. */
export function measurementOf(name: string, cpu: string, memory: string): Measurement {
  return {
    ...{ apiVersion: "metrics.abc.com/v1", kind: "Measurement" },
    metadata: { namespace: "default", name },
    spec: { cpu, memory },
  };
}
