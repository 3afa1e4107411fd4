/** A CustomResourceDefinition, as far as types can express it. */
import type { Schema } from "../schema/schema.js";

export interface ImportedCrd {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: "Namespaced" | "Cluster";
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly versions: readonly ImportedVersion[];
}

export interface ImportedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning: string | undefined;
  readonly schema: Schema;
  readonly columns: readonly ImportedColumn[];
  readonly selectable: readonly string[];
  readonly hasStatus: boolean;
  readonly scale: ImportedScale | undefined;
}

export interface ImportedColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly description: string | undefined;
  readonly format: string | undefined;
  readonly priority: number | undefined;
}

export interface ImportedScale {
  readonly spec: string;
  readonly status: string;
  readonly selector: string | undefined;
}
