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

/** Arguments of which the name says all. */
type PlainArgument = Exclude<ArgumentGrammar["kind"], "record">;

interface TagRow extends Partial<Omit<TagRecord, "argument" | "summary">> {
  /** Default: none. */
  readonly argument?: PlainArgument | ArgumentGrammar;
  readonly summary: string;
}

/** A tag by an example of it, which begins with its name; `effect` may be left out where that has the tag's own name. */
export function tag(example: string, places: readonly TagPlace[], row: TagRow): TagRecord {
  const { name = example.slice(1).split(" ", 1).join(""), argument = "none" } = row;
  const own = plainEffects.find((kind) => kind === name);
  const effect = row.effect ?? (own === undefined ? undefined : { kind: own });
  if (effect === undefined) throw new Error(`the tag @${name} has no effect`);
  const grammar = typeof argument === "string" ? { kind: argument } : argument;
  return { markers: [], ...row, name, places, argument: grammar, effect, example };
}

/** Effects that the name of the tag says all of. */
const plainEffects = [
  ...["multipleOf", "pattern", "format", "schemaType", "enum", "declaredEnum", "default", "example", "title"],
  ...["externalDocs", "nullable", "recursionDepth", "maxDescLen", "schemaKeywords", "preserveUnknownFields"],
  ...["embeddedResource", "intOrString", "schemaless", "listType", "listMapKey", "mapType", "cel", "immutable"],
  ...["imported", "scope", "resource", "subresource", "noStatusSubresource", "scale", "printColumn", "selectable"],
  ...["storageVersion", "unserved", "deprecated", "skipVersion", "skipFile", "macro", "rbac"],
  ...["webhook", "matchCondition", "webhookConfiguration"],
] as const;

type PlainEffect = (typeof plainEffects)[number];

export type TagEffect =
  | { readonly kind: PlainEffect }
  | {
      readonly kind: "bound";
      readonly keyword: BoundKeyword;
      readonly on: SchemaSubject;
      readonly keep: "larger" | "smaller";
    }
  | { readonly kind: "exclusive"; readonly bound: "minimum" | "maximum" }
  | { readonly kind: "presence"; readonly required: boolean; readonly notEmpty?: boolean }
  | { readonly kind: "omit" }
  | { readonly kind: "junctor"; readonly keyword: "allOf" | "anyOf" | "oneOf" | "not" }
  | { readonly kind: "oneOf"; readonly count: "atMostOne" | "exactlyOne" | "atLeastOne" }
  | { readonly kind: "name"; readonly part: "plural" | "singular" | "listKind" }
  | { readonly kind: "names"; readonly part: "shortNames" | "categories" }
  | { readonly kind: "scalePath"; readonly part: "spec" | "status" | "selector" }
  | { readonly kind: "metadata"; readonly part: "annotations" | "labels" | "both" }
  | { readonly kind: "identity"; readonly part: "group" | "version" }
  | { readonly kind: "webhookSelector"; readonly field: "namespaceSelector" | "objectSelector" }
  /** Understood, and needless here. */
  | { readonly kind: "needless"; readonly reason: string }
  /** Known, and wrong: an error that says what to write instead. */
  | { readonly kind: "refused"; readonly hint: string };
