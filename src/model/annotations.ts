import type { ExactJsonValue } from "../core/json.js";
import type { SourceLocation } from "../core/source-location.js";
import type { TagRecord } from "./tag-record.js";

/** What a comment says about the thing below it. */
export interface Annotations {
  /** The text without the tags; empty where there is none. */
  readonly description: string;
  readonly tags: readonly Tag[];
}

export const noAnnotations: Annotations = { description: "", tags: [] };

/** A tag that was found, known, and whose argument fits its grammar. */
export interface Tag {
  readonly record: TagRecord;
  /** As it is written, with its sign: `@minimum`, `+kubebuilder:validation:Minimum`. */
  readonly spelling: string;
  /** From the field's type to the part that is meant: `@items.values.minLength` has `["items", "values"]`. */
  readonly path: readonly TagStep[];
  readonly argument: TagArgument;
  readonly at: SourceLocation;
}

/** To the items of a list, or to the values or the keys of a map. */
export type TagStep = "items" | "values" | "keys";

export type TagArgument =
  | { readonly kind: "none" }
  | { readonly kind: "flag"; readonly value: boolean }
  | { readonly kind: "number"; readonly value: number | bigint }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "words"; readonly value: readonly string[] }
  | {
      readonly kind: "value";
      readonly value: ExactJsonValue;
      /** As it is written in the tag: `1.10` where the value is the number 1.1. */
      readonly written?: string;
    }
  | {
      readonly kind: "values";
      readonly value: readonly ExactJsonValue[];
      /** Each as it is written: `1.10` where the value is the number 1.1. */
      readonly written: readonly string[];
    }
  | { readonly kind: "record"; readonly value: RecordArgument };

export type RecordArgument = Readonly<Record<string, string | number | boolean | readonly string[]>>;
