import { type CustomResource, defineKind, type Int32 } from "tsop";

export interface BarSpec {
  /** @minimum abc */
  a?: Int32;
  /** @minimum */
  b?: Int32;
  /** @minLength 1.5 */
  c?: string;
  /** @maxLength 5 characters */
  d?: string;
  /** @listType sets */
  e?: string[];
  /** @nullable yes */
  f?: string;
  // +kubebuilder:validation:XValidation:rule="self > 1",mesage="x"
  g?: Int32;
  // +kubebuilder:validation:XValidation:message="x"
  h?: Int32;
  /** @cel */
  i?: Int32;
  /** @default {"a": [1 */
  j?: { a?: Int32[] };
  /** @default */
  k?: string;
  /** @enum */
  l?: string;
  /** @pattern */
  m?: string;
  /** @format date time */
  n?: string;
  /** @externalDocs not-a-url */
  o?: string;
  /** @pattern "^a */
  p?: string;
  // +kubebuilder:validation:MaxLength=5 # c
  q?: string;
  /** @printColumn name=A name=B */
  r?: string;
  /** @printColumn name=A priority=high */
  s?: string;
  /** @schemaType text */
  t?: string;
}

/**
 * @printColumn name=Ready
 * @label =x
 * @annotation nothing
 * @scope Global
 * @scale spec=.spec.a
 */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
