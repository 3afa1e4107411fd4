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

import { type CustomResource, defineKind, type Int32, type Quantity } from "tsop";

/** Amount is what a Pod requests of a resource, and what it uses. */
export interface Amount {
  /** What the Pod requests. Absent if it requests nothing. */
  requested?: Quantity;
  /** What the Measurement of the Pod's name says. Absent without a Measurement. */
  used?: Quantity;
  /** The usage of the Pod, in percent of its request. */
  percent?: Int32;
}

/** ReadingStatus is what the server computes for each read. */
export interface ReadingStatus {
  cpu: Amount;
  memory: Amount;
  /**
   * The node of the Pod. Absent until the Pod has one.
   * @selectable
   */
  node?: string;
}

/**
 * Reading compares what a Pod uses with what it requests. Each Pod that has not ended has a Reading with its name and labels.
 * @shortName rd
 * @printColumn name=CPU type=string jsonPath=".status.cpu.used"
 * @printColumn name="CPU%" type=integer jsonPath=".status.cpu.percent"
 * @printColumn name=Memory type=string jsonPath=".status.memory.used"
 * @printColumn name="Memory%" type=integer jsonPath=".status.memory.percent"
 * @printColumn name="CPU Request" type=string jsonPath=".status.cpu.requested" priority=1
 * @printColumn name="Memory Request" type=string jsonPath=".status.memory.requested" priority=1
 * @printColumn name=Node type=string jsonPath=".status.node" priority=1
 */
export interface Reading extends CustomResource<"metrics.abc.com/v1", "Reading"> {
  status: ReadingStatus;
}

export const Reading = defineKind<Reading>("metrics.abc.com/v1", "Reading");
