import { type CustomResource, defineKind, type Int32 } from "tsop";

/** @cel self.size() > 1 "too short" */
type Name = string;

/**
 * @cel self.least <= self.most
 * @atMostOneOf a b
 */
interface Range {
  least: Int32;
  most: Int32;
  a?: string;
  b?: string;
}

interface Base {
  /** @cel self >= 0 */
  count?: Int32;
}

interface Derived extends Base {
  /** @cel self >= 0 */
  count?: Int32;
}

export interface ThingSpec {
  /** @cel self.size() > 1 "too short" */
  name: Name;
  /**
   * @cel self.least <= self.most
   * @atMostOneOf a b
   */
  range?: Range;
  derived?: Derived;
  /**
   * @items.cel self.size() > 1 "too short"
   * @maxItems 5
   */
  names?: Name[];
  /**
   * @keys.maxLength 5
   * @maxProperties 5
   */
  byName?: Record<string, string>;
  /**
   * The same twice on one field.
   *
   * @cel self != ""
   * @cel self != ""
   */
  twice?: string;
  /**
   * The tag, and the rule that it stands for.
   *
   * @immutable
   * @cel self == oldSelf "field is immutable"
   */
  fixed?: string;
}

/** @cel self.metadata.name != "nothing" */
export interface Thing extends CustomResource<"example.com/v1", "Thing"> {
  spec: ThingSpec;
}
export const Thing = defineKind<Thing>("example.com/v1", "Thing");
