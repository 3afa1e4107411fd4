import { type CustomResource, defineKind, type Int32 } from "tsop";

/**
 * @macro dnsLabel
 * @minLength 1
 * @maxLength 63
 * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
 */

/**
 * @macro dnsLabels
 * @maxItems 3
 * @items.dnsLabel
 */

export interface MapSpec {
  /**
   * @keys.maxLength 5
   * @keys.minLength 2
   * @keys.pattern ^[a-z]+$
   * @maxProperties 4
   * @values.minimum 1
   */
  counts?: Record<string, Int32>;
  /**
   * @keys.enum left;right
   * @values.items.maxLength 3
   * @values.maxItems 2
   */
  lists?: Record<string, string[]>;
  /** @items.items.maximum 9 */
  matrix?: Int32[][];
  /**
   * @items.keys.maxLength 2
   * @items.values.enum a;b
   * @maxItems 4
   */
  maps?: Record<string, string>[];
  /** @dnsLabel */
  name?: string;
  /** @dnsLabels */
  names?: string[];
  /** @values.dnsLabels */
  groups?: Record<string, string[]>;
}

export interface Map extends CustomResource<"maps.abc.com/v1", "Map"> {
  spec: MapSpec;
}
export const Map = defineKind<Map>("maps.abc.com/v1", "Map");
