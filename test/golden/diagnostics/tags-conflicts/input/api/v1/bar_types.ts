import { type CustomResource, defineKind, type Double, type Int32 } from "tsop";

/** @enum a;b */
type Letter = string;

export interface BarSpec {
  /** @minimum 1 */
  a?: string;
  /** @minimum 1.5 */
  b?: Int32;
  /** @items.minLength 1 */
  c?: string;
  /** @minLength 1 */
  d?: string[];
  /** @maxItems 1 */
  e?: Record<string, string>;
  /**
   * @minimum 1
   * @minimum 2
   */
  f?: Int32;
  /** @listType map */
  g?: string;
  /** @mapType atomic */
  h?: string;
  /** @enum c */
  i?: Letter;
  /** @enum 1;x */
  j?: Int32;
  /** @exclusiveMinimum */
  k?: Double;
  /** @exclusiveMaximum text */
  l?: Double;
  /** @values.maxLength 1 */
  m?: string[];
  /** @pattern a */
  n?: Int32;
  /** @exactlyOneOf a;z */
  o?: { a?: string; b: string };
  /** @atMostOneOf a;b */
  p?: { a?: string; b: string };
  /** @uniqueItems */
  q?: string[];
  /** @cel rule="self > 1" reason=Bogus */
  s?: Int32;
  /** @cel rule=" " message="empty" */
  t?: Int32;
  /** @cel {"rule": "self > 1\n&& self < 5"} */
  u?: Int32;
  /** @cel {"rule": "self > 1", "message": "one\ntwo"} */
  v?: Int32;
  // +kubebuilder:webhook:path=/x
  r?: string;
}

/**
 * @subresource status
 * @noStatusSubresource
 */
// +groupName=foo.abc.com
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
