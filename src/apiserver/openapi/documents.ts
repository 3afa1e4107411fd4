/**
 * The OpenAPI v3 documents, one for each group version, and their index.
 * Source: k8s.io/kube-openapi/pkg/handler3/handler.go.
 */
import { createHash } from "node:crypto";
import type { JsonObject } from "../../core/json.js";
import type { OpenApiSchemas } from "../../schema/openapi-data.js";
import type { ApiObject } from "../api-object.js";
import { apiVersionOf, isBuiltInGroup, type ServedVersion } from "../discovery/served-groups.js";
import type { ServedResource } from "../resource.js";
import { pathsOf, type ResourceSchemas } from "./operations.js";
import { customSchemaName, customSchemas } from "./custom-schemas.js";
import { builtInSchema, closureOf, commonSchemas } from "./schemas.js";

export interface OpenApiSource {
  readonly data: OpenApiSchemas;
  /** The definition of a custom resource: `widgets.example.com`. */
  findDefinition(name: string): ApiObject | undefined;
}

/** `api/v1`, `apis/apps/v1` */
export function documentPathOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}

export function openApiDocument(served: ServedVersion, source: OpenApiSource): JsonObject {
  const own: JsonObject = {};
  const paths: JsonObject = {};
  for (const resource of served.resources) Object.assign(paths, pathsOf(resource, schemasOf(resource, source, own)));
  const find = (name: string): JsonObject | undefined =>
    (own[name] as JsonObject | undefined) ?? builtInSchema(source.data, name);
  const names = isBuiltInGroup(served.group)
    ? Object.keys(source.data.module(apiVersionOf(served))?.schemas ?? {})
    : Object.keys(own);
  return {
    openapi: "3.0.0",
    info: {
      title: isBuiltInGroup(served.group) ? "Kubernetes" : "Kubernetes CRD Swagger",
      version: `v${source.data.version}`,
    },
    paths,
    components: { schemas: closureOf([...names, ...commonSchemas], find) },
  };
}

/** Returns the names of a resource's schemas, and adds the schemas of a custom resource to `own`. */
function schemasOf(resource: ServedResource, source: OpenApiSource, own: JsonObject): ResourceSchemas {
  if (isBuiltInGroup(resource.group)) {
    const object = source.data.findKind(apiVersionOf(resource), resource.kind) ?? "";
    return { object, list: `${object}List` };
  }
  const definition = source.findDefinition(`${resource.resource}.${resource.group}`);
  if (definition !== undefined) Object.assign(own, customSchemas(definition, resource, source.data));
  const object = customSchemaName(resource);
  return { object, list: `${object}List` };
}

/** Returns the hash in capital letters, as in the API server's ETags. */
export function hashOf(text: string | Buffer): string {
  return createHash("sha512").update(text).digest("hex").toUpperCase();
}
