import { type CustomResource, defineKind } from "tsop";

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: { a?: string;
}
export const Bar = defineKind<Bar("foo.abc.com/v1", "Bar");
/** @minimun is not complained of, as the file cannot be read */
