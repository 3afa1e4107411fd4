import { parseApiVersion } from "../../core/gvk.js";
import type { Json } from "../../core/json.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { OpenApiData } from "../../schema/openapi-data.js";
import type { ApiObject } from "../api-object.js";
import type { PartialUpdate, ServedResource, Strategy, Subresource, TableView, Verb } from "../resource.js";
import type { BuiltInTypes } from "../types/built-in-types.js";
import type { TypeNode } from "../types/type-node.js";
import { createStatusUpdate, createStrategy } from "./common-strategy.js";
import { changesSince137 } from "./changes/since-1.37.js";
import type { KindRules } from "./kind-rules.js";
import { type ResourceData, resourcesOf, type SubresourceData } from "./resource-data.js";
import { rulesOfGroups } from "./rules.js";
import { storedVersions } from "./stored-versions.js";
import { checksFinalizerNames, validateFinalizerNames } from "./validation/finalizer-names.js";

/** Returns all built-in resources that a real API server serves, in the versions that are on by default. */
export function builtInResources(data: OpenApiData, types: BuiltInTypes): ServedResource[] {
  return data
    .apiVersions()
    .flatMap((apiVersion) =>
      resourcesOf(data, apiVersion).map((resource) => createResource(apiVersion, resource, types, data.version)),
    );
}

/** Creates the type on first use, because a server never uses most of its types. */
function lateType(types: BuiltInTypes, apiVersion: string, kind: string): () => TypeNode {
  let type: TypeNode | undefined;
  return () => {
    type ??= types.ofKind(apiVersion, kind);
    if (type === undefined) throw new Error(`Kubernetes' OpenAPI has no ${kind} of ${apiVersion}`);
    return type;
  };
}

function createResource(
  apiVersion: string,
  data: ResourceData,
  types: BuiltInTypes,
  kubernetes: KubernetesVersion,
): ServedResource {
  const type = lateType(types, apiVersion, data.kind);
  const { group, version } = parseApiVersion(apiVersion);
  const rules = findRules(group, version, data.name, kubernetes);
  const storageKey = rules.storageKey ?? (group === "" ? data.name : `${group}/${data.name}`);
  const storedApiVersion = storedVersions[kubernetes][storageKey];
  const hasStatus = data.subresources.some(({ name }) => name === "status");
  return {
    group,
    version,
    resource: data.name,
    singular: data.singular,
    kind: data.kind,
    listKind: `${data.kind}List`,
    namespaced: data.namespaced,
    shortNames: data.shortNames,
    categories: data.categories,
    verbs: data.verbs,
    storageKey,
    ...(storedApiVersion === undefined ? {} : { storedApiVersion }),
    ...(rules.conversion === undefined ? {} : { conversion: rules.conversion }),
    get type() {
      return type();
    },
    strategy: withFinalizerNames(createStrategy(rules, type, hasStatus), group),
    subresources: new Map(
      data.subresources.map((each) => [each.name, createSubresource(each, rules, apiVersion, types)]),
    ),
    table: createTable(data, rules),
    ...(rules.deprecationWarning === undefined ? {} : { deprecationWarning: rules.deprecationWarning }),
    selectableFields: new Map(Object.entries(rules.selectableFields ?? {})),
  };
}

function withFinalizerNames(strategy: Strategy, group: string): Strategy {
  if (!checksFinalizerNames(group)) return strategy;
  return {
    ...strategy,
    validate: (object) => [...validateFinalizerNames(object), ...strategy.validate(object)],
    validateUpdate: (object, old) => [...validateFinalizerNames(object), ...strategy.validateUpdate(object, old)],
  };
}

function findRules(group: string, version: string, resource: string, kubernetes: KubernetesVersion): KindRules {
  const ofGroup = rulesOfGroups[group] ?? {};
  const rules = ofGroup[`${version}/${resource}`] ?? ofGroup[resource] ?? {};
  if (!isSince(kubernetes, "1.37")) return rules;
  const change = changesSince137[`${group}/${version}/${resource}`] ?? changesSince137[`${group}/${resource}`];
  return change?.(rules) ?? rules;
}

function createSubresource(
  data: SubresourceData,
  rules: KindRules,
  parentVersion: string,
  types: BuiltInTypes,
): Subresource {
  const own = rules.subresources?.[data.name];
  if (own !== undefined) return own;
  if (data.name === "status") return createStatusUpdate(rules, data.verbs.filter(isPartialUpdateVerb));
  const { kind, verbs, apiVersion = parentVersion } = data;
  return {
    ...{ type: "action", kind, ...parseApiVersion(apiVersion), verbs },
    get schema() {
      return types.ofKind(apiVersion, kind);
    },
  };
}

function isPartialUpdateVerb(verb: Verb): verb is PartialUpdate["verbs"][number] {
  return verb === "get" || verb === "patch" || verb === "update";
}

function createTable(
  { columns }: ResourceData,
  { cells, compareRows, nullIfEmpty = cells === undefined }: KindRules,
): TableView {
  return {
    columns,
    cells: cells ?? ((object) => commonCells(object)),
    ...(compareRows === undefined ? {} : { compareRows }),
    nullIfEmpty,
  };
}

/** Returns the cells of a kind without its own columns. Source: k8s.io/apiserver/pkg/registry/rest/table.go. */
function commonCells({ metadata }: ApiObject): Json[] {
  return [metadata.name ?? "", metadata.creationTimestamp ?? "<unknown>"];
}
