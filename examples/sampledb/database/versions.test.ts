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
import { upgradeProblem } from "./versions.js";

test.each([
  ["1.0", "1.1"],
  ["1.9", "1.10"],
  ["1.9", "2.0"],
  ["0.0", "1.0"],
])("%s can be brought to %s", (from, to) => {
  expect(upgradeProblem(from, to)).toBeUndefined();
});

test.each([
  ["1.1", "1.0", "1.0 is older"],
  ["2.0", "1.9", "1.9 is older"],
  ["1.10", "1.9", "1.9 is older"],
  ["1.0", "1.2", "upgrade to 1.1 or 2.0 first"],
  ["1.0", "2.1", "upgrade to 1.1 or 2.0 first"],
  ["1.0", "3.0", "upgrade to 1.1 or 2.0 first"],
])("%s cannot be brought to %s", (from, to, why) => {
  expect(upgradeProblem(from, to)).toContain(why);
});
