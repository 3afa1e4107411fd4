import type { Schema } from "../../src/schema/schema.js";
import { fieldExpressions } from "./field-expressions.js";
import { listExpressions } from "./list-expressions.js";
import { oddExpressions } from "./odd-expressions.js";

const text: Schema = { type: "string" };
const short: Schema = { type: "string", maxLength: 64 };

/** The `self` of the rules below. */
export const everything: Schema = {
  type: "object",
  required: ["name", "size"],
  properties: {
    name: text,
    short,
    size: { type: "integer" },
    ratio: { type: "number" },
    on: { type: "boolean" },
    bytes: { type: "string", format: "byte" },
    fewBytes: { type: "string", format: "byte", maxLength: 128 },
    wait: { type: "string", format: "duration" },
    at: { type: "string", format: "date-time" },
    day: { type: "string", format: "date" },
    mode: { type: "string", enum: ["Always", "Never", "IfNotPresent"] },
    port: { "x-kubernetes-int-or-string": true },
    shortPort: { "x-kubernetes-int-or-string": true, maxLength: 5 },
    names: { type: "array", items: text },
    fewNames: { type: "array", maxItems: 16, items: short },
    sizes: { type: "array", items: { type: "integer" } },
    fewSizes: { type: "array", maxItems: 32, items: { type: "integer" } },
    labels: { type: "object", additionalProperties: text },
    fewLabels: { type: "object", maxProperties: 8, additionalProperties: short },
    rules: {
      type: "array",
      items: {
        type: "object",
        required: ["host"],
        properties: { host: text, path: short, ports: { type: "array", items: { type: "integer" } } },
      },
    },
    fewRules: {
      type: "array",
      maxItems: 10,
      items: {
        type: "object",
        required: ["host"],
        properties: {
          host: short,
          other: text,
          ports: { type: "array", maxItems: 4, items: { type: "integer" } },
          morePorts: { type: "array", items: { type: "integer" } },
        },
      },
    },
    inner: {
      type: "object",
      properties: { name: text, deep: { type: "object", properties: { size: { type: "integer" } } } },
    },
    twin: {
      type: "object",
      properties: { name: text, deep: { type: "object", properties: { size: { type: "integer" } } } },
    },
    maybe: { type: "string", nullable: true, maxLength: 10 },
    anything: { "x-kubernetes-preserve-unknown-fields": true },
    open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { name: text } },
    anyList: { type: "array", items: { "x-kubernetes-preserve-unknown-fields": true } },
    embedded: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    namespace: text,
    "a-b": text,
    "c.d": text,
    "e/f": text,
    g__h: text,
    "1st": text,
    matrix: {
      type: "array",
      maxItems: 8,
      items: { type: "array", maxItems: 8, items: { type: "array", maxItems: 8, items: { type: "integer" } } },
    },
    groups: {
      type: "object",
      maxProperties: 6,
      additionalProperties: {
        type: "array",
        maxItems: 6,
        items: { type: "object", properties: { id: short, weight: { type: "integer" } } },
      },
    },
  },
};

export const expressions: readonly string[] = [...fieldExpressions, ...listExpressions, ...oddExpressions];
