import { type CustomResource, defineKind, type Int32, type IntOrString } from "tsop";

interface Item {
  name?: string;
  id: string;
  /** @default x */
  side?: string;
  object: { a?: string };
  maybe: string | null;
}

export interface BarSpec {
  /** @pattern (?=x) */
  a?: string;
  /** @listType map */
  b?: Item[];
  /**
   * @listType map
   * @listMapKey gone
   * @listMapKey name
   * @listMapKey id
   * @listMapKey side
   * @listMapKey object
   * @listMapKey maybe
   */
  c?: Item[];
  /** @listMapKey id */
  d?: Item[];
  /** @listType set */
  e?: Item[];
  /** @listType map */
  f?: string[];
  /**
   * @listType set
   */
  g?: (string | null)[];
  /** @embeddedResource */
  h?: Record<string, string>;
  /** @embeddedResource */
  i?: string;
  /** @preserveUnknownFields */
  j?: IntOrString;
  /** @schemaless */
  k?: string;
  /** @schemaType array */
  l?: string;
  /**
   * @minimum 5
   * @maximum 3
   */
  m?: Int32;
  /** @multipleOf 0 */
  n?: Int32;
}

/**
 * @minProperties 1
 * @nullable
 * @default {}
 */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: BarSpec;
  status?: { a?: string };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
