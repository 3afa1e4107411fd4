/** The form in which every tag is declared: once, as data, for the reader, the generators and the documentation. */

/** Where a tag may stand. `type`: a named type or a field. `kind`: the interface of a kind.
 * `handler`: what answers a webhook, or the call that registers it. `anywhere`: any comment. */
export type TagPlace = "kind" | "type" | "field" | "handler" | "anywhere";

export interface TagRecord {
  /** The name behind `@`. */
  readonly name: string;
  /** Other names behind `@` that mean the same. */
  readonly aliases?: readonly string[];
  /** kubebuilder's spellings, without `+`. One with a `value` stands for the tag with that argument. */
  readonly markers: readonly (string | { readonly name: string; readonly value: string })[];
  readonly places: readonly TagPlace[];
  readonly argument: ArgumentGrammar;
  /** Whether it may be given more than once for the same thing. Default false. */
  readonly repeatable?: boolean;
  readonly effect: TagEffect;
  readonly summary: string;
  /** A line of a comment, for the documentation. */
  readonly example: string;
}

export type ArgumentGrammar =
  | { readonly kind: "none" }
  /** `true`, `false`, or nothing, which means true. */
  | { readonly kind: "flag" }
  | { readonly kind: "number" }
  /** A whole number from zero. */
  | { readonly kind: "count" }
  /** All that follows. */
  | { readonly kind: "text"; readonly optional?: boolean }
  | { readonly kind: "word"; readonly values?: readonly string[] }
  /** Separated by `;`, `,` or blanks. */
  | { readonly kind: "words"; readonly assignments?: boolean }
  /** JSON, or kubebuilder's shorthand for it. */
  | { readonly kind: "value" }
  | { readonly kind: "values" }
  | { readonly kind: "record"; readonly fields: Readonly<Record<string, RecordField>>; readonly positional?: string }
  /** A CEL rule: alone, before a message in quotes, or as a record. */
  | { readonly kind: "cel" };

export interface RecordField {
  readonly type: "text" | "words" | "integer" | "flag";
  readonly required?: boolean;
  readonly aliases?: readonly string[];
}

export type BoundKeyword =
  "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties";

/** What kind of schema a keyword can apply to. */
export type SchemaSubject = "number" | "string" | "list" | "object";

export type TagEffect =
  | {
      readonly kind: "bound";
      readonly keyword: BoundKeyword;
      readonly on: SchemaSubject;
      readonly keep: "larger" | "smaller";
    }
  | { readonly kind: "exclusive"; readonly bound: "minimum" | "maximum" }
  | { readonly kind: "multipleOf" }
  | { readonly kind: "pattern" }
  | { readonly kind: "format" }
  | { readonly kind: "schemaType" }
  | { readonly kind: "enum" }
  /** Says that the type names its values. */
  | { readonly kind: "declaredEnum" }
  | { readonly kind: "default" }
  | { readonly kind: "example" }
  | { readonly kind: "title" }
  | { readonly kind: "externalDocs" }
  | { readonly kind: "presence"; readonly required: boolean }
  | { readonly kind: "nullable" }
  | { readonly kind: "omit" }
  | { readonly kind: "recursionDepth" }
  | { readonly kind: "maxDescLen" }
  | { readonly kind: "junctor"; readonly keyword: "allOf" | "anyOf" | "oneOf" | "not" }
  | { readonly kind: "schemaKeywords" }
  | { readonly kind: "preserveUnknownFields" }
  | { readonly kind: "embeddedResource" }
  | { readonly kind: "intOrString" }
  | { readonly kind: "schemaless" }
  | { readonly kind: "listType" }
  | { readonly kind: "listMapKey" }
  | { readonly kind: "mapType" }
  | { readonly kind: "cel" }
  | { readonly kind: "immutable" }
  | { readonly kind: "oneOf"; readonly count: "atMostOne" | "exactlyOne" | "atLeastOne" }
  | { readonly kind: "imported" }
  | { readonly kind: "name"; readonly part: "plural" | "singular" | "listKind" }
  | { readonly kind: "names"; readonly part: "shortNames" | "categories" }
  | { readonly kind: "scope" }
  | { readonly kind: "resource" }
  | { readonly kind: "subresource" }
  | { readonly kind: "noStatusSubresource" }
  | { readonly kind: "scale" }
  | { readonly kind: "scalePath"; readonly part: "spec" | "status" | "selector" }
  | { readonly kind: "printColumn" }
  | { readonly kind: "selectable" }
  | { readonly kind: "storageVersion" }
  | { readonly kind: "unserved" }
  | { readonly kind: "deprecated" }
  | { readonly kind: "skipVersion" }
  | { readonly kind: "metadata"; readonly part: "annotations" | "labels" | "both" }
  | { readonly kind: "identity"; readonly part: "group" | "version" }
  | { readonly kind: "skipFile" }
  | { readonly kind: "macro" }
  | { readonly kind: "rbac" }
  | { readonly kind: "webhook" }
  | { readonly kind: "webhookSelector"; readonly field: "namespaceSelector" | "objectSelector" }
  | { readonly kind: "matchCondition" }
  | { readonly kind: "webhookConfiguration" }
  /** Understood, and needless here. */
  | { readonly kind: "needless"; readonly reason: string }
  /** Known, and wrong: an error that says what to write instead. */
  | { readonly kind: "refused"; readonly hint: string };
