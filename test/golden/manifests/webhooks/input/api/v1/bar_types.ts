import { type CustomResource, defineKind } from "tsop";

export interface BarSpec {
  image: string;
  size?: string;
}

/** Bar is filled in, and judged. */
export interface Bar extends CustomResource<"hooks.abc.com/v1", "Bar"> {
  spec?: BarSpec;
}
export const Bar = defineKind<Bar>("hooks.abc.com/v1", "Bar");

/**
 * Depot is of the whole cluster.
 * @resource path=depositories scope=Cluster
 */
export interface Depot extends CustomResource<"hooks.abc.com/v1", "Depot"> {
  spec?: BarSpec;
}
export const Depot = defineKind<Depot>("hooks.abc.com/v1", "Depot");
