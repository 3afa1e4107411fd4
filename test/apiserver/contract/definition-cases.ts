/** Dry runs of definitions of widgets. */
import type { ContractCase } from "./contract-case.js";
import { causesOnly, definitionsPath, inSpec, version, widgetDefinition } from "./custom-kinds.js";

export type Variants = Readonly<Record<string, object>>;

export function tries(name: string, definitions: Variants): ContractCase[] {
  return Object.entries(definitions).map(([what, definition]) => ({
    name: `${name}: ${what}`,
    run: (api) => api.post(`${definitionsPath}?dryRun=All`, definition, { show: causesOnly }),
  }));
}

export const ofSpec = (specs: Readonly<Record<string, object>>): Variants =>
  Object.fromEntries(Object.entries(specs).map(([what, spec]) => [what, widgetDefinition(undefined, spec)]));
export const ofSchema = (schemas: Readonly<Record<string, object>>): Variants =>
  Object.fromEntries(Object.entries(schemas).map(([what, schema]) => [what, widgetDefinition(schema)]));
export const ofField = (fields: Readonly<Record<string, object>>): Variants =>
  ofSchema(Object.fromEntries(Object.entries(fields).map(([what, field]) => [what, inSpec({ a: field })])));
export const ofVersion = (parts: Readonly<Record<string, object>>): Variants =>
  ofSpec(
    Object.fromEntries(
      Object.entries(parts).map(([what, part]) => [
        what,
        { versions: [version("v1", inSpec({ a: { type: "string" }, n: { type: "integer" } }), part)] },
      ]),
    ),
  );

export const names = (more: object): object => ({ names: { plural: "widgets", kind: "Widget", ...more } });
export const string = { type: "string" };
export const list = (more: object, items: object = string): object => ({ type: "array", items, ...more });
export const objects = (more: object, properties: object, inner: object = {}): object =>
  list(more, { type: "object", properties, ...inner });
export const mapOf = (keys: string[]): object => ({
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": keys,
});
export const rules = (...all: object[]): object => ({ "x-kubernetes-validations": all });
