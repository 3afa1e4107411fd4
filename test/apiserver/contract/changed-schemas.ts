/** Schemas that change while the API server stores an object. */
import type { ContractApi } from "./contract-case.js";
import { contentOnly, definitionsPath, group, inSpec, widget, widgets } from "./custom-kinds.js";
import { one, text } from "./custom-resource-cases.js";
import { untilSo } from "./until-so.js";

/** A field that only this schema accepts: it tells when the schema is in effect. */
export function stamp(value: string): Readonly<Record<string, object>> {
  return { stamp: { type: "string", enum: [value] } };
}

/** Replaces the schemas of all versions, and waits until v1 accepts the stamp. */
export async function redefine(api: ContractApi, given: string, schemas: readonly object[]): Promise<void> {
  await replaceSchemas(api, schemas);
  await untilCreate(api, { stamp: given }, 201);
}

export async function replaceSchemas(api: ContractApi, schemas: readonly object[]): Promise<void> {
  const path = `${definitionsPath}/widgets.${group}`;
  const { body } = await api.get(path, { record: false });
  for (const [index, schema] of schemas.entries()) body.spec.versions[index].schema.openAPIV3Schema = schema;
  await api.put(path, body, { record: false });
}

/** Waits until a schema is in effect: until the server answers a request to create this widget with the status. */
export async function untilCreate(api: ContractApi, spec: object, expected: number): Promise<void> {
  const probe = widget(spec, { metadata: { name: "z" } });
  await untilSo(`the server answers ${expected}`, async () => {
    const { status } = await api.post(`${widgets}?dryRun=All`, probe, { record: false });
    return status === expected;
  });
}

const nested = { type: "object", properties: { kept: text, gone: text } };
export const before = (given: string): object =>
  inSpec({
    ...stamp(given),
    kept: text,
    gone: text,
    map: { type: "object", additionalProperties: nested },
    list: { type: "array", items: nested },
    nullable: { type: "string", nullable: true },
    filled: { type: "string", nullable: true },
    loose: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    whole: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  });
export const after = (given: string): object =>
  inSpec({
    ...stamp(given),
    kept: text,
    map: { type: "object", additionalProperties: { type: "object", properties: { kept: text } } },
    list: { type: "array", items: { type: "object", properties: { kept: text } } },
    nullable: text,
    filled: { type: "string", default: "filled" },
    loose: { type: "object", properties: { known: text } },
    whole: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
  });
export const rich = widget({
  ...{ kept: "a", gone: "b", nullable: null, filled: null },
  map: { x: { kept: "a", gone: "b" } },
  list: [{ kept: "a", gone: "b" }, { gone: "b" }],
  loose: { known: "a", unknown: { deep: 1 } },
  whole: {
    apiVersion: 1,
    kind: "ConfigMap",
    metadata: { name: 5, labels: { a: "b" }, unknown: 1, finalizers: [1] },
    data: { a: "b" },
  },
});

/** Reads by every verb, and writes that change another field, or none. */
export async function readAndWrite(api: ContractApi): Promise<void> {
  await api.get(one, { show: contentOnly });
  await api.get(widgets, { show: (body) => body.items.map(contentOnly) });
  await api.patch(one, "merge", { metadata: { labels: { touched: "yes" } } }, { show: contentOnly });
  await api.get(one, { show: contentOnly });
}
