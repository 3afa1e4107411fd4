import { expect, test } from "vitest";
import { readTarget } from "../../src/core/request-target.js";

test.each([
  [undefined, "/"],
  ["/", "/"],
  ["//", "//"],
  ["//host/a", "//host/a"],
  ["//[", "//["],
  ["/a/../b?c=//d", "/b"],
  ["/%zz", "/%zz"],
  ["http://host/a", "/a"],
])("the target %j has the path %j", (target, path) => {
  expect(readTarget(target)?.pathname).toBe(path);
});

test.each(["", "*", ":", "http://", "http://[", "a b"])("%j is no target", (target) => {
  expect(readTarget(target)).toBeUndefined();
});
