/** The conversions that tsop writes preserve all data, and compile. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compileTexts } from "../support/compile-types.js";
import { propertySeed } from "../support/property-seed.js";
import { versions } from "./random-versions.js";
import { expectStories } from "./three-versions.js";
import { expectRoundTrip, typesOf, writtenConversion } from "./written-conversion.js";

const root = fileURLToPath(new URL("compiled", import.meta.url));

test("round trips lose nothing, for any two versions", { timeout: 300_000 }, async () => {
  await fc.assert(fc.asyncProperty(versions, expectRoundTrip), { seed: propertySeed, numRuns: 300 });
});

test("objects keep all fields on any way through three versions", { timeout: 300_000 }, () => expectStories(80));

test("the code compiles, for any two versions", { timeout: 300_000 }, async () => {
  const files = new Map<string, string>();
  for (const [index, [v1, v2]] of fc.sample(versions, { seed: propertySeed, numRuns: 100 }).entries()) {
    const folder = path.join(root, String(index));
    files.set(path.join(folder, "api/v1/bar_types.ts"), typesOf("v1", v1));
    files.set(path.join(folder, "api/v2/bar_types.ts"), typesOf("v2", v2));
    files.set(path.join(folder, "webhooks/v1/bar_conversion.ts"), (await writtenConversion(v1, v2)).conversion);
  }
  expect(compileTexts(files)).toEqual([]);
});
