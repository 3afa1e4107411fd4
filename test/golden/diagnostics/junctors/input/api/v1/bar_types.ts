import { type CustomResource, defineKind, type Int32, type IntOrString } from "tsop";

export interface BarSpec {
  /** @oneOf */
  empty: string;
  /** @oneOf {"pattern": "a"} */
  noList: string;
  /** @oneOf [] */
  nothing: string;
  /** @oneOf [1] */
  numbers: string;
  /** @not [{"pattern": "a"}] */
  list: string;
  /** @anyOf [{"required": "a"}] */
  required: { a?: string };
  /** @anyOf [{"required": ["a"], "properties": {"b": {"minimum": 1}}}] */
  field: { a?: string };
  /** @anyOf [{"type": "string"}, {"minLenght": 3}, {"description": "x"}] */
  keywords: string;
  /** @allOf [{"properties": {"metadata": {"required": ["name"]}}}] */
  metadata: { metadata?: { name?: string } };
  /** @allOf [{"items": {"minLength": 1}}] */
  items: string;
  /** @anyOf [{"maximum": 3}] */
  port: IntOrString;
  /** @allOf [{"pattern": "(?=a)"}] */
  pattern: string;
  /** @allOf [{"properties": {"a": {"enum": "x"}}}] */
  deep: { a?: string };
  /**
   * @default 5
   * @not {"minimum": 3}
   */
  value?: Int32;
  /** @format unheard-of */
  format: string;
  /** @keys.minimum 1 */
  keys: Record<string, string>;
  /** @keys.maxLength 1 */
  notAMap: string;
  /** @format date */
  date: Int32;
}

/** @oneOf [{"required": ["spec"]}] */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
  status?: { ready?: boolean };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
