import { type CustomResource, defineKind } from "tsop";

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: {
    /**
     * @pattern ^[a-z]{2}$
     * @minLength 3
     */
    code: string;
    /**
     * @minItems 1
     */
    codes: {
      /** @pattern ^a^b$ */
      code: string;
    }[];
  };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
