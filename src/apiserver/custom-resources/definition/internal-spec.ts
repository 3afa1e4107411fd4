import { isDeepStrictEqual } from "node:util";
import type { DefinitionSpec, DefinitionSubresources, DefinitionVersion, PrinterColumn } from "../definition.js";
import { schemaOf } from "../definition.js";
import type { JsonSchema } from "../json-schema.js";

/**
 * The spec as the API server validates it: the parts that all versions share move to the top level, and so do the errors in
 * them.
 * Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/conversion.go.
 */
export interface InternalSpec {
  readonly spec: DefinitionSpec;
  readonly shared: SharedParts;
  readonly versions: readonly InternalVersion[];
}

export interface SharedParts {
  readonly schema?: JsonSchema | undefined;
  readonly subresources?: DefinitionSubresources | undefined;
  readonly columns?: PrinterColumn[] | undefined;
  readonly selectableFields?: DefinitionVersion["selectableFields"] | undefined;
}

export interface InternalVersion extends SharedParts {
  readonly version: DefinitionVersion;
}

export function toInternalSpec(spec: DefinitionSpec): InternalSpec {
  const versions = spec.versions.map(toParts);
  const [first] = versions;
  if (first === undefined) return { spec, shared: {}, versions: [] };
  const parts = ["schema", "subresources", "columns", "selectableFields"] as const;
  const isShared = (part: keyof SharedParts): boolean =>
    versions.every((each) => isDeepStrictEqual(each[part], first[part]));
  const [same, own] = [parts.filter(isShared), parts.filter((part) => !isShared(part))];
  const pick = (from: InternalVersion, wanted: typeof same): SharedParts =>
    Object.fromEntries(wanted.map((part) => [part, from[part]]));
  return {
    spec,
    shared: pick(first, same),
    versions: versions.map((each) => ({ version: each.version, ...pick(each, own) })),
  };
}

function toParts(version: DefinitionVersion): InternalVersion {
  const { subresources, additionalPrinterColumns = [], selectableFields = [] } = version;
  return {
    version,
    schema: schemaOf(version),
    subresources,
    columns: additionalPrinterColumns.length === 0 ? undefined : additionalPrinterColumns,
    selectableFields: selectableFields.length === 0 ? undefined : selectableFields,
  };
}

/** Returns the subresources of a version, its own or the shared ones. */
export function subresourcesFor(
  version: InternalVersion,
  { shared }: InternalSpec,
): DefinitionSubresources | undefined {
  return version.subresources ?? shared.subresources;
}
