import { type CustomResource, defineKind } from "tsop";

type Count = number;
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: {
    a?: number;
    b?: number[];
    c?: Count;
    /** @schemaType integer */
    d?: number;
    /** @format double */
    e?: number;
  };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
