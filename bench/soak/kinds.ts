/** What the operator of the soak and the soak itself both know. */
// By its path, for the soak runs in this repository, where no package is called tsop.
import { type CustomResource, defineKind } from "../../src/index.js";

export const group = "soak.tsop.dev";
export const plural = "soaks";
export const finalizer = `${group}/external`;
/** Namespaces with this label have an index of their Soaks, in a ConfigMap of this name. */
export const indexedLabel = `${group}/indexed`;
export const indexName = "soak-index";
export const leaseName = "soak";

export interface Soak extends CustomResource<"soak.tsop.dev/v1", "Soak"> {
  spec: {
    /** Goes into the ConfigMap, and into the status when it is there. */
    value: string;
    /** How long it takes to become ripe after each change, in milliseconds. */
    ripensInMs: number;
  };
  status?: {
    observedGeneration?: number;
    value?: string;
    /** Milliseconds since 1970. */
    ripeAt?: number;
    phase?: "Green" | "Ripe";
  };
}
export const Soak = defineKind<Soak>("soak.tsop.dev/v1", "Soak");

/** The label that the ConfigMap of a Soak has from it, and by which the index sorts. */
export const tierLabel = "tier";
/** Index of the cache: Soaks by their tier. */
export const tierIndex = "tier";

/** What the index of a namespace says: all names, and those of the tier gold. */
export function indexOf(soaks: readonly { name: string; tier: string | undefined }[]): { all: string; gold: string } {
  const sorted = soaks.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    all: sorted.map(({ name }) => name).join(" "),
    gold: sorted
      .filter(({ tier }) => tier === "gold")
      .map(({ name }) => name)
      .join(" "),
  };
}

/** Name of the file that stands for something outside of the cluster, made for one object. */
export function externalName({ namespace = "", name, uid = "" }: Soak["metadata"]): string {
  return `${namespace}_${name}_${uid}`;
}

/** The address at which an operator answers the soak, in its log. */
export const probeMessage = "answering the soak";
