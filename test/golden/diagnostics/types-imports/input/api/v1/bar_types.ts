import { type CustomResource, defineKind } from "tsop";
import type { Gone } from "./gone.js";
import type { Absent, Present as Here } from "./shared.js";
import * as shared from "./shared.js";

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: { a?: Gone; b?: Absent; c?: Here; d?: shared.Present; e?: shared.Absent; f?: nowhere.X };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
