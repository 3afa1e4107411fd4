/** A kind in the form in which it is compared: a CRD, or the definition of a kind of an extension API server. */
import type { ExactJsonObject } from "../core/json.js";
import type { Schema } from "../schema/schema.js";

/**
 * Where the objects of a kind are. `etcd`: a CRD defines the kind. The others are the storages of an extension API server;
 * `virtual` computes objects for each read.
 */
export type ObjectStore = "etcd" | "memory" | "file" | "sqlite" | "cluster" | "virtual" | "unknown";

export interface Crd {
  /** `plural.group`. */
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: string;
  /** `None`, `Webhook`, or `code` if an extension API server converts its own objects. */
  readonly conversion: string;
  readonly store: ObjectStore;
  readonly preserveUnknownFields: boolean;
  /** The versions in which objects may be stored, according to the status. Empty: the status is unknown. */
  readonly storedVersions: readonly string[];
  readonly versions: readonly CrdVersion[];
  /** The document itself, to install it. */
  readonly manifest: ExactJsonObject;
}

export interface CrdVersion {
  readonly name: string;
  readonly isServed: boolean;
  readonly isStored: boolean;
  /** The warning that clients get, or undefined if the version is not deprecated. */
  readonly deprecation: string | undefined;
  readonly schema: Schema;
  readonly columns: readonly CrdColumn[];
  readonly selectable: readonly string[];
  readonly hasStatus: boolean;
  readonly scale: CrdScale | undefined;
}

export interface CrdColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly format?: string;
  readonly priority?: number;
  readonly description?: string;
}

export interface CrdScale {
  readonly spec: string;
  readonly status: string;
  readonly selector?: string;
}
