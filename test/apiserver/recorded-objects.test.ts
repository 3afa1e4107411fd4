import { expect, test } from "vitest";
import { readRecordedObjects } from "../../src/apiserver/recorded-objects.js";

const now = "2026-01-31T12:00:00Z";

test("conditions have the given time", () => {
  const text = JSON.stringify(readRecordedObjects(now));
  expect(text).toContain(`"lastTransitionTime":"${now}"`);
  expect(text).not.toContain("$now");
});

test("no object has what the store gives", () => {
  const objects = Object.values(readRecordedObjects(now)).flat();
  for (const { metadata } of objects) {
    expect(metadata).not.toHaveProperty("uid");
    expect(metadata).not.toHaveProperty("resourceVersion");
    expect(metadata).not.toHaveProperty("creationTimestamp");
  }
  expect(objects.length).toBeGreaterThan(150);
});
