/** An OLM bundle from outside, in the format `registry+v1`. */
import type { GroupVersionKind } from "../../core/gvk.js";
import type { SourceLocation } from "../../core/source-location.js";
import type { ReadCsv } from "./csv-shape.js";
import type { LocatedDocument } from "../../apiserver/yaml/located-document.js";
import type { ReadDependencies, ReadProperties, ReadScorecard } from "./metadata-shape.js";

/** The content of each file of a bundle, by its path below the bundle, with forward slashes. */
export type BundleFiles = ReadonlyMap<string, string | Uint8Array>;

export interface Bundle {
  /** The object of the first ClusterServiceVersion in `manifests/`. */
  readonly csv: Read<ReadCsv> | undefined;
  /** All objects of `manifests/` in the order of the files' names: the first document of each file. */
  readonly objects: readonly BundleObject[];
  readonly crds: readonly BundleObject[];
  /** The objects that are neither a ClusterServiceVersion nor a CustomResourceDefinition. */
  readonly others: readonly BundleObject[];
  /** The map `annotations` of `metadata/annotations.yaml`. */
  readonly annotations: Read<Readonly<Record<string, string>>> | undefined;
  readonly dependencies: Read<ReadDependencies> | undefined;
  readonly properties: Read<ReadProperties> | undefined;
  readonly scorecard: Read<ReadScorecard> | undefined;
  /** The path of scorecard's configuration: `tests/scorecard/config.yaml`, unless the annotations name another folder. */
  readonly scorecardFile: string;
  /** Why parts of the bundle could not be read. */
  readonly faults: readonly BundleFault[];
  /** The folder or the image of the bundle, as users see it. */
  readonly source: string;
  readonly files: BundleFiles;
}

/** A typed value with the document that contains it, whose `at` finds the locations of its fields. */
export interface Read<Value> {
  readonly value: Value;
  readonly document: LocatedDocument;
}

export interface BundleObject {
  readonly gvk: GroupVersionKind;
  /** Empty if the object has no name. */
  readonly name: string;
  readonly document: LocatedDocument;
}

export type BundleFaultKind =
  | "no-manifests"
  | "no-metadata"
  | "no-annotations"
  | "no-csv"
  | "several-csvs"
  | "hidden-file"
  | "nested-folder"
  | "unreadable"
  | "wrong-type";

export interface BundleFault {
  readonly kind: BundleFaultKind;
  readonly message: string;
  readonly at: SourceLocation;
}
