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

import type { Quantity } from "tsop";

const scale = new Map(
  Object.entries({
    ...{ n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
    ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
  }),
);

/**
 * Returns the value of a quantity in cores or bytes, or NaN for another text.
 *
 * Source: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function toNumber(quantity: Quantity): number {
  const [, digits, suffix = ""] = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(String(quantity)) ?? [];
  return Number(digits) * (suffix === "" ? 1 : (scale.get(suffix) ?? NaN));
}

/** Returns a number of cores as kubectl top prints it: `250m`. */
export function toCores(cores: number): string {
  return `${Math.round(cores * 1000)}m`;
}

/** Returns a number of bytes as kubectl top prints it: `64Mi`. */
export function toMebibytes(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)}Mi`;
}
