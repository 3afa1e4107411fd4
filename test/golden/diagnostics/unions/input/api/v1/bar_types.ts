import { type CustomResource, defineKind, type Int32 } from "tsop";

/** @cel has(self.x) */
interface Tagged {
  kind: "tagged";
  x?: string;
}

export interface BarSpec {
  conflict: { kind: "a"; size: string } | { kind: "b"; size: Int32 };
  tagged: Tagged | { kind: "other" };
  scalars: string | boolean;
  mixed: { a: string } | string;
  nested: { in: { x: string } } | { in: { y: string }; more: string };
}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
