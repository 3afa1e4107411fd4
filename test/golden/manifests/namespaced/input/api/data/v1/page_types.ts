import { type CustomResource, defineKind } from "tsop";

/** @scope Cluster */
export interface Page extends CustomResource<"data.abc.com/v1", "Page"> {
  spec?: { title?: string };
}
export const Page = defineKind<Page>("data.abc.com/v1", "Page");
