/** CustomResourceDefinitions in a case's own group, for cases about definitions and custom resources. */
import type { AnswerBody, ContractApi } from "./contract-case.js";

export const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
export const group = "$id.example.com";
export const widgets = `/apis/${group}/v1/namespaces/$ns/widgets`;

export function version(name: string, schema: object, more: object = {}): object {
  return { name, served: true, storage: true, schema: { openAPIV3Schema: schema }, ...more };
}

/** Returns a definition of namespaced widgets with one version `v1`. */
export function widgetDefinition(schema: object = { type: "object" }, spec: object = {}): AnswerBody {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [version("v1", schema)],
      ...spec,
    },
  };
}

export function inSpec(properties: object, more: object = {}): object {
  return { type: "object", properties: { spec: { type: "object", properties, ...more } } };
}

export function widget(spec: object | undefined, more: object = {}): object {
  return {
    apiVersion: `${group}/v1`,
    kind: "Widget",
    metadata: { name: "a" },
    ...(spec === undefined ? {} : { spec }),
    ...more,
  };
}

/** Stores a definition, and waits until the server serves its resource. */
export async function define(api: ContractApi, definition: AnswerBody): Promise<void> {
  const path = `${definitionsPath}/${definition.metadata.name}`;
  api.cleanUp(path);
  await api.post(definitionsPath, definition, { show: refusalOrNothing });
  await api.until(path, ({ body }) => hasCondition(body, "Established"), { show: () => "established" });
  const { versions } = definition.spec;
  for (const { name, served } of versions) {
    if (!served) continue;
    const resources = `/apis/${definition.spec.group}/${name}/${definition.spec.names.plural}`;
    await api.until(resources, ({ status }) => status === 200, { show: () => "served" });
  }
}

export function hasCondition(body: AnswerBody, type: string, status = "True"): boolean {
  const conditions: { type: string; status: string }[] = body?.status?.conditions ?? [];
  return conditions.some((each) => each.type === type && each.status === status);
}

/** Sorts the causes: the order in which the server checks a schema's properties is random. */
export function causesOnly(body: AnswerBody): unknown {
  if (typeof body === "string") return body;
  if (body?.kind !== "Status") return "accepted";
  const causes: { reason: string; field: string; message: string }[] | undefined = body.details?.causes;
  const texts = causes?.map(({ reason, field, message }) => `${reason} ${field}: ${message}`).sort();
  return {
    code: body.code,
    reason: body.reason,
    ...(texts === undefined ? { message: body.message } : { causes: texts }),
  };
}

function refusalOrNothing(body: AnswerBody): unknown {
  return body?.kind === "Status" ? body : "stored";
}

/** Returns an object without the fields that every object has. */
export function contentOnly(body: AnswerBody): unknown {
  if (body?.metadata === undefined || body.kind === "Status") return causesOnly(body);
  const { generation } = body.metadata;
  return { ...body, metadata: { name: body.metadata.name, generation } };
}
