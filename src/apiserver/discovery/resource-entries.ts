/** The entries of a resource in discovery, before it takes one of its two forms. */
import { createHash } from "node:crypto";
import { compareText } from "../../core/compare-text.js";
import type { ServedResource, Subresource } from "../resource.js";
import { apiVersionOf, isBuiltInGroup } from "./served-groups.js";

export interface SubresourceEntry {
  readonly name: string;
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly verbs: readonly string[];
}

/** Returns the subresources: of a custom resource in the order of its strategy, of a built-in one by name. */
export function subresourcesOf(resource: ServedResource): SubresourceEntry[] {
  const entries = [...resource.subresources].map(([name, subresource]) => ({ name, ...kindOf(resource, subresource) }));
  if (!isBuiltInGroup(resource.group)) return entries.toSorted((left, right) => compareText(right.name, left.name));
  return entries.toSorted((left, right) => compareText(left.name, right.name));
}

function kindOf(resource: ServedResource, subresource: Subresource): Omit<SubresourceEntry, "name"> {
  const { group, version, kind } = resource;
  switch (subresource.type) {
    case "update":
      return { group, version, kind, verbs: subresource.verbs };
    case "scale":
      return { group: "autoscaling", version: "v1", kind: "Scale", verbs: ["get", "patch", "update"] };
    case "action":
      return { ...subresource };
    default:
      return subresource satisfies never;
  }
}

/** The order of a custom resource's verbs. Source: apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go. */
const customVerbs = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];

export function verbsOf({ group, verbs }: ServedResource): readonly string[] {
  if (isBuiltInGroup(group)) return verbs.toSorted(compareText);
  return verbs.toSorted((left, right) => customVerbs.indexOf(left) - customVerbs.indexOf(right));
}

/**
 * Returns a hash of the version that objects are stored in, for a client (the storage migrator). Only listable resources are
 * stored.
 * Source: k8s.io/apiserver/pkg/endpoints/discovery/storageversionhash.go.
 */
export function storageVersionHash(resource: ServedResource): string | undefined {
  if (!resource.verbs.includes("list") || !resource.verbs.includes("create")) return undefined;
  const stored = resource.storedApiVersion ?? resource.conversion?.storedApiVersion ?? apiVersionOf(resource);
  const path = stored.includes("/") ? stored : `/${stored}`;
  return createHash("sha256").update(`${path}/${resource.kind}`).digest().subarray(0, 8).toString("base64");
}
