import { type CustomResource, defineKind } from "tsop";

/**
 * @macro short
 * @maxLength 10
 * @minLenght 2
 */

/**
 * @macro minimum
 * @maximum 3
 */

/**
 * @macro short
 * @maxLength 11
 */

/** @macro empty */

/**
 * @macro one
 * @two
 */

/**
 * @macro two
 * @items.one
 */

/**
 * @macro with-dash
 * @minLength 1
 */

/**
 * @minLength 1
 * @macro late
 */

/**
 * @macro permission
 * @rbac groups=apps resources=deployments verbs=get
 */

/**
 * @macro remarks
 * @minLength 1
 */

/**
 * @macro column
 * @printColumn Name
 */

export interface BarSpec {
  /** @shrt */
  misspelt: string;
  /** @short */
  number: boolean;
  /** @items.short */
  noList: string;
  /** @short 5 */
  argument: string;
}

/** @column */
export interface Named {
  name: string;
}

/** @short */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
