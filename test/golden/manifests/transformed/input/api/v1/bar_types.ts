import { type Condition, type CustomResource, defineKind, type Int32 } from "tsop";

export interface Endpoint {
  /** @minimum 1 */
  port: Int32;
  /** Nobody needs it any more. */
  legacy?: string;
}

export interface BarSpec {
  /**
   * How many to run.
   * @minimum 1
   * @default 1
   */
  size?: Int32;
  /** @pattern ^[0-9: ]+$ */
  schedule: string;
  /** How it is reached. */
  service?: Endpoint;
  mode?: "fast" | "slow" | "never";
}

export interface BarStatus {
  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
  status?: BarStatus;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
