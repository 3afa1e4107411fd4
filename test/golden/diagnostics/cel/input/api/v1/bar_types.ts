import { type CustomResource, defineKind, type Int32, type ListMap } from "tsop";

interface Port {
  name: string;
  /** @cel self > 0 && */
  port: Int32;
}

/**
 * @cel self.min <= self.maxx "min must not exceed max"
 * @cel self.min + 'a' == 'b'
 */
interface Range {
  min?: Int32;
  max?: Int32;
}

export interface BarSpec {
  range?: Range;
  ports?: ListMap<Port, "name">;
  /** @cel self.all(x, self.exists_one(y, x == y)) "names must be different" */
  names?: string[];
  /** @immutable */
  immutable?: string;
  /** @items.cel self == oldSelf */
  uncorrelated?: string[];
  /** @cel size(self) */
  notBool?: string;
  /** @cel {rule: "self.matches('(?=a)')"} */
  pattern?: string;
  /** @cel {rule: "true", messageExpression: "1 + 1"} */
  message?: string;
  /** @cel {rule: "true", fieldPath: ".gone"} */
  path?: Range;
  /** @cel {rule: "self != ''", optionalOldSelf: true} */
  optional?: string;
  /** @keys.pattern ^[a-z]+([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$ */
  keys?: Record<string, string>;
  /** @exactlyOneOf a;b */
  fine?: { a?: string; b?: string };
}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
