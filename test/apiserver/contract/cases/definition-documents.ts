/** The OpenAPI documents of custom kinds: what they keep of a schema. */
import type { JsonObject } from "../../../../src/core/json.js";
import type { ContractCase } from "../contract-case.js";
import { define, group, inSpec, widgetDefinition } from "../custom-kinds.js";

const described = {
  size: { type: "integer", example: 5, externalDocs: { url: "https://example.com/size", description: "sizes" } },
  text: { type: "string", title: "A text", default: "a", example: "b", externalDocs: { url: "https://example.com" } },
  list: { type: "array", items: { type: "string", example: "c" }, example: ["a", "b"] },
  map: { type: "object", additionalProperties: { type: "string", example: "c" }, example: { a: "b" } },
  nothing: { type: "string", nullable: true, example: null, externalDocs: {} },
};

/** Shows the properties of the spec of widgets. */
function specOfWidget(body: JsonObject): unknown {
  const schemas = Object.entries((body["components"] as JsonObject)["schemas"] as JsonObject);
  const [, widget] = schemas.find(([name]) => name.endsWith(".v1.Widget")) ?? [];
  return ((widget as JsonObject | undefined)?.["properties"] as JsonObject | undefined)?.["spec"];
}

export const cases: readonly ContractCase[] = [
  {
    name: "examples and external documentation",
    async run(api) {
      await define(
        api,
        widgetDefinition(inSpec(described, { example: { size: 1 }, externalDocs: { url: "https://example.com" } })),
      );
      const path = `/openapi/v3/apis/${group}/v1`;
      await api.until(path, ({ status }) => status === 200, { show: specOfWidget });
    },
  },
];
