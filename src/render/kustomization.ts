/** A kustomization file as data. Sources: api/types/kustomization.go and its neighbours. */
import type { ImageEntry, LabelEntry, PatchEntry, ReplicaEntry } from "./read-entries.js";
import type { GeneratorEntry } from "./read-generators.js";
import type { ReplacementEntry } from "./read-replacements.js";

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

export interface SortOptions {
  readonly order: "fifo" | "legacy";
  /** The kinds that come first and last in the order `legacy`; undefined for the default of kustomize. */
  readonly legacy: { readonly first: readonly string[]; readonly last: readonly string[] } | undefined;
}
