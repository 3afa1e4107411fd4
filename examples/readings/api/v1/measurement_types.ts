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

import { type CustomResource, defineKind, type Quantity } from "tsop";

/** MeasurementSpec is what an agent has measured. */
export interface MeasurementSpec {
  /** The number of cores that the Pod uses, such as 250m. */
  cpu: Quantity;
  /** The memory that the Pod uses, in bytes, such as 64Mi. */
  memory: Quantity;
}

/**
 * Measurement is what a Pod uses now. An agent writes it every few seconds, under the name of the Pod.
 * @printColumn name=CPU type=string jsonPath=".spec.cpu"
 * @printColumn name=Memory type=string jsonPath=".spec.memory"
 * @printColumn name=Age type=date jsonPath=".metadata.creationTimestamp"
 */
export interface Measurement extends CustomResource<"metrics.abc.com/v1", "Measurement"> {
  spec: MeasurementSpec;
}

export const Measurement = defineKind<Measurement>("metrics.abc.com/v1", "Measurement");
