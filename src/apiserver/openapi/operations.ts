/**
 * The operations on a resource, with the data that clients look up in a document: the kind of a path, its parameters, and its
 * patch types.
 * Source: k8s.io/apiserver/pkg/endpoints/installer.go.
 */
import { groupVersionPath } from "../../core/gvk.js";
import type { JsonObject } from "../../core/json.js";
import { apiVersionOf, isBuiltInGroup } from "../discovery/served-groups.js";
import type { ActionSubresource, ServedResource } from "../resource.js";
import { meta } from "./schemas.js";

/** The full names of schemas in the same document. */
export interface ResourceSchemas {
  readonly object: string;
  readonly list: string;
}

/** Returns the paths of a resource and of its subresources. */
export function pathsOf(resource: ServedResource, schemas: ResourceSchemas): JsonObject {
  const { group, version, namespaced } = resource;
  const root = groupVersionPath(group, version);
  const collection = `${root}/${namespaced ? "namespaces/{namespace}/" : ""}${resource.resource}`;
  const all = operations(resource, schemas);
  const scope = namespaced ? [pathParameter("namespace")] : [];
  const paths: JsonObject = {};
  const add = (path: string, parameters: JsonObject[], kept: JsonObject): void => {
    if (Object.keys(kept).length > 0) paths[path] = { ...kept, parameters: [...parameters, queryParameter("pretty")] };
  };
  add(collection, scope, pick(all, { get: "list", post: "create", delete: "deletecollection" }));
  const named = [pathParameter("name"), ...scope];
  add(`${collection}/{name}`, named, pick(all, { get: "get", put: "update", patch: "patch", delete: "delete" }));
  if (namespaced) add(`${root}/${resource.resource}`, [], pick(all, { get: "list" }));
  for (const [name, subresource] of resource.subresources) {
    if (subresource.type === "action" && !isBuiltInGroup(group)) {
      add(`${collection}/{name}/${name}`, named, actionOperations(resource, subresource));
    }
    if (subresource.type !== "update") continue;
    const verbs = new Set<string>(subresource.verbs);
    const own = Object.entries({ get: "get", put: "update", patch: "patch" }).filter(([, verb]) => verbs.has(verb));
    add(`${collection}/{name}/${name}`, named, pick(all, Object.fromEntries(own)));
  }
  return paths;
}

function pick(all: ReadonlyMap<string, JsonObject>, wanted: Readonly<Record<string, string>>): JsonObject {
  const kept = Object.entries(wanted).flatMap(([method, verb]) => {
    const operation = all.get(verb);
    return operation === undefined ? [] : [[method, operation] as const];
  });
  return Object.fromEntries(kept);
}

const writeParameters = ["dryRun", "fieldManager", "fieldValidation"];
const listParameters = [
  ...["allowWatchBookmarks", "continue", "fieldSelector", "labelSelector", "limit", "resourceVersion"],
  ...["resourceVersionMatch", "sendInitialEvents", "timeoutSeconds", "watch"],
];
const unsafe = "ignoreStoreReadErrorWithClusterBreakingPotential";
const deleteParameters = ["dryRun", "gracePeriodSeconds", unsafe, "orphanDependents", "propagationPolicy"];
const booleans = new Set(["allowWatchBookmarks", "force", unsafe, "orphanDependents", "sendInitialEvents", "watch"]);
const integers = new Set(["gracePeriodSeconds", "limit", "timeoutSeconds"]);

/** Returns the operations of the resource by verb. */
function operations(resource: ServedResource, { object, list }: ResourceSchemas): ReadonlyMap<string, JsonObject> {
  const patchTypes = ["json-patch+json", "merge-patch+json", "apply-patch+yaml", "apply-patch+cbor"];
  if (isBuiltInGroup(resource.group)) patchTypes.push("strategic-merge-patch+json");
  const body = (types: readonly string[], schema: string): JsonObject => ({
    content: Object.fromEntries(types.map((type) => [`application/${type}`, { schema: reference(schema) }])),
    required: true,
  });
  const made: Readonly<Record<string, Operation>> = {
    get: { action: "get", parameters: [], answer: object },
    list: { action: "list", parameters: listParameters, answer: list },
    create: { action: "post", parameters: writeParameters, answer: object, body: body(["json"], object) },
    update: { action: "put", parameters: writeParameters, answer: object, body: body(["json"], object) },
    patch: {
      action: "patch",
      parameters: [...writeParameters, "force"],
      answer: object,
      body: body(patchTypes, `${meta}.Patch`),
    },
    delete: { action: "delete", parameters: deleteParameters, answer: `${meta}.Status` },
    deletecollection: {
      action: "deletecollection",
      parameters: [...listParameters, ...deleteParameters],
      answer: `${meta}.Status`,
    },
  };
  const own = Object.entries(made).filter(([verb]) => (resource.verbs as readonly string[]).includes(verb));
  return new Map(own.map(([verb, operation]) => [verb, printOperation(resource, operation)]));
}

/** The operations of an action that has no schema. */
function actionOperations(resource: ServedResource, { verbs, kind, isText = false }: ActionSubresource): JsonObject {
  const anyObject = { content: { "application/json": { schema: { type: "object" } } } };
  const answer = isText ? { content: { "text/plain": { schema: { type: "string" } } } } : anyObject;
  const methods = Object.entries({ get: "get", put: "update", post: "create" } as const);
  return Object.fromEntries(
    methods
      .filter(([, verb]) => verbs.includes(verb))
      .map(([method]): [string, JsonObject] => [
        method,
        {
          tags: [apiVersionOf(resource).replaceAll(/[./]/g, "_")],
          ...(method === "get" ? {} : { requestBody: anyObject }),
          responses: { [method === "post" ? "201" : "200"]: { description: "OK", ...answer } },
          "x-kubernetes-action": method,
          "x-kubernetes-group-version-kind": { group: resource.group, version: resource.version, kind },
        },
      ]),
  );
}

interface Operation {
  readonly action: string;
  readonly parameters: readonly string[];
  readonly answer: string;
  readonly body?: JsonObject;
}

function printOperation(resource: ServedResource, { action, parameters, answer, body }: Operation): JsonObject {
  const { group, version, kind } = resource;
  return {
    tags: [apiVersionOf(resource).replaceAll(/[./]/g, "_")],
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(queryParameter) }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      "200": { description: "OK", content: { "application/json": { schema: reference(answer) } } },
      "401": { description: "Unauthorized" },
    },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": { group, version, kind },
  };
}

function reference(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` };
}

function queryParameter(name: string): JsonObject {
  const type = booleans.has(name) ? "boolean" : integers.has(name) ? "integer" : "string";
  return { name, in: "query", schema: { type, uniqueItems: true } };
}

function pathParameter(name: string): JsonObject {
  return { name, in: "path", required: true, schema: { type: "string", uniqueItems: true } };
}
