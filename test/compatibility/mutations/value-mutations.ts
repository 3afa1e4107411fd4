/** Changes of the values that a schema allows, in place. */
import { isList } from "../../../src/core/json.js";
import { pick } from "../../support/random-crd.js";
import {
  become,
  has,
  isList_,
  isNumber,
  isScalar,
  isText,
  numberOf,
  remove,
  set,
  types,
  type SchemaMutation,
} from "./schema-parts.js";

export const valueMutations: readonly SchemaMutation[] = [
  {
    name: "another scalar type",
    fits: (schema) => isScalar(schema) && schema["default"] === undefined,
    change(schema, random) {
      const others = types.filter((type) => type !== schema["type"]);
      become(schema, pick(random, others));
    },
  },
  {
    name: "integer to number",
    fits: ({ type, format }) => type === "integer" && format === undefined,
    change: set({ type: "number" }),
  },
  {
    name: "a list in place of a text",
    fits: isText,
    change: (schema) => {
      become(schema, "array");
      schema["items"] = { type: "string" };
    },
  },
  {
    name: "no integer or string",
    fits: has("x-kubernetes-int-or-string"),
    change: (schema, random) => become(schema, pick(random, ["string", "integer"])),
  },
  {
    name: "a minimum",
    fits: isNumber,
    change: (schema, random) => {
      schema["minimum"] = numberOf(schema["minimum"], 0) + pick(random, [1, 3]);
    },
  },
  {
    name: "an exclusive minimum",
    fits: (schema) => isNumber(schema) && has("minimum")(schema),
    change: set({ exclusiveMinimum: true }),
  },
  {
    name: "no minimum",
    fits: (schema) => has("minimum")(schema) && schema["exclusiveMinimum"] === undefined,
    change: remove("minimum"),
  },
  {
    name: "a maximum",
    fits: isNumber,
    change: (schema, random) => {
      schema["maximum"] = numberOf(schema["maximum"], 1000) - pick(random, [1, 10]);
    },
  },
  {
    name: "no maximum",
    fits: (schema) => has("maximum")(schema) && schema["exclusiveMaximum"] === undefined,
    change: remove("maximum"),
  },
  { name: "a multiple", fits: isNumber, change: set({ multipleOf: 2 }, { multipleOf: 5 }) },
  {
    name: "a minimum length",
    fits: isText,
    change: (schema, random) => {
      schema["minLength"] = numberOf(schema["minLength"], 0) + pick(random, [1, 4]);
    },
  },
  { name: "no minimum length", fits: has("minLength"), change: remove("minLength") },
  {
    name: "a maximum length",
    fits: isText,
    change: (schema) => {
      schema["maxLength"] = Math.floor(numberOf(schema["maxLength"], 80) / 2);
    },
  },
  { name: "no maximum length", fits: has("maxLength"), change: remove("maxLength") },
  {
    name: "a minimum of items",
    fits: isList_,
    change: (schema) => {
      schema["minItems"] = numberOf(schema["minItems"], 0) + 1;
    },
  },
  {
    name: "a maximum of items",
    fits: isList_,
    change: (schema) => {
      schema["maxItems"] = Math.max(1, numberOf(schema["maxItems"], 6) - 3);
    },
  },
  { name: "no maximum of items", fits: has("maxItems"), change: remove("maxItems") },
  { name: "a maximum of entries", fits: has("additionalProperties"), change: set({ maxProperties: 2 }) },
  { name: "a minimum of entries", fits: has("additionalProperties"), change: set({ minProperties: 1 }) },
  { name: "an enum", fits: isText, change: set({ enum: ["a", "b"] }) },
  {
    name: "one more value",
    fits: has("enum"),
    change: (schema) => {
      schema["enum"] = [...(schema["enum"] as unknown[]), "Another"];
    },
  },
  {
    name: "one value less",
    fits: ({ enum: values }) => isList(values) && values.length > 1,
    change: (schema) => {
      schema["enum"] = (schema["enum"] as unknown[]).slice(0, -1);
    },
  },
  { name: "no enum", fits: has("enum"), change: remove("enum") },
  {
    name: "a pattern",
    fits: (schema) => isText(schema) && !has("pattern")(schema),
    change: set({ pattern: "^[a-z]*$" }, { pattern: "^.{0,40}$" }, { pattern: "[0-9]" }),
  },
  { name: "another pattern", fits: has("pattern"), change: set({ pattern: "^[a-z0-9]+$" }, { pattern: "^.*$" }) },
  { name: "no pattern", fits: has("pattern"), change: remove("pattern") },
];
