import { type CustomResource, defineKind } from "tsop";

export interface Queue extends CustomResource<"example.abc.com/v1", "Queue"> {
  spec?: { name?: string };
}
export const Queue = defineKind<Queue>("example.abc.com/v1", "Queue");
