/** Not in the contract suite: a default class would affect the claims of all cases. */
import { expect, test } from "vitest";
import { findDefaultClass } from "../../../src/apiserver/admission/default-class.js";
import type { ApiObject } from "../../../src/apiserver/api-object.js";

const mark = "example.com/is-default";

function storageClass(name: string, creationTimestamp: string, isDefault = "true"): ApiObject {
  return { apiVersion: "v1", kind: "Class", metadata: { name, creationTimestamp, annotations: { [mark]: isDefault } } };
}

const old = "2026-01-01T00:00:00Z";
const recent = "2026-01-02T00:00:00Z";

test.each([
  ["none", [], undefined],
  ["none that is marked", [storageClass("a", old, "false")], undefined],
  ["the one", [storageClass("a", old), storageClass("b", recent, "no")], "a"],
  ["the newest", [storageClass("a", old), storageClass("b", recent)], "b"],
  ["of the same age, the first by name", [storageClass("b", old), storageClass("a", old)], "a"],
])("the default class: %s", (_, classes, expected) => {
  const objects = { get: () => undefined, list: () => classes };
  expect(findDefaultClass(objects, "classes", [mark])).toBe(expected);
});
