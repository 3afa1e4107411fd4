import { describe, expect, test } from "vitest";
import {
  findCondition,
  isConditionTrue,
  type NewCondition,
  removeCondition,
  setCondition,
} from "../../src/kube/conditions.js";
import type { Condition } from "../../src/kube/objects.js";

const then = "2026-01-01T00:00:00Z";
const now = new Date("2026-02-02T12:30:00.250Z");
const readyNow: NewCondition = { type: "Ready", status: "True", reason: "Done", message: "" };
const ready: Condition = { ...readyNow, lastTransitionTime: then };
const other: Condition = { ...ready, type: "Other" };

describe("setCondition", () => {
  test("adds a condition that is not there, with the time in whole seconds", () => {
    const conditions = [other];
    expect(setCondition(conditions, readyNow, now)).toBe(true);
    expect(conditions).toEqual([other, { ...ready, lastTransitionTime: "2026-02-02T12:30:00Z" }]);
  });

  test("leaves an equal condition as it is, and says so", () => {
    const conditions = [ready, other];
    expect(setCondition(conditions, readyNow, now)).toBe(false);
    expect(conditions).toEqual([ready, other]);
  });

  test.each<[string, Partial<Condition>]>([
    ["reason", { reason: "Changed" }],
    ["message", { message: "changed" }],
    ["observedGeneration", { observedGeneration: 2 }],
  ])("keeps the transition time when only the %s changes", (_name, change) => {
    const conditions = [ready];
    expect(setCondition(conditions, { ...readyNow, ...change }, now)).toBe(true);
    expect(conditions).toEqual([{ ...ready, ...change }]);
  });

  test("changes the transition time with the status", () => {
    const conditions = [ready];
    expect(setCondition(conditions, { ...readyNow, status: "False" }, now)).toBe(true);
    expect(conditions).toEqual([{ ...ready, status: "False", lastTransitionTime: "2026-02-02T12:30:00Z" }]);
  });

  test("takes a transition time that is given, but only with a transition", () => {
    const given = { ...readyNow, lastTransitionTime: "2026-01-15T00:00:00Z" };
    const conditions = [ready];
    expect(setCondition(conditions, given, now)).toBe(false);
    setCondition(conditions, { ...given, status: "Unknown" }, now);
    expect(conditions[0]?.lastTransitionTime).toBe("2026-01-15T00:00:00Z");
  });
});

test("findCondition finds by type", () => {
  expect(findCondition([other, ready], "Ready")).toBe(ready);
  expect(findCondition([other], "Ready")).toBeUndefined();
});

describe("isConditionTrue", () => {
  test.each<[Condition["status"], boolean]>([
    ["True", true],
    ["False", false],
    ["Unknown", false],
  ])("is for the status %s %s", (status, isTrue) => {
    expect(isConditionTrue([other, { ...ready, status }], "Ready")).toBe(isTrue);
  });

  test("is false where there is no such condition, or no list", () => {
    expect(isConditionTrue([other], "Ready")).toBe(false);
    expect(isConditionTrue([], "Ready")).toBe(false);
    expect(isConditionTrue(undefined, "Ready")).toBe(false);
  });
});

describe("removeCondition", () => {
  test("takes out the one of its type, and says whether there was one", () => {
    const conditions = [ready, other, { ...ready, status: "False" as const }];
    expect(removeCondition(conditions, "Ready")).toBe(true);
    expect(conditions).toEqual([other]);
    expect(removeCondition(conditions, "Ready")).toBe(false);
    expect(conditions).toEqual([other]);
  });
});
