import { type AtomicList, type CustomResource, defineKind, type Int32, type ListMap, type ListSet } from "tsop";

type Size = "S" | "M";
type Name = string & { readonly brand: "Name" };

export interface Port {
  name: string;
  port: Int32;
}

export interface LabelSpec {
  version?: `v${number}`;
  flavour?: `${Size}-${"hot" | "cold"}`;
  domain?: `${string}.example.com`;
  toggle?: `is:${boolean}`;
  nested?: `a-${`b${Int32}`}`;
  literal?: `just.this`;
  upper?: Uppercase<Size>;
  without?: Exclude<Size | "L", "S">;
  only?: Extract<Size | "L", "L" | "M">;
  name?: Name;
  pair?: [low: Int32, high: Int32];
  oneOrTwo?: [string, string?];
  some?: [string, ...string[]];
  ports?: ListMap<Port, "name">;
  zones?: ListSet<string>;
  lines?: AtomicList<string>;
  hosts?: Record<`${string}.example.com`, string>;
}

export interface Label extends CustomResource<"texts.abc.com/v1", "Label"> {
  spec: LabelSpec;
}
export const Label = defineKind<Label>("texts.abc.com/v1", "Label");
