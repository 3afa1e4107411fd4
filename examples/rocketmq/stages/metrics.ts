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

import { Counter, Gauge, type Registry } from "prom-client";

/** The metrics of this operator, in addition to the metrics of every operator. */
export interface BrokerMetrics {
  readonly readyGroups: Gauge<"namespace" | "name">;
  readonly wantedGroups: Gauge<"namespace" | "name">;
  readonly reloads: Counter<"namespace" | "name">;
  readonly clearings: Counter<"result">;
}

/** Adds them to the registry of the manager, which serves them. */
export function createBrokerMetrics(registry: Registry): BrokerMetrics {
  const registers = [registry];
  const labelNames = ["namespace", "name"] as const;
  return {
    readyGroups: new Gauge({
      name: "rocketmq_operator_ready_groups",
      help: "Groups of a Broker that have a leader and a majority",
      labelNames,
      registers,
    }),
    wantedGroups: new Gauge({
      name: "rocketmq_operator_wanted_groups",
      help: "Groups in the spec of a Broker",
      labelNames,
      registers,
    }),
    reloads: new Counter({
      name: "rocketmq_operator_configuration_reloads_total",
      help: "Running members whose settings the operator changed",
      labelNames,
      registers,
    }),
    clearings: new Counter({
      name: "rocketmq_operator_storage_clearings_total",
      help: "Requests to clear external storage, by result",
      labelNames: ["result"],
      registers,
    }),
  };
}
