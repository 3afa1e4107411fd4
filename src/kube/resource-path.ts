import { TsopError } from "../core/errors.js";
import { groupVersionPath } from "../core/gvk.js";
import type { ApiResource } from "./discovery-documents.js";
import type { ObjectKey } from "./objects.js";

/** The values of a query; undefined and false are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Returns the path of all objects of a kind, in one namespace or everywhere. */
export function collectionPath(resource: ApiResource, namespace: string | undefined): string {
  const { group, version, plural } = resource;
  const root = groupVersionPath(group, version);
  if (namespace === undefined || namespace === "") return `${root}/${plural}`;
  if (!resource.namespaced) {
    const problem = `${resource.kind} is cluster-scoped and cannot be in namespace ${namespace}`;
    throw new TsopError("cluster/invalid-request", problem, { hint: "Omit the namespace." });
  }
  return `${root}/namespaces/${segment(namespace, "namespace")}/${plural}`;
}

/** Returns the path of one object, or of a subresource of it. */
export function objectPath(resource: ApiResource, { namespace, name }: ObjectKey, subresource?: string): string {
  requireNamespace(resource, namespace, name);
  const path = `${collectionPath(resource, namespace)}/${segment(name, "name")}`;
  return subresource === undefined ? path : `${path}/${segment(subresource, "subresource")}`;
}

/** Returns the path at which an object of the kind is created. */
export function creationPath(resource: ApiResource, namespace: string | undefined): string {
  requireNamespace(resource, namespace, "a new object");
  return collectionPath(resource, namespace);
}

/**
 * Returns the path of all objects of a kind in one namespace, or of all of a cluster-scoped kind; never of all
 * namespaces.
 */
export function collectionOf(resource: ApiResource, namespace: string | undefined): string {
  if (!resource.namespaced || (namespace !== undefined && namespace !== "")) return collectionPath(resource, namespace);
  throw namespaceMissing(resource.kind);
}

/**
 * The API server deletes the objects of one namespace at a time, so a mistake never deletes those of all namespaces.
 */
function namespaceMissing(kind: string): TsopError {
  return new TsopError("cluster/invalid-request", `deleteAllOf() needs a namespace: ${kind} is a namespaced kind`, {
    hint: "Call `deleteAllOf(kind, { namespace })` once for each namespace.",
  });
}

export function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== false && value !== "");
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, String(value)])).toString()}`;
}

function requireNamespace(resource: ApiResource, namespace: string | undefined, what: string): void {
  if (!resource.namespaced || (namespace !== undefined && namespace !== "")) return;
  throw new TsopError("cluster/invalid-request", `${resource.kind} ${JSON.stringify(what)} has no namespace`, {
    hint: `${resource.kind} is a namespaced kind: set the namespace.`,
  });
}

/** Percent-encodes a name, and rejects names that no object can have and that would change the path. */
function segment(name: string, what: string): string {
  // Callers without types may pass anything: undefined would become an object called "undefined".
  if (typeof (name as unknown) === "string" && name !== "" && name !== "." && name !== ".." && !/[/%]/.test(name))
    return encodeURIComponent(name);
  throw new TsopError("cluster/invalid-request", `${JSON.stringify(name)} cannot be the ${what} of an object`, {
    hint: 'It must not be empty, "." or "..", nor contain "/" or "%".',
  });
}
