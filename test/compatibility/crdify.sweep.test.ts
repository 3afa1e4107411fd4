import { describe, expect, test } from "vitest";
import { compareCrds } from "../../src/compatibility/compare-crds.js";
import { readReleasedCrd, releases } from "../support/crd-releases.js";
import { judges, runCrdify } from "../support/crdify.js";
import { missed } from "../support/crdify-missed.js";
import { showChange } from "../support/crdify-output.js";

const all = releases();

describe.skipIf(judges === undefined || all.length === 0)("nothing that crdify calls breaking is missed", () => {
  test.each(all)("$name", ({ before, after }) => {
    const [old, now] = [readReleasedCrd(before), readReleasedCrd(after)];
    expect(missed(runCrdify(before, after), old, now)).toEqual([]);
    const unknown = compareCrds(old, now).filter(({ detail }) => "effect" in detail && detail.effect === "unknown");
    expect(unknown.map(showChange)).toEqual([]);
  });
});
