import { type CustomResource, defineKind } from "tsop";

export interface Page extends CustomResource<"web.abc.com/v1", "Page"> {
  spec?: { title?: string };
}
export const Page = defineKind<Page>("web.abc.com/v1", "Page");
