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

import { expect, test } from "vitest";
import { toCores, toMebibytes, toNumber } from "./quantities.js";

test.each([
  ["1", 1],
  [2, 2],
  ["250m", 0.25],
  ["0.5", 0.5],
  [".5", 0.5],
  ["100n", 1e-7],
  ["64Mi", 64 * 2 ** 20],
  ["1k", 1_000],
  ["2E", 2e18],
  ["1e3", 1_000],
  ["-1Gi", -(2 ** 30)],
])("%s is %s", (quantity, value) => {
  expect(toNumber(quantity)).toBeCloseTo(value, 9);
});

test.each(["", "Mi", "1X", "1.2.3", "1e1.5", "1 Gi", "constructor"])("%j is no quantity", (text) => {
  expect(toNumber(text)).toBeNaN();
});

test("amounts are shown as kubectl top shows them", () => {
  expect([toCores(0.1 + 0.2), toCores(2), toMebibytes(64 * 2 ** 20), toMebibytes(1_000_000)]).toEqual([
    ...["300m", "2000m", "64Mi", "0Mi"],
  ]);
});
