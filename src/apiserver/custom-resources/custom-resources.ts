/** The resources that a CustomResourceDefinition adds to the server. */
import { printGo } from "../../core/go-value.js";
import { compareVersions } from "../../core/version-order.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { Patterns } from "../../schema/patterns.js";
import type { ApiObject } from "../api-object.js";
import { storageKeyOf, type ServedResource, type Subresource, type Verb } from "../resource.js";
import type { TypeNode } from "../types/type-node.js";
import { conversionOf } from "./conversion/conversion.js";
import { type ConversionHost } from "./conversion/convert-by-webhook.js";
import { type Definition, type DefinitionSpec, type DefinitionVersion, schemaOf } from "./definition.js";
import { tableOf } from "./printer-columns.js";
import { createStrategies, type CustomResourceStrategies } from "./resource-strategy.js";
import { valueAt } from "./scale-rules.js";
import type { ValidatorOptions } from "./value-validator.js";
import { typeOfResource } from "./type-view.js";

export interface CustomResourceHost extends ConversionHost {
  /** `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta`. */
  readonly objectMeta: TypeNode;
  readonly version: KubernetesVersion;
}

export function customResourceStorageKey({ spec }: Definition): string {
  return storageKeyOf(spec.group, spec.names.plural ?? "");
}

/** Returns one resource for each served version, under the accepted names. */
export function customResources(definition: Definition, host: CustomResourceHost): ServedResource[] {
  const patterns = new Patterns();
  const strategiesOf = new Map<string, CustomResourceStrategies>(
    definition.spec.versions.map((version) => [
      version.name,
      strategiesFor(definition, version, { patterns, version: host.version }),
    ]),
  );
  return definition.spec.versions
    .filter(({ served }) => served)
    .map((version) => toServedResource(definition, version, strategiesOf, host));
}

const verbs: readonly Verb[] = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];

function toServedResource(
  definition: Definition,
  version: DefinitionVersion,
  strategies: ReadonlyMap<string, CustomResourceStrategies>,
  host: CustomResourceHost,
): ServedResource {
  const { spec, status } = definition;
  const names = status?.acceptedNames ?? spec.names;
  const own = strategies.get(version.name);
  if (own === undefined) throw new Error(`${definition.metadata.name ?? ""} has no version ${version.name}`);
  const warning = deprecationWarning(version, spec);
  const conversion = conversionOf(definition, version.name, {
    host,
    decode: (each) => strategies.get(each)?.strategy,
  });
  return {
    group: spec.group,
    version: version.name,
    resource: names.plural ?? "",
    singular: names.singular ?? "",
    kind: names.kind ?? "",
    listKind: names.listKind ?? "",
    namespaced: spec.scope === "Namespaced",
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    verbs,
    storageKey: customResourceStorageKey(definition),
    ...(conversion === undefined ? {} : { conversion }),
    type: typeOfResource(schemaOf(version) ?? {}, host.objectMeta),
    strategy: own.strategy,
    subresources: subresourcesOf(version, own, host.version),
    table: tableOf(version.additionalPrinterColumns),
    selectableFields: selectableFieldsOf(version),
    ...(warning === undefined ? {} : { deprecationWarning: warning }),
  };
}

function strategiesFor(
  { spec, status }: Definition,
  version: DefinitionVersion,
  options: ValidatorOptions,
): CustomResourceStrategies {
  return createStrategies({
    apiVersion: `${spec.group}/${version.name}`,
    kind: (status?.acceptedNames ?? spec.names).kind ?? "",
    schema: schemaOf(version) ?? { "x-kubernetes-preserve-unknown-fields": true },
    hasStatus: version.subresources?.status !== undefined,
    scale: version.subresources?.scale,
    ...options,
  });
}

function subresourcesOf(
  { subresources = {} }: DefinitionVersion,
  { status }: CustomResourceStrategies,
  kubernetes: KubernetesVersion,
): ReadonlyMap<string, Subresource> {
  const result = new Map<string, Subresource>();
  if (subresources.status !== undefined) {
    result.set("status", {
      type: "update",
      verbs: ["get", "patch", "update"],
      strategy: status,
      resetFields: isSince(kubernetes, "1.37") ? [["metadata"], ["spec"]] : [["spec"]],
    });
  }
  const { scale } = subresources;
  if (scale !== undefined) result.set("scale", { type: "scale", ...scale });
  return result;
}

/**
 * Returns the warning in every response of a deprecated version.
 * Source: k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go.
 */
function deprecationWarning(
  version: DefinitionVersion,
  { group, names, versions }: DefinitionSpec,
): string | undefined {
  if (version.deprecated !== true) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const [newest] = versions
    .filter((each) => each.served && each.deprecated !== true && compareVersions(version.name, each.name) < 0)
    .map(({ name }) => name)
    .sort((left, right) => compareVersions(right, left));
  const said = `${group}/${version.name} ${names.kind ?? ""} is deprecated`;
  return newest === undefined ? said : `${said}; use ${group}/${newest} ${names.kind ?? ""}`;
}

/** Returns the fields that a field selector may name, by their paths without the leading dot. */
function selectableFieldsOf({ selectableFields = [] }: DefinitionVersion): ServedResource["selectableFields"] {
  return new Map(
    selectableFields.map(({ jsonPath }) => {
      const read = (object: ApiObject): string => {
        const found = valueAt(object, jsonPath);
        return "fault" in found || found.value === undefined || found.value === null ? "" : printGo(found.value);
      };
      return [jsonPath.replace(/^\./, ""), read];
    }),
  );
}
