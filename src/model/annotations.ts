import type { ExactJsonValue } from "../core/json.js";
import type { SourceLocation } from "../core/source-location.js";
import type { TagRecord } from "./tag-record.js";

/** The description and the tags in a comment about the declaration below it. */
export interface Annotations {
  /** The text without the tags; empty if there is none. */
  readonly description: string;
  readonly tags: readonly Tag[];
}

export const noAnnotations: Annotations = { description: "", tags: [] };

/** A known tag whose argument matches its grammar. */
export interface Tag {
  readonly record: TagRecord;
  /** As written, with its sign: `@minimum`, `+kubebuilder:validation:Minimum`. */
  readonly spelling: string;
  /** The path from the field's type to the target of the tag: `@items.values.minLength` has `["items", "values"]`. */
  readonly path: readonly TagStep[];
  readonly argument: TagArgument;
  readonly at: SourceLocation;
}

/** A step to the items of a list, or to the values or the keys of a map. */
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
      /** The text in the tag: `1.10` for the number 1.1. */
      readonly written?: string;
    }
  | {
      readonly kind: "values";
      readonly value: readonly ExactJsonValue[];
      /** The texts in the tag: `1.10` for the number 1.1. */
      readonly written: readonly string[];
    }
  | { readonly kind: "record"; readonly value: RecordArgument };

export type RecordArgument = Readonly<Record<string, string | number | boolean | readonly string[]>>;
