import { type CustomResource, defineKind } from "tsop";

/** @cel self.size() > 1 "too short" */
type Name = string;

interface Node {
  /** @recursionDepth 100000 */
  next?: Node;
}

export interface BarSpec {
  /** @cel self.size() > 1 "has to be longer" */
  name: Name;
  /** @cel self.size() > 1 */
  other: Name;
  /**
   * @cel {rule: "self != ''", reason: FieldValueInvalid}
   * @cel {rule: "self != ''", reason: FieldValueForbidden}
   */
  reasons: string;
  node?: Node;
}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
