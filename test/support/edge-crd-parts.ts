/** The parts of small CRDs. */
import { crdOf } from "./crds.js";

export type Json = Record<string, unknown>;

export const text = { type: "string" };
export const integer = { type: "integer" };
export const list = (items: object, more: object = {}): object => ({ type: "array", items, ...more });
export const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
export const map = (additionalProperties: object): object => ({ type: "object", additionalProperties });
export const ruled = (schema: object, ...rules: (string | Json)[]): object => ({
  ...schema,
  "x-kubernetes-validations": rules.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});

/** A CRD with this schema for `spec.a`. */
export const field = (schema: object): Json => crdOf(object({ spec: object({ a: schema }) }));
export const root = object({
  spec: object({ a: text, n: integer, o: object({ b: text }), l: list(text) }),
  status: object({ n: integer, s: text }),
});
export const version = (changes: object): Json =>
  crdOf(root, {
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: root }, ...changes }],
  });
export const withStatus = (schema: object): Json =>
  version({ schema: { openAPIV3Schema: schema }, subresources: { status: {} } });
export const named = (names: object, changes: object = {}): Json =>
  crdOf(root, { names: { kind: "Bar", plural: "bars", ...names }, ...changes });
export const selectable = (...paths: string[]): Json =>
  version({ selectableFields: paths.map((jsonPath) => ({ jsonPath })) });
export const column = (changes: object): Json =>
  version({ additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.a", ...changes }] });
export const metadata = (crd: Json, changes: object): Json => ({
  ...crd,
  metadata: { name: "bars.example.com", ...changes },
});
export const long = "a".repeat(63);
