import { expect, test } from "vitest";
import { kubernetesVersions } from "../../src/schema/kubernetes-versions.js";
import { readRecordedObjects } from "../../src/apiserver/recorded-objects.js";

const now = "2026-01-31T12:00:00Z";

test.each(kubernetesVersions)("the conditions of %s have the given time", (version) => {
  const text = JSON.stringify(readRecordedObjects(now, version));
  expect(text).toContain(`"lastTransitionTime":"${now}"`);
  expect(text).not.toContain("$now");
});

test.each(kubernetesVersions)("no object of %s has what the store gives", (version) => {
  const objects = Object.values(readRecordedObjects(now, version)).flat();
  for (const { metadata } of objects) {
    expect(metadata).not.toHaveProperty("uid");
    expect(metadata).not.toHaveProperty("resourceVersion");
    expect(metadata).not.toHaveProperty("creationTimestamp");
  }
  expect(objects.length).toBeGreaterThan(150);
});
