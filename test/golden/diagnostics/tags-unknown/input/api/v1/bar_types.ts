import { type CustomResource, defineKind, type Int32 } from "tsop";

export interface BarSpec {
  /** @minimun 1 */
  a?: Int32;
  /**
   * Text.
   * @maxlength 3
   */
  b?: string;
  // +kubebuilder:validation:Minimun=1
  c?: Int32;
  // +kubebuilder:validation:enum=a;b
  d?: string;
  // +kubebuilder:foo
  e?: string;
  // + kubebuilder:validation:MaxLength=3
  f?: string;
  // +Kubebuilder:validation:MaxLength=3
  g?: string;
  /** @validation.maxLength 3 */
  h?: string;
  /** @items.maxlen 3 */
  i?: string[];
  // +MaxLength=3
  j?: string;
  // @maxLengthh is prose in a line comment, @maxLength is not at the start
  k?: string;
  /** @xyzzy */
  l?: string;
}

/** @shortNam b */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
