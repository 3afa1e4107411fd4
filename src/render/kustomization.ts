/** A kustomization file as data. Sources: api/types/kustomization.go and its neighbours. */
import type { ImageEntry, LabelEntry, PatchEntry, ReplicaEntry } from "./read-entries.js";
import type { GeneratorOptions } from "./read-generators.js";
import type { Selector } from "./select.js";

export interface Kustomization {
  readonly isComponent: boolean;
  readonly resources: readonly string[];
  readonly components: readonly string[];
  readonly configurations: readonly string[];
  readonly generators: readonly GeneratorEntry[];
  readonly strategicPatches: readonly string[];
  readonly patches: readonly PatchEntry[];
  readonly jsonPatches: readonly PatchEntry[];
  readonly namespace: string;
  readonly namePrefix: string;
  readonly nameSuffix: string;
  readonly labels: readonly LabelEntry[];
  readonly commonLabels: Readonly<Record<string, string>>;
  readonly commonAnnotations: Readonly<Record<string, string>>;
  readonly replicas: readonly ReplicaEntry[];
  readonly images: readonly ImageEntry[];
  readonly replacements: readonly ReplacementEntry[];
  readonly sortOptions: SortOptions | undefined;
}

export interface GeneratorEntry {
  readonly kind: "ConfigMap" | "Secret";
  readonly name: string;
  readonly namespace: string;
  readonly behavior: string;
  readonly literals: readonly string[];
  readonly files: readonly string[];
  readonly envs: readonly string[];
  /** Of a Secret. */
  readonly type: string;
  readonly options: GeneratorOptions;
}

export interface FieldOptions {
  readonly delimiter: string;
  readonly index: number;
  readonly create: boolean;
}

export interface Replacement {
  readonly source: ReplacementSource | undefined;
  /** The value itself, instead of a source. */
  readonly sourceValue: string | undefined;
  readonly targets: readonly ReplacementTarget[] | undefined;
}

export interface ReplacementSource extends Omit<Selector, "labelSelector" | "annotationSelector"> {
  readonly fieldPath: string;
  readonly options: FieldOptions | undefined;
}

export interface ReplacementTarget {
  readonly select: Selector | undefined;
  readonly reject: readonly Selector[];
  readonly fieldPaths: readonly string[];
  readonly options: FieldOptions | undefined;
}

/** A file of replacements, or one of them. */
export type ReplacementEntry = { readonly path: string } | Replacement;

export interface SortOptions {
  readonly order: "fifo" | "legacy";
  /** Kinds that come first and last in the order `legacy`; undefined for kustomize's own. */
  readonly legacy: { readonly first: readonly string[]; readonly last: readonly string[] } | undefined;
}
