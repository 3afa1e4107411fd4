import { expect, test } from "vitest";
import { toSwaggerDefinition, toSwaggerSchema } from "../../../src/apiserver/openapi/swagger-schema.js";
import type { JsonObject } from "../../../src/core/json.js";

const keepsUnknown = { "x-kubernetes-preserve-unknown-fields": true };

test.each<[string, JsonObject, JsonObject]>([
  ["a default is left out", { type: "integer", default: 1 }, { type: "integer" }],
  [
    "a reference beside a default stands alone",
    { default: {}, description: "d", allOf: [{ $ref: "#/components/schemas/a.B" }] },
    { description: "d", $ref: "#/definitions/a.B" },
  ],
  ["a quantity is a text", { oneOf: [{ type: "string" }, { type: "number" }] }, { type: "string" }],
  ["what may be null has no type", { type: "array", items: { type: "string" }, nullable: true }, {}],
  ["what keeps unknown fields has no type", { type: "object", properties: {}, ...keepsUnknown }, keepsUnknown],
  [
    "a property that may be null is not required",
    { type: "object", required: ["a"], properties: { a: { type: "string", nullable: true } } },
    { type: "object", properties: { a: {} } },
  ],
])("%s", (_, schema, expected) => {
  expect(toSwaggerSchema(schema)).toEqual(expected);
});

test("of an object that keeps unknown fields no field is told", () => {
  const schema = { type: "object", properties: { spec: { type: "object" } }, ...keepsUnknown };
  expect(toSwaggerDefinition(schema)).toEqual({ type: "object" });
});
