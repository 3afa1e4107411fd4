import { isDeepStrictEqual } from "node:util";
import type { DefinitionSpec, DefinitionSubresources, DefinitionVersion, PrinterColumn } from "../definition.js";
import { schemaOf } from "../definition.js";
import type { JsonSchema } from "../json-schema.js";

/**
 * The spec as the API server validates it: what is the same in all versions stands at the top, and so do faults in it.
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
  readonly columns?: readonly PrinterColumn[] | undefined;
  readonly selectableFields?: readonly { readonly jsonPath: string }[] | undefined;
}

export interface InternalVersion extends SharedParts {
  readonly version: DefinitionVersion;
}

export function toInternalSpec(spec: DefinitionSpec): InternalSpec {
  const versions = spec.versions.map(toParts);
  const [first] = versions;
  if (first === undefined) return { spec, shared: {}, versions: [] };
  const parts = ["schema", "subresources", "columns", "selectableFields"] as const;
  const same = parts.filter((part) => versions.every((each) => isDeepStrictEqual(each[part], first[part])));
  const isShared = (part: string): boolean => same.some((each) => each === part);
  const pick = (from: InternalVersion, wanted: boolean): SharedParts =>
    Object.fromEntries(parts.filter((part) => isShared(part) === wanted).map((part) => [part, from[part]]));
  return {
    spec,
    shared: pick(first, true),
    versions: versions.map((each) => ({ version: each.version, ...pick(each, false) })),
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

/** The subresources of a version, wherever they stand. */
export function subresourcesFor(
  version: InternalVersion,
  { shared }: InternalSpec,
): DefinitionSubresources | undefined {
  return version.subresources ?? shared.subresources;
}
