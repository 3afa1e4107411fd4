import { type Condition, type CustomResource, defineKind, type Int32 } from "tsop";

/** BarSpec is the desired state of Bar. */
export interface BarSpec {
  /**
   * The number of replicas to run.
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  replicas?: Int32;
  /** How pods are replaced. */
  strategy?: "Recreate" | "RollingUpdate";
}

/** BarStatus is the observed state of Bar. */
export interface BarStatus {
  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * Bar is the schema of the bars API.
 * @shortName br
 */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
  status?: BarStatus; // its presence turns the status subresource on
}
// Type and value share the name. A mismatch does not compile, nor does a forgotten <Bar>.
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
