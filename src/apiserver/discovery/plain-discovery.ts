/**
 * Discovery with a separate document for each group and each version.
 * Source: k8s.io/apiserver/pkg/endpoints/discovery.
 */
import { compareText } from "../../core/compare-text.js";
import type { JsonObject } from "../../core/json.js";
import type { ServedResource } from "../resource.js";
import { storageVersionHash, subresourcesOf, verbsOf } from "./resource-entries.js";
import { apiVersionOf, isBuiltInGroup, type ServedGroup, type ServedVersion } from "./served-groups.js";

/** `/api`. @param serverAddress - the host and port at which the client reaches the server */
export function apiVersions(serverAddress: string): JsonObject {
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress }],
  };
}

/** `/apis` */
export function apiGroupList(groups: readonly ServedGroup[]): JsonObject {
  const named = groups.filter(({ name }) => name !== "");
  return { kind: "APIGroupList", apiVersion: "v1", groups: named.map(groupEntry) };
}

/** `/apis/apps` */
export function apiGroup(group: ServedGroup): JsonObject {
  return { kind: "APIGroup", apiVersion: "v1", ...groupEntry(group) };
}

function groupEntry({ name, versions }: ServedGroup): JsonObject {
  const entries = versions.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: entries, preferredVersion: { ...entries[0] } };
}

/** `/api/v1`, `/apis/apps/v1` */
export function apiResourceList(served: ServedVersion): JsonObject {
  const { group, resources } = served;
  const ordered = isBuiltInGroup(group)
    ? resources.toSorted((left, right) => compareText(left.resource, right.resource))
    : resources;
  return {
    kind: "APIResourceList",
    ...(group === "" ? {} : { apiVersion: "v1" }),
    groupVersion: apiVersionOf(served),
    resources: ordered.flatMap((resource) => [resourceEntry(resource), ...subresourceEntries(resource)]),
  };
}

function resourceEntry(resource: ServedResource): JsonObject {
  const { singular, namespaced, kind, shortNames, categories } = resource;
  const hash = storageVersionHash(resource);
  return {
    name: resource.resource,
    singularName: singular,
    namespaced,
    kind,
    verbs: [...verbsOf(resource)],
    ...(shortNames.length === 0 ? {} : { shortNames: [...shortNames] }),
    ...(categories.length === 0 ? {} : { categories: [...categories] }),
    ...(hash === undefined ? {} : { storageVersionHash: hash }),
  };
}

function subresourceEntries(resource: ServedResource): JsonObject[] {
  return subresourcesOf(resource).map(({ name, group, version, kind, verbs }) => ({
    name: `${resource.resource}/${name}`,
    singularName: "",
    namespaced: resource.namespaced,
    // Omitted for a kind of the resource's own group version.
    ...(group === resource.group && version === resource.version ? {} : { group, version }),
    kind,
    verbs: [...verbs],
  }));
}
