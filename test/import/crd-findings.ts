import { importCrds } from "../../src/import/import-crd.js";
import { crdOf } from "../support/crds.js";

export const object = { type: "object" };
export const field = (schema: unknown) => ({
  type: "object",
  properties: { spec: { type: "object", properties: { a: schema } } },
});

/** The findings about one CRD: severity, location and message, and the hint. */
export function findings(crd: unknown): string[] {
  return importCrds([crd], "crd.yaml").diagnostics.map(
    ({ severity, message }) => `${severity} ${message.replace(/^[^:]*bars\..*?: /, "")}`,
  );
}

export const version = (changes: object = {}) => ({
  name: "v1",
  served: true,
  storage: true,
  schema: { openAPIV3Schema: object },
  ...changes,
});
export const versions = (...list: object[]) => crdOf(object, { versions: list });
