import type { KnownTypeName } from "../../model/type-model.js";

/** The types that `tsop` exports and that have a schema of their own, or one that is made of their arguments. */
export const tsopTypes: ReadonlyMap<string, { readonly known: KnownTypeName } | { readonly list: ListTypeName }> =
  new Map<string, { readonly known: KnownTypeName } | { readonly list: ListTypeName }>([
    ...(["Int32", "Int64", "Double", "Integer", "Base64", "Quantity", "IntOrString"] as const).map(
      (known) => [known, { known }] as const,
    ),
    ...(["Time", "MicroTime", "Duration", "Condition", "ObjectMeta", "RawExtension"] as const).map(
      (known) => [known, { known }] as const,
    ),
    ["ListMap", { list: "map" }],
    ["ListSet", { list: "set" }],
    ["AtomicList", { list: "atomic" }],
  ]);

export type ListTypeName = "map" | "set" | "atomic";
