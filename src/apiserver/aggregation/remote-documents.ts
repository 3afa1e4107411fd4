/** Fetches what other servers say about themselves: discovery, and OpenAPI. */
import { groupVersionPath } from "../../core/gvk.js";
import type { JsonObject } from "../../core/json.js";
import { objectOf, textOf } from "../api-object.js";
import type { RemoteApiService } from "./api-services.js";
import { fetchDocument } from "./fetch-document.js";
import { filterSwagger } from "../openapi/merge-swagger.js";
import { aggregatedTypes, isAggregated, readAggregated, readResourceList } from "./read-discovery.js";
import type { ServiceClient } from "./service-client.js";

export interface RemoteDocuments {
  /** The entry of the version in aggregated discovery. */
  readonly discovery: JsonObject;
  /** The URLs of OpenAPI v3 documents, by their paths: `apis/example.com/v1`. */
  readonly openApi: ReadonlyMap<string, string>;
  /** The part of the OpenAPI v2 document that is about the version. */
  readonly swagger?: JsonObject;
}

/** The entry of a version whose server has not responded yet, or no longer does. */
export function staleDocuments(version: string): RemoteDocuments {
  return { discovery: { version, freshness: "Stale" }, openApi: new Map() };
}

/** Source: the controllers of discovery and of both versions of OpenAPI in k8s.io/kube-aggregator/pkg/controllers. */
export async function fetchDocuments(client: ServiceClient, from: RemoteApiService): Promise<RemoteDocuments> {
  const [discovery, openApi, swagger] = await Promise.all([
    fetchDiscovery(client, from),
    fetchOpenApi(client, from),
    fetchSwagger(client, from),
  ]);
  return { discovery, openApi, ...(swagger === undefined ? {} : { swagger }) };
}

const administrator = { username: "system:kube-aggregator", groups: ["system:masters"] };
const aggregator = { username: "system:kube-aggregator", groups: [] };
const openApiReader = { username: "system:aggregator", groups: [] };

async function fetchDiscovery(client: ServiceClient, from: RemoteApiService): Promise<JsonObject> {
  const { group, version } = from;
  const all = await fetchDocument(client, from, {
    path: "/apis",
    accept: aggregatedTypes.join(","),
    user: administrator,
  });
  if (all.code === 503) return staleDocuments(version).discovery;
  if (all.code === 200 && isAggregated(all.contentType)) {
    if (all.document === undefined) return staleDocuments(version).discovery;
    return current(version, readAggregated(all.document, from));
  }
  const path = groupVersionPath(group, version);
  const list = await fetchDocument(client, from, { path, accept: "application/json", user: aggregator });
  if (list.code !== 200 || list.document === undefined) return staleDocuments(version).discovery;
  return current(version, readResourceList(list.document));
}

function current(version: string, resources: JsonObject[]): JsonObject {
  return { version, ...(resources.length === 0 ? {} : { resources }), freshness: "Current" };
}

async function fetchOpenApi(client: ServiceClient, from: RemoteApiService): Promise<ReadonlyMap<string, string>> {
  const request = { path: "/openapi/v3", accept: "application/json", user: openApiReader };
  const { code, document } = await fetchDocument(client, from, request);
  const paths = code === 200 ? objectOf(document, "paths") : undefined;
  return new Map(Object.keys(paths ?? {}).map((path) => [path, textOf(objectOf(paths, path), "serverRelativeURL")]));
}

async function fetchSwagger(client: ServiceClient, from: RemoteApiService): Promise<JsonObject | undefined> {
  const request = { path: "/openapi/v2", accept: "application/json", user: openApiReader };
  const { code, document } = await fetchDocument(client, from, request);
  if (code !== 200 || document === undefined) return undefined;
  return filterSwagger(document, `/apis/${from.group}/${from.version}/`);
}
