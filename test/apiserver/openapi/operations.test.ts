import { expect, test } from "vitest";
import { objectsOf } from "../../../src/apiserver/api-object.js";
import { pathsOf } from "../../../src/apiserver/openapi/operations.js";
import { builtIns } from "../../../src/apiserver/server/built-ins.js";
import type { JsonObject } from "../../../src/core/json.js";

const paths = builtIns().resources.map((resource) => pathsOf(resource, { object: "Object", list: "List" }));

test("no list is empty, because clients that print the document omit empty lists", () => {
  expect(paths.length).toBeGreaterThan(60);
  expect(JSON.stringify(paths)).not.toContain("[]");
});

test("every path has the parameter pretty, as on kube-apiserver", () => {
  const all = paths.flatMap((each) => Object.values(each).map((path) => objectsOf(path as JsonObject, "parameters")));
  expect(all.filter((parameters) => parameters.at(-1)?.["name"] !== "pretty")).toEqual([]);
});
