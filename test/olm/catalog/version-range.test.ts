import { expect, test } from "vitest";
import { parseSemver } from "../../../src/cel/semver.js";
import { isInRange, parseVersionRange } from "../../../src/olm/catalog/version-range.js";

function includes(range: string, version: string): boolean {
  const [parsed, read] = [parseVersionRange(range), parseSemver(version)];
  if (typeof parsed === "string" || typeof read === "string") throw new Error(JSON.stringify([parsed, read]));
  return isInRange(read, parsed);
}

test.each([
  [">=1.0.0 <1.2.0", ["1.0.0", "1.1.9"], ["0.9.9", "1.2.0"]],
  ["<1.0.0 || >2.0.0", ["0.1.0", "2.0.1"], ["1.0.0", "2.0.0"]],
  ["1.x", ["1.0.0", "1.9.9"], ["0.9.0", "2.0.0"]],
  [">1.2.x", ["1.3.0"], ["1.2.9"]],
  ["!1.2.0", ["1.2.1"], ["1.2.0"]],
  [">=1.0.0-rc.1", ["1.0.0-rc.1", "1.0.0"], ["1.0.0-beta"]],
])("%s", (range, inside, outside) => {
  expect(inside.filter((version) => !includes(range, version))).toEqual([]);
  expect(outside.filter((version) => includes(range, version))).toEqual([]);
});
