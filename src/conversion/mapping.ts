/** How a value of one version becomes a value of another version. */
import type { ExactJsonValue } from "../core/json.js";

export type Mapping =
  /** The same value. `isNullDropped`: the target does not allow null. */
  | { readonly kind: "copy"; readonly isNullDropped: boolean }
  | { readonly kind: "fields"; readonly fields: FieldMappings }
  | { readonly kind: "items"; readonly item: Mapping }
  | { readonly kind: "values"; readonly value: Mapping }
  /** A number or a boolean as its text. */
  | { readonly kind: "to-text" }
  | { readonly kind: "from-text"; readonly type: "integer" | "number" | "boolean" }
  /** The only item of a list. `isObject`: the value is no scalar. */
  | { readonly kind: "to-list"; readonly isObject: boolean }
  | { readonly kind: "first-item" }
  /** A field of an object whose other fields are absent. */
  | {
      readonly kind: "to-field";
      readonly field: string;
      readonly others: readonly string[];
      readonly isObject: boolean;
    }
  | { readonly kind: "from-field"; readonly field: string }
  /** The value, if the target allows it. */
  | { readonly kind: "only"; readonly values: readonly ExactJsonValue[] }
  | { readonly kind: "only-type"; readonly type: "integer" | "string" }
  /** Only the author knows. */
  | { readonly kind: "open" };

export interface FieldMappings {
  /** The fields of the target. */
  readonly fields: readonly FieldMapping[];
  /** The fields of the source that no field of the target contains. */
  readonly lost: readonly string[];
  /** Whether both sides have fields that the schema does not name, which the conversion copies. */
  readonly hasOthers: boolean;
}

export interface FieldMapping {
  readonly name: string;
  readonly origin: Origin;
}

export type Origin =
  /** `isProposed`: the fields have different names, and only the author knows that they are the same. */
  | {
      readonly kind: "field";
      readonly name: string;
      readonly mapping: Mapping;
      readonly isProposed: boolean;
      /** The types, if the author must write the conversion, or if some values are only stored. */
      readonly types?: { readonly source: string; readonly target: string };
    }
  /** The source has no such field. `isNeeded`: the target requires it, and has no default. */
  | { readonly kind: "none"; readonly isNeeded: boolean };
