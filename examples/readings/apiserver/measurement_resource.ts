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

import { field, type FieldError } from "tsop";
import { type ExtensionResource, memoryStorage } from "tsop/apiserver";
import type { Measurement } from "../api/v1/measurement_types.js";
import { MeasurementDefinition } from "./definitions/metrics.abc.com_measurements.js";
import { toNumber } from "./quantities.js";

/** Returns what the server needs to serve measurements. */
export function measurementResource(): ExtensionResource<Measurement> {
  return {
    definition: MeasurementDefinition,
    storage: memoryStorage(), // the objects end with the process: run one replica
    validator: {
      validateCreate: checkMeasurement,
      validateUpdate: (_old, measurement) => checkMeasurement(measurement),
    },
  };
}

/** Returns what the schema does not find: it checks only how a quantity is written. */
export function checkMeasurement({ spec }: Pick<Measurement, "spec">): FieldError[] {
  return (["cpu", "memory"] as const)
    .filter((name) => !(toNumber(spec[name]) >= 0))
    .map((name) => field.invalid(`spec.${name}`, spec[name], "must be a quantity of zero or more"));
}
