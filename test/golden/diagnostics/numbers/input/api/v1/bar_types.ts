import { type CustomResource, defineKind, type Double, type Int32, type Int64 } from "tsop";

export interface BarSpec {
  /** @default 1e400 */
  a?: Double;
  /** @default -1e400 */
  b?: Double;
  /** @maximum 1e400 */
  c?: Double;
  /** @enum 1;1e400 */
  d?: Double;
  /** @example 1e400 */
  e?: Double;
  /** @default {"a": [1, {"b": 1e400}]} */
  f?: Record<string, unknown>;
  /** @default {a: 1e400} */
  g?: Record<string, unknown>;
  /** @default NaN */
  h?: Double;
  /** @default Infinity */
  i?: Double;
  /** @maximum Infinity */
  j?: Double;
  /** @minimum NaN */
  k?: Double;
  /** @default 9223372036854775808 */
  l?: Int64;
  /** @default 123456789012345678901234567890 */
  m?: Int64;
  /** @maximum 9223372036854775807 */
  n?: Int64;
  /** @maximum 9007199254740993 */
  o?: Int64;
  /**
   * @maximum 9223372036854775807
   * @default 5
   */
  p?: Int64;
  /**
   * @maximum 9007199254740993
   * @default 9007199254740993
   */
  q?: Int64;
  /** @maxLength 1e300 */
  r?: string;
  /** @minItems 9223372036854775808 */
  s?: Int32[];
  /** @oneOf [{"minimum": 1e400}, {"maximum": 1}] */
  t?: Double;
  /** @exclusiveMaximum 1e400 */
  u?: Double;
  /** @multipleOf 1e400 */
  v?: Double;
  // +kubebuilder:default=1e400
  w?: Double;
  // +kubebuilder:validation:Maximum=1e400
  x?: Double;
  y?: 1e400;
  /** @default 9007199254740993 */
  z?: Int32;
  /** @maxDescLen 1e400 */
  aa?: string;
  /** @enum 9007199254740993 */
  ab?: boolean;
  /**
   * @enum 9007199254740993;1
   * @default 9007199254740992
   */
  ac?: Int64;
  /** @multipleOf 9007199254740993 */
  ad?: Int64;
}

/** @printColumn name=A jsonPath=.spec.b type=number priority=1e400 */
/** @printColumn name=B jsonPath=.spec.b type=number priority=4294967296 */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
