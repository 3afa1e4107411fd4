/** Definitions that the operator of the soak and the soak itself share. */
// Import by path: the soak runs in this repository, where no package is named tsop.
import { type CustomResource, defineKind } from "../../src/index.js";

export const group = "soak.tsop.dev";
export const plural = "soaks";
export const finalizer = `${group}/external`;
/** Namespaces with this label have an index of their Soaks, in a ConfigMap with this name. */
export const indexedLabel = `${group}/indexed`;
export const indexName = "soak-index";
export const leaseName = "soak";

export interface Soak extends CustomResource<"soak.tsop.dev/v1", "Soak"> {
  spec: {
    /** The value that is copied to the ConfigMap, and then to the status. */
    value: string;
    /** How long an object takes to ripen after each change, in milliseconds. */
    ripensInMs: number;
  };
  status?: {
    observedGeneration?: number;
    value?: string;
    /** The time in milliseconds since 1970. */
    ripeAt?: number;
    phase?: "Green" | "Ripe";
  };
}
export const Soak = defineKind<Soak>("soak.tsop.dev/v1", "Soak");

/** The label that a Soak passes on to its ConfigMap, and by which the index groups. */
export const tierLabel = "tier";
/** The cache index of Soaks by tier. */
export const tierIndex = "tier";

/** Returns the content of a namespace's index: all names, and the names in the tier gold. */
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

/** Returns the name of the file that represents an external resource of one object. */
export function externalName({ namespace = "", name, uid = "" }: Soak["metadata"]): string {
  return `${namespace}_${name}_${uid}`;
}

/** The log message with the address at which an operator responds to the soak. */
export const probeMessage = "answering the soak";
