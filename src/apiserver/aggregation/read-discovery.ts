/**
 * Reads the discovery documents of other servers, and returns the entry of one version in aggregated discovery.
 * Source: fetchFreshDiscoveryForService in k8s.io/kube-aggregator/pkg/apiserver/handler_discovery.go, and
 * ConvertGroupVersionIntoToDiscovery in k8s.io/apiserver/pkg/endpoints/installer.go.
 */
import type { Json, JsonObject } from "../../core/json.js";
import { isSet, objectOf, objectsOf, textOf, textsOf } from "../api-object.js";

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** The types that the API server accepts, the better one first. */
export const aggregatedTypes = ["v2", "v2beta1"].map(
  (version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
);

export function isAggregated(contentType: string): boolean {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  const names = new Set(parameters);
  const isVersion = names.has("v=v2") || names.has("v=v2beta1");
  return (
    type === "application/json" &&
    isVersion &&
    ["g=apidiscovery.k8s.io", "as=APIGroupDiscoveryList"].every((each) => names.has(each))
  );
}

/** Returns the resources of a version in aggregated discovery; none if the document does not contain the version. */
export function readAggregated(document: JsonObject, { group, version }: GroupVersion): JsonObject[] {
  const found = objectsOf(document, "items")
    .filter((each) => textOf(objectOf(each, "metadata"), "name") === group)
    .flatMap((each) => objectsOf(each, "versions"))
    .findLast((each) => each["version"] === version);
  return objectsOf(found, "resources").map((resource) => {
    const subresources = objectsOf(resource, "subresources").map((each) => ({
      subresource: textOf(each, "subresource"),
      responseKind: kindOf(objectOf(each, "responseKind")),
      ...acceptedTypesOf(each),
      verbs: verbsOf(each),
    }));
    return entryOf(resource, {
      resource: textOf(resource, "resource"),
      kind: objectOf(resource, "responseKind"),
      scope: textOf(resource, "scope"),
      singular: textOf(resource, "singularResource"),
      subresources,
    });
  });
}

/** Returns the resources of an APIResourceList, each with its subresources. */
export function readResourceList(document: JsonObject): JsonObject[] {
  const all = objectsOf(document, "resources");
  const parents = new Set(all.map((each) => textOf(each, "name").split("/")[0] ?? ""));
  return [...parents].map((name) => {
    const own = all.find((each) => textOf(each, "name") === name);
    const children = all.filter((each) => textOf(each, "name").startsWith(`${name}/`));
    return entryOf(own ?? {}, {
      resource: name,
      kind: own,
      scope: isSet(own ?? children[0], "namespaced") ? "Namespaced" : "Cluster",
      singular: textOf(own, "singularName"),
      subresources: children.map((each) => ({
        subresource: textOf(each, "name").slice(name.length + 1),
        responseKind: kindOf(each),
        verbs: verbsOf(each),
      })),
    });
  });
}

interface Entry {
  readonly resource: string;
  readonly kind: JsonObject | undefined;
  readonly scope: string;
  readonly singular: string;
  readonly subresources: JsonObject[];
}

function entryOf(given: JsonObject, { resource, kind, scope, singular, subresources }: Entry): JsonObject {
  const [shortNames, categories] = [textsOf(given, "shortNames"), textsOf(given, "categories")];
  return {
    resource,
    responseKind: kindOf(kind),
    scope,
    singularResource: singular,
    verbs: verbsOf(given),
    ...(shortNames.length === 0 ? {} : { shortNames: [...shortNames] }),
    ...(categories.length === 0 ? {} : { categories: [...categories] }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}

function kindOf(given: JsonObject | undefined): JsonObject {
  return { group: textOf(given, "group"), version: textOf(given, "version"), kind: textOf(given, "kind") };
}

/** Go prints an absent list as null. */
function verbsOf(given: JsonObject): Json {
  return "verbs" in given ? [...textsOf(given, "verbs")] : null;
}

function acceptedTypesOf(given: JsonObject): JsonObject {
  const types = objectsOf(given, "acceptedTypes").map(kindOf);
  return types.length === 0 ? {} : { acceptedTypes: types };
}
