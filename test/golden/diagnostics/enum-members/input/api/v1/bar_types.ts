import { type CustomResource, defineKind } from "tsop";
import { circular, Phase } from "./shared.js";

class Retries {
  /** A constant that leads to itself has no value. */
  size = circular;
}

export interface BarSpec {
  a?: Phase.Redy;
  b?: Phase.Computed;
  c?: Missing.Ready;
  d?: Phase;
  e?: Retries;
  f?: Phase.Ready | Phase.Number;
}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
