import { type CustomResource, defineKind, type Int32 } from "tsop";

interface Target {
  host: string;
  port?: Int32;
}

export interface BarSpec {
  /** @default one */
  a?: Int32;
  /** @default 1 */
  b?: string;
  /** @default Later */
  c?: "Now" | "Then";
  /** @default {"port": 1} */
  d?: Target;
  /** @default {"host": "a", "prot": 1} */
  e?: Target;
  /** @default [1, "x"] */
  f?: Int32[];
  /**
   * @default 11
   * @maximum 10
   */
  g?: Int32;
  /**
   * @pattern ^[a-z]+$
   * @default ABC
   */
  h?: string;
  /** @default null */
  i?: string;
  /**
   * @format date-time
   * @example yesterday
   */
  j?: string;
  /**
   * @listType set
   * @default ["a", "a"]
   */
  k?: string[];
  /** @default 3000000000 */
  l?: Int32;
  /**
   * @maxItems 1
   * @default ["a", "b"]
   */
  m?: string[];
  /** @default {"host": "a"} */
  n?: string;
}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
