/** The documents of a catalog, by their schema, with the values of their fields. */
import { type Diagnostic, errorAt } from "../../../core/diagnostic.js";
import { readShape, type Shape, type Shaped } from "../../read/shape.js";
import { type Blob, schemas } from "./blob.js";
import { type CatalogFile, readBlobs } from "./read-blobs.js";
import { bundleShape, channelShape, deprecationsShape, packageShape } from "./shapes.js";

/** A document whose fields have the types of its schema. */
export interface Typed<Fields> {
  readonly blob: Blob;
  readonly fields: Fields;
}

export type PackageBlob = Typed<Shaped<typeof packageShape>>;
export type ChannelBlob = Typed<Shaped<typeof channelShape>>;
export type BundleBlob = Typed<Shaped<typeof bundleShape>>;
export type DeprecationsBlob = Typed<Shaped<typeof deprecationsShape>>;

export interface Catalog {
  readonly packages: readonly PackageBlob[];
  readonly channels: readonly ChannelBlob[];
  readonly bundles: readonly BundleBlob[];
  readonly deprecations: readonly DeprecationsBlob[];
  /** The documents of other schemas, which tsop preserves. */
  readonly others: readonly Blob[];
}

export interface CatalogReading {
  readonly catalog: Catalog;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the files of a catalog. A field of a wrong type is a finding, and missing in the result. */
export function readCatalog(files: readonly CatalogFile[]): CatalogReading {
  const readings = files.map(readBlobs);
  const diagnostics = readings.flatMap((reading) => reading.diagnostics);
  const blobs = readings.flatMap((reading) => reading.blobs);
  const typed = <Fields>(schema: string, shape: Shape<Fields>): Typed<Fields>[] =>
    blobs.filter((blob) => blob.schema === schema).flatMap((blob) => typedBlob(blob, shape, diagnostics) ?? []);
  const known: readonly string[] = Object.values(schemas);
  return {
    catalog: {
      packages: typed(schemas.package, packageShape),
      channels: typed(schemas.channel, channelShape),
      bundles: typed(schemas.bundle, bundleShape),
      deprecations: typed(schemas.deprecations, deprecationsShape),
      others: blobs.filter(({ schema }) => !known.includes(schema)),
    },
    diagnostics,
  };
}

function typedBlob<Fields>(blob: Blob, shape: Shape<Fields>, diagnostics: Diagnostic[]): Typed<Fields> | undefined {
  const { value, faults } = readShape(blob.value, shape);
  for (const { path, message } of faults) {
    const hint = `Correct the ${blob.schema} document.`;
    diagnostics.push(errorAt("catalog/invalid", blob.at(path), message, hint));
  }
  return value === undefined ? undefined : { blob, fields: value };
}
