import { type CustomResource, defineKind } from "tsop";

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: {
    /** @pattern ^zz[0-9]{7}Q$ */
    code: string;
    /**
     * @minItems 1
     */
    codes: {
      /** @pattern ^zz[0-9]{7}Q$ */
      code: string;
    }[];
  };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
