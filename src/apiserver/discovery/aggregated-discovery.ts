/**
 * Discovery of all groups in one document.
 * Source: k8s.io/api/apidiscovery/v2, k8s.io/apiserver/pkg/endpoints/discovery/aggregated.
 */
import { compareText } from "../../core/compare-text.js";
import type { JsonObject } from "../../core/json.js";
import type { ServedResource } from "../resource.js";
import { subresourcesOf, verbsOf } from "./resource-entries.js";
import { isBuiltInGroup, type ServedGroup, type ServedVersion } from "./served-groups.js";

/** Returns the document of `/api` (the core group) or of `/apis` (all other groups). */
export function apiGroupDiscoveryList(groups: readonly ServedGroup[]): JsonObject {
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: groups
      .map(({ versions, ...group }) => ({ ...group, versions: versions.filter(isServed) }))
      .filter(({ versions }) => versions.length > 0)
      .toSorted((left, right) => right.priority - left.priority || compareText(left.name, right.name))
      .map(({ name, versions }) => ({
        metadata: name === "" ? {} : { name },
        versions: versions.map(versionEntry),
      })),
  };
}

/** An APIService without a Service may name a version that does not exist. */
function isServed({ resources, remote }: ServedVersion): boolean {
  return resources.length > 0 || remote !== undefined;
}

function versionEntry({ version, resources, remote }: ServedVersion): JsonObject {
  if (remote !== undefined) return remote;
  const ordered = resources.toSorted((left, right) => compareText(left.resource, right.resource));
  return { version, resources: ordered.map(resourceEntry), freshness: "Current" };
}

function resourceEntry(resource: ServedResource): JsonObject {
  const { namespaced, singular, kind, group, version, shortNames, categories } = resource;
  const subresources = subresourcesOf(resource).map((each) => ({
    subresource: each.name,
    responseKind: responseKind(resource, each),
    verbs: [...each.verbs],
  }));
  return {
    resource: resource.resource,
    responseKind: responseKind(resource, { group, version, kind }),
    scope: namespaced ? "Namespaced" : "Cluster",
    singularResource: singular,
    verbs: [...verbsOf(resource)],
    ...(shortNames.length === 0 ? {} : { shortNames: [...shortNames] }),
    ...(categories.length === 0 ? {} : { categories: [...categories] }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Returns the kind of a response. A built-in resource omits the group and version if they are its own. */
function responseKind(resource: ServedResource, { group, version, kind }: Kind): JsonObject {
  const isOwn = isBuiltInGroup(resource.group) && group === resource.group && version === resource.version;
  return isOwn ? { group: "", version: "", kind } : { group, version, kind };
}
