/** The declaration of every tag: once, as data, for the reader, the generators and the documentation. */
import type { BoundKeyword } from "../schema/schema.js";

/**
 * The positions of a tag. `type`: a named type or a field. `kind`: the interface of a kind. `handler`: the code that handles
 * a webhook, or the call that registers it. `anywhere`: any comment.
 */
export type TagPlace = "kind" | "type" | "field" | "handler" | "anywhere";

export interface TagRecord {
  /** The name after `@`. */
  readonly name: string;
  /** Other names after `@` with the same meaning. */
  readonly aliases?: readonly string[];
  /** kubebuilder's spellings, without `+`. A spelling with a `value` represents the tag with that argument. */
  readonly markers: readonly (string | { readonly name: string; readonly value: string })[];
  readonly places: readonly TagPlace[];
  readonly argument: ArgumentGrammar;
  /** Whether it can occur more than once on the same declaration. Default false. */
  readonly repeatable?: boolean;
  readonly effect: TagEffect;
  readonly summary: string;
  /** An example comment line, for the documentation. */
  readonly example: string;
}

export type ArgumentGrammar =
  | { readonly kind: "none" }
  /** `true`, `false`, or nothing, which means true. */
  | { readonly kind: "flag" }
  | { readonly kind: "number" }
  /** A whole number, zero or greater. */
  | { readonly kind: "count" }
  /** The rest of the text. */
  | { readonly kind: "text"; readonly optional?: boolean }
  | { readonly kind: "word"; readonly values?: readonly string[] }
  /** Separated by `;`, `,` or spaces. */
  | { readonly kind: "words"; readonly assignments?: boolean }
  /** JSON, or kubebuilder's shorthand for it. */
  | { readonly kind: "value" }
  | { readonly kind: "values" }
  | { readonly kind: "record"; readonly fields: Readonly<Record<string, RecordField>>; readonly positional?: string }
  /** A CEL rule: alone, before a message in quotes, or as a record. */
  | { readonly kind: "cel" };

export interface RecordField {
  readonly type: "text" | "words" | "tuples" | "integer" | "flag";
  readonly required?: boolean;
  readonly aliases?: readonly string[];
}

/** The types of schemas that a keyword can apply to. */
export type SchemaSubject = "number" | "string" | "list" | "object";

/** Arguments that are fully defined by their name. */
type PlainArgument = Exclude<ArgumentGrammar["kind"], "record">;

interface TagRow extends Partial<Omit<TagRecord, "argument" | "summary">> {
  /** Default: none. */
  readonly argument?: PlainArgument | ArgumentGrammar;
  readonly summary: string;
}

/** Declares a tag by an example, which begins with its name; `effect` is optional if it has the tag's own name. */
export function tag(example: string, places: readonly TagPlace[], row: TagRow): TagRecord {
  const { name = example.slice(1).split(" ", 1).join(""), argument = "none" } = row;
  const own = plainEffects.find((kind) => kind === name);
  const effect = row.effect ?? (own === undefined ? undefined : { kind: own });
  if (effect === undefined) throw new Error(`the tag @${name} has no effect`);
  const grammar = typeof argument === "string" ? { kind: argument } : argument;
  return { markers: [], ...row, name, places, argument: grammar, effect, example };
}

/** Effects that are fully defined by the name of the tag. */
const plainEffects = [
  ...["multipleOf", "pattern", "format", "schemaType", "enum", "declaredEnum", "default", "example", "title"],
  ...["externalDocs", "nullable", "recursionDepth", "maxDescLen", "schemaKeywords", "preserveUnknownFields"],
  ...["embeddedResource", "intOrString", "schemaless", "listType", "listMapKey", "mapType", "cel", "immutable"],
  ...["imported", "scope", "resource", "subresource", "noStatusSubresource", "scale", "printColumn", "selectable"],
  ...["storageVersion", "unserved", "deprecated", "skipVersion", "skipFile", "macro", "rbac"],
  ...["webhook", "matchCondition", "webhookConfiguration", "csv"],
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
  /** Understood, but unnecessary here. */
  | { readonly kind: "needless"; readonly reason: string }
  /** Known, but wrong: an error with the replacement. */
  | { readonly kind: "refused"; readonly hint: string };
