/**
 * The single OpenAPI v2 document: the contents of all v3 documents, as far as v2 can express them.
 * Source: k8s.io/kube-openapi/pkg/builder/openapi.go.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { objectOf, objectsOf, textOf } from "../api-object.js";
import { toSwaggerDefinition, toSwaggerReference } from "./swagger-schema.js";

/** @param documents - of OpenAPI v3, of all group versions */
export function swaggerOf(documents: Iterable<JsonObject>, version: KubernetesVersion): JsonObject {
  const [paths, definitions]: [JsonObject, JsonObject] = [{}, {}];
  for (const document of documents) {
    for (const [path, item] of entriesOf(document["paths"])) paths[path] = toSwaggerPath(item);
    for (const [name, schema] of entriesOf(objectOf(document, "components")?.["schemas"])) {
      definitions[name] ??= toSwaggerDefinition(schema);
    }
  }
  return {
    swagger: "2.0",
    info: { title: "Kubernetes", version: `v${version}` },
    paths: sorted(paths),
    definitions: sorted(definitions),
    securityDefinitions: {
      BearerToken: { description: "Bearer Token authentication", type: "apiKey", name: "authorization", in: "header" },
    },
    security: [{ BearerToken: [] }],
  };
}

function entriesOf(value: Json | undefined): [string, JsonObject][] {
  return Object.entries(isJsonObject(value) ? value : {}).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function toSwaggerPath({ parameters = [], ...operations }: JsonObject): JsonObject {
  const made = entriesOf(operations).map(([method, operation]) => [method, toSwaggerOperation(operation)]);
  return {
    ...(Object.fromEntries(made) as JsonObject),
    parameters: objectsOf({ parameters }, "parameters").map(toSwaggerParameter),
  };
}

function toSwaggerOperation({ requestBody, responses, parameters = [], ...rest }: JsonObject): JsonObject {
  const body = objectOf({ requestBody }, "requestBody");
  const answers = entriesOf(responses).map(([code, { content, description = "" }]) => {
    const schema = schemaOf(content);
    return [code, { description, ...(schema === undefined ? {} : { schema }) }];
  });
  return {
    ...rest,
    consumes: body === undefined ? ["*/*"] : Object.keys(objectOf(body, "content") ?? {}),
    produces: ["application/json", "application/yaml"],
    schemes: ["https"],
    parameters: [
      ...(body === undefined
        ? []
        : [{ name: "body", in: "body", required: true, schema: schemaOf(body["content"]) ?? {} }]),
      ...objectsOf({ parameters }, "parameters").map(toSwaggerParameter),
    ],
    responses: Object.fromEntries(answers) as JsonObject,
  };
}

/** All media types of a body have the same schema. */
function schemaOf(content: Json | undefined): JsonObject | undefined {
  const [first] = entriesOf(content);
  const schema = first?.[1]["schema"];
  if (!isJsonObject(schema)) return undefined;
  const reference = textOf(schema, "$ref");
  return reference === "" ? schema : { $ref: toSwaggerReference(reference) };
}

function toSwaggerParameter({ schema, ...rest }: JsonObject): JsonObject {
  return { ...rest, ...(isJsonObject(schema) ? schema : {}) };
}
