import { describe, expect, test } from "vitest";
import { toMicroTime } from "../../../src/kube/scalars.js";
import { cut, eventName } from "../../../src/runtime/events/new-event.js";

describe("the parts of an event", () => {
  test.each([
    ["short", "short"],
    ["a".repeat(16), "a".repeat(16)],
    ["a".repeat(17), `${"a".repeat(13)}…`],
    ["ä".repeat(9), `${"ä".repeat(6)}…`],
    ["😀".repeat(5), "😀😀😀…"],
  ])("cuts %j within 16 bytes", (text, expected) => {
    expect(cut(text, 16)).toBe(expected);
    expect(Buffer.byteLength(cut(text, 16))).toBeLessThanOrEqual(16);
  });

  test("have names of their own, whatever the object is called", () => {
    const names = [eventName("a", 1_000, 0), eventName("a", 1_000, 1), eventName("a", 1_001, 0)];
    expect(new Set(names).size).toBe(3);
    for (const name of ["system:node", "x".repeat(250), ""]) expect(eventName(name, 1, 1)).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("have times of six digits", () => {
    expect(toMicroTime(Date.UTC(2026, 0, 1, 0, 0, 0, 7))).toBe("2026-01-01T00:00:00.007000Z");
  });
});
