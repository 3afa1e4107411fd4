import { expect, test } from "vitest";
import { changedFields } from "../../src/runtime/changed-fields.js";

const ready = { type: "Ready", status: "True" };

test.each<[string, unknown, unknown, string]>([
  ["nothing", { a: 1 }, { a: 1 }, ""],
  ["a field", { a: 1, b: 1 }, { a: 2, b: 1 }, "spec.a"],
  ["a field that is new, or gone", { a: 1 }, { b: 1 }, "spec.b, spec.a"],
  ["a field deep down", { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, "spec.a.b.c"],
  ["all of it", undefined, { a: 1 }, "spec"],
  ["a value of another type", { a: [1] }, { a: { 0: 1 } }, "spec.a"],
  ["an item of a list", { a: [1, 2] }, { a: [1, 3] }, "spec.a[1]"],
  ["an item with a name", { a: [{ name: "x", b: 1 }] }, { a: [{ name: "x", b: 2 }] }, "spec.a[x].b"],
  ["an item that was moved", { a: [{ name: "x" }, { name: "y" }] }, { a: [{ name: "y" }, { name: "x" }] }, ""],
  ["a condition", { c: [ready] }, { c: [{ ...ready, status: "False" }] }, "spec.c[Ready].status"],
  ["a new condition", { c: [] }, { c: [ready] }, "spec.c[Ready]"],
  ["names that come twice", { a: [{ name: "x" }, { name: "x" }] }, { a: [{ name: "x" }] }, "spec.a[1]"],
  ["much", { a: 1, b: 1, c: 1, d: 1 }, { a: 2, b: 2, c: 2, d: 2 }, "spec.a, spec.b, spec.c and 1 more"],
])("%s", (_, before, after, text) => {
  expect(changedFields("spec", before, after)).toBe(text);
});
