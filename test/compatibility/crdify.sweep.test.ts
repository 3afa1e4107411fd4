import { describe, expect, test } from "vitest";
import { compareCrds, type Crds } from "../../src/compatibility/compare-crds.js";
import type { Crd } from "../../src/compatibility/crd.js";
import { readReleasedCrd, type Release, releases } from "../support/crd-releases.js";
import { judges, runCrdify } from "../support/crdify.js";
import { missed } from "../support/crdify-missed.js";
import { showChange } from "../support/crdify-output.js";

const all = releases();
/** The CRDs that the next comparison needs: each release is compared with the one before. */
const known = new Map<string, Crd>();

function readBoth({ before, after }: Release): Crds {
  const crds = { before: known.get(before) ?? readReleasedCrd(before), after: readReleasedCrd(after) };
  known.delete(before);
  known.set(after, crds.after);
  return crds;
}

describe.skipIf(judges === undefined || all.length === 0)("nothing that crdify calls breaking is missed", () => {
  test.each(all)("$name", (release) => {
    const crds = readBoth(release);
    const changes = compareCrds(crds.before, crds.after);
    expect(missed(runCrdify(release.before, release.after), crds, changes)).toEqual([]);
    const unknown = changes.filter(({ detail }) => "effect" in detail && detail.effect === "unknown");
    expect(unknown.map(showChange)).toEqual([]);
  });
});
