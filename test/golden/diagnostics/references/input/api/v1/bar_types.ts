import { type CustomResource, defineKind, type Int32 } from "tsop";

const computed = Number("5");
const one = two;
const two = one;

interface Limits {
  size: Int32;
  /** @default 5 */
  most: Int32;
}

export interface BarSpec {
  // +default=ref(Missing)
  a?: string;
  // +default=ref(computed)
  b?: Int32;
  // +default=ref(one)
  c?: Int32;
  // +default=ref(k8s.io/api/core/v1.ProtocolTCP)
  d?: string;
  // +default=ref()
  e?: string;
  /** @example {"most": 1} */
  f?: Limits;
  /** @default {"size": 1} */
  g?: Limits;
}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
