import { expect, test } from "vitest";
import { timedOut } from "./transcript.js";

test("steps in which a case has waited in vain are found, for they are not recorded", () => {
  const step = { request: "GET /api", status: 200 };
  const late = [
    { ...step, isLate: true as const },
    { ...step, events: [{ type: "(Error: nothing more within 15000 ms)" }] },
  ];
  expect(timedOut([step, ...late, { ...step, events: [{ type: "ADDED" }] }])).toEqual(late);
});
