import { type CustomResource, defineKind, type Int32 } from "tsop";

export interface BarSpec {
  /** @shortName b */
  a?: Int32; // +kubebuilder:validation:Minimum=1
  b?: Int32; // @maximum 3
  /** @items.printColumn */
  c?: string[];
  /** @storageVersion */
  d?: string;
  /** The length of it. @maxLength 63 */
  e?: string;
  /** @default zz @items.maxLength 3 */
  f?: string;
  /** At least one. +kubebuilder:validation:Minimum=1 */
  g?: Int32;
  /** Words such as \@maxLength, `@maxLength`, "@maxLength", me@maxLength.com, @types/node and @author me are text. */
  h?: string;
  // +kubebuilder:validation:Maximum=3
}

/** @specReplicas */
interface Named {
  /** @deprecated is documentation on a field */
  a?: string;
}

/** @required */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: BarSpec & Named;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");

/**
 * Documentation of a function is nobody's business.
 * @param x a number
 * @default 1
 * @minimum 1
 */
export function helper(x: number): number {
  // +kubebuilder:validation:Pattern=a
  return x;
}
