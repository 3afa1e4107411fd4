import { expect, test } from "vitest";
import { filterSwagger, mergeSwagger } from "../../../src/apiserver/openapi/merge-swagger.js";
import type { JsonObject } from "../../../src/core/json.js";

const refer = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` });

test("a filtered document contains what its paths use, also through other definitions, and what no path uses", () => {
  const document = {
    paths: { "/apis/a/v1/x": { get: refer("X") }, "/apis/b/v1/y": { get: refer("Y") } },
    definitions: {
      X: { items: refer("Inner") },
      Inner: { items: refer("X") },
      Y: { items: refer("OnlyY") },
      OnlyY: {},
      Unused: {},
    },
  };
  const { paths, definitions } = filterSwagger(document, "/apis/a/v1/");
  expect(Object.keys(paths as JsonObject)).toEqual(["/apis/a/v1/x"]);
  expect(Object.keys(definitions as JsonObject).sort()).toEqual(["Inner", "Unused", "X"]);
});

test("a definition whose name has another meaning gets a free name, and all references follow", () => {
  const own = {
    swagger: "2.0",
    paths: { "/own": {} },
    definitions: { A: { type: "string" }, A_v2: { type: "number" }, Same: { type: "object" } },
  };
  const other = {
    paths: { "/own": { replaced: true }, "/other": { get: refer("A") } },
    definitions: { A: { items: refer("A") }, Same: { type: "object", "x-kubernetes-group-version-kind": [] } },
  };
  expect(mergeSwagger(own, [other])).toEqual({
    swagger: "2.0",
    paths: { "/own": {}, "/other": { get: refer("A_v3") } },
    definitions: { ...own.definitions, A_v3: { items: refer("A_v3") } },
  });
});

test.each<JsonObject>([
  {},
  { paths: [], definitions: "x" },
  { paths: { "/a": null }, definitions: { A: null, __proto__: {} } },
])("a document of another shape adds no fault: %j", (document) => {
  const filtered = filterSwagger(document, "/apis/a/v1/");
  expect(() => mergeSwagger({ paths: {}, definitions: {} }, [filtered])).not.toThrow();
});
