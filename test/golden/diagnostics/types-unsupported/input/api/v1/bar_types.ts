import { type CustomResource, defineKind, type Int32 } from "tsop";
import type { PodSpec } from "tsop/k8s/core/v1";
import type { V1PodSpec } from "@kubernetes/client-node";

class Classy {
  a = 1;
}
enum Mixed {
  A = "a",
  B = 1,
}
enum Computed {
  A = "a".length,
}
interface Base<T> {
  x: T;
}
type Alias = string;

export interface BarSpec extends Alias {
  pod?: PodSpec;
  other?: V1PodSpec;
  date?: Date;
  map?: Map<string, string>;
  set?: Set<string>;
  fn?: () => void;
  method(): void;
  big?: bigint;
  sym?: symbol;
  obj?: object;
  nothing?: never;
  union?: { a: string } | { b: string };
  mixed?: "a" | 1;
  stringOrBoolean?: string | boolean;
  template?: `v${number}`;
  mapped?: { [K in "a" | "b"]: string };
  conditional?: string extends string ? "a" : "b";
  tuple?: [string, number];
  keys?: keyof Base<string>;
  numbered?: Record<number, string>;
  numberIndex?: { [key: number]: string };
  both?: { a: string; [key: string]: string };
  klass?: Classy;
  mixedEnum?: Mixed;
  computed?: Computed;
  missing?: Nowhere;
  int?: int32;
  time?: Time;
  noType;
  [Symbol.iterator]?: string;
  intersection?: string & { brand: true };
  nil?: null;
  inner?: Base<Int32>["y"];
  partial?: Partial<string>;
  typeOf?: typeof Classy;
  unknown?: unknown;
  any?: any;
  listOfAny?: unknown[];
  mapOfAny?: Record<string, any>;
}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
