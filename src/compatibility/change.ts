/** The differences between two versions of a CRD, and their verdicts. */
import type { ExactJsonValue } from "../core/json.js";
import type { BoundKeyword, Schema, ValidationRule } from "../schema/schema.js";
import type { CrdColumn, CrdScale, ObjectStore } from "./crd.js";

/** One difference between two CRDs. */
export interface Change {
  readonly place: Place;
  readonly detail: ChangeDetail;
  readonly verdicts: Verdicts;
}

export interface Place {
  /** The name of the CRD: `plural.group`. */
  readonly crd: string;
  /** The version, unless the change concerns all of them. */
  readonly version?: string;
  /**
   * The version of the new CRD, if it has another name: the change is then a difference between two served versions, and
   * objects cross it whenever the API server converts them.
   */
  readonly versionAfter?: string;
  /** The path to the schema that changed, from the root of an object. */
  readonly path: readonly Step[];
  /** The keyword of that schema. */
  readonly keyword?: keyof Schema;
}

/** A step from a schema into a field, into the items of a list, or into the values of a map. */
export type Step =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "item" }
  | { readonly kind: "value" };

export interface Verdicts {
  /** The stored objects of the old CRD under the new schema: reads, updates, server-side apply. */
  readonly objects: Verdict;
  /** Clients that know the old API, and read and write the new one. */
  readonly clients: Verdict;
  /** Objects written under the new CRD, under the old schema and its controllers: a rollback. */
  readonly rollback: Verdict;
}

export type Direction = keyof Verdicts;

/** Who breaks, and why, in one sentence. */
export interface Verdict {
  readonly level: Level;
  readonly why: string;
}

export const levels = ["compatible", "breaking for some", "breaking"] as const;
export type Level = (typeof levels)[number];

/** The values that a schema allows after a change of it, compared with the values before. */
export type Effect = "same" | "wider" | "narrower" | "other";

/** The part of a CRD, or of the schema at the place, that differs. */
export type ChangeDetail = SchemaChange | VersionChange | CrdChange;

export type SchemaChange =
  /** A field, the items of a list or the values of a map. `path` includes the added step. */
  | { readonly kind: "field-added"; readonly after: Schema }
  /** `isPreserved`: the new schema keeps the field as an unknown field. */
  | { readonly kind: "field-removed"; readonly before: Schema; readonly isPreserved: boolean }
  | { readonly kind: "type-changed"; readonly before: TypeName; readonly after: TypeName; readonly effect: Effect }
  /** `field` is newly required. `isNew`: the old schema does not have it. */
  | {
      readonly kind: "required-added";
      readonly field: string;
      readonly isNew: boolean;
      readonly default?: ExactJsonValue;
    }
  | { readonly kind: "required-removed"; readonly field: string }
  | {
      readonly kind: "enum-changed";
      readonly before?: readonly ExactJsonValue[];
      readonly after?: readonly ExactJsonValue[];
      readonly added: readonly ExactJsonValue[];
      readonly removed: readonly ExactJsonValue[];
    }
  /** A bound of a number, text, list or object, including whether it is exclusive. */
  | {
      readonly kind: "bound-changed";
      readonly keyword: BoundKeyword;
      readonly before?: Bound;
      readonly after?: Bound;
      readonly effect: Effect;
    }
  | {
      readonly kind: "multiple-changed";
      readonly before?: number | bigint;
      readonly after?: number | bigint;
      readonly effect: Effect;
    }
  /** `example`: a text that one of the two patterns accepts, and the other does not. */
  | {
      readonly kind: "pattern-changed";
      readonly before?: string;
      readonly after?: string;
      readonly effect: Effect | "unknown";
      readonly example?: string;
    }
  | { readonly kind: "format-changed"; readonly before?: string; readonly after?: string; readonly effect: Effect }
  | { readonly kind: "nullable-added" }
  | { readonly kind: "nullable-removed" }
  | { readonly kind: "default-changed"; readonly before?: ExactJsonValue; readonly after?: ExactJsonValue }
  | { readonly kind: "rule-added"; readonly after: ValidationRule }
  | { readonly kind: "rule-removed"; readonly before: ValidationRule }
  /** The same text with another message, reason, field or `optionalOldSelf`. */
  | { readonly kind: "rule-changed"; readonly before: ValidationRule; readonly after: ValidationRule }
  /** `allOf`, `anyOf`, `oneOf` or `not`. */
  | {
      readonly kind: "branches-changed";
      readonly keyword: BranchKeyword;
      readonly before: readonly Schema[];
      readonly after: readonly Schema[];
      readonly effect: Effect;
    }
  /** `x-kubernetes-preserve-unknown-fields`, or `additionalProperties` that is `true` or `false`. */
  | { readonly kind: "pruning-added" }
  | { readonly kind: "pruning-removed" }
  | { readonly kind: "list-type-changed"; readonly before: ListType; readonly after: ListType }
  | { readonly kind: "list-keys-changed"; readonly before: readonly string[]; readonly after: readonly string[] }
  | { readonly kind: "map-type-changed"; readonly before: MapType; readonly after: MapType }
  | { readonly kind: "embedded-added" }
  | { readonly kind: "embedded-removed" }
  /** Descriptions, titles, examples and external documentation. */
  | { readonly kind: "documentation-changed"; readonly before?: string; readonly after?: string };

export type VersionChange =
  | { readonly kind: "version-added"; readonly isServed: boolean; readonly isStored: boolean }
  | { readonly kind: "version-removed"; readonly wasServed: boolean; readonly wasStored: boolean }
  | { readonly kind: "served-changed"; readonly after: boolean }
  | { readonly kind: "deprecation-changed"; readonly before?: string; readonly after?: string }
  | { readonly kind: "column-changed"; readonly name: string; readonly before?: CrdColumn; readonly after?: CrdColumn }
  | { readonly kind: "status-added" }
  | { readonly kind: "status-removed" }
  | { readonly kind: "scale-changed"; readonly before?: CrdScale; readonly after?: CrdScale }
  | { readonly kind: "selectable-added"; readonly field: string }
  | { readonly kind: "selectable-removed"; readonly field: string };

export type CrdChange =
  | { readonly kind: "crd-added" }
  | { readonly kind: "crd-removed" }
  | { readonly kind: "scope-changed"; readonly before: string; readonly after: string }
  | {
      readonly kind: "name-changed";
      readonly part: "group" | "kind" | "plural" | "singular" | "listKind";
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: "names-changed";
      readonly part: "shortNames" | "categories";
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly kind: "storage-changed"; readonly before: string; readonly after: string }
  /** The API server no longer stores the field of a served version: the new storage version does not have it. */
  | { readonly kind: "field-unstored"; readonly storage: string }
  /** The reverse: the old storage version does not have the field. */
  | { readonly kind: "field-stored"; readonly storage: string }
  | { readonly kind: "conversion-changed"; readonly before: string; readonly after: string }
  /** Another server has the objects, or the same one has them in another storage. */
  | { readonly kind: "store-changed"; readonly before: ObjectStore; readonly after: ObjectStore }
  /** `spec.preserveUnknownFields` of the whole CRD. */
  | { readonly kind: "crd-pruning-changed"; readonly after: boolean };

export type ChangeKind = ChangeDetail["kind"];

/** A type of JSON, `int-or-string`, or `any` for a schema that preserves what it does not declare, and has no type. */
export type TypeName = NonNullable<Schema["type"]> | "int-or-string" | "any";
export type ListType = NonNullable<Schema["x-kubernetes-list-type"]>;
export type MapType = NonNullable<Schema["x-kubernetes-map-type"]>;
export type BranchKeyword = "allOf" | "anyOf" | "oneOf" | "not";

export interface Bound {
  readonly value: number | bigint;
  readonly isExclusive: boolean;
}

/** Returns the directions in which a change breaks all or some. */
export function brokenDirections({ verdicts }: Change): Direction[] {
  return (["objects", "clients", "rollback"] as const).filter((each) => verdicts[each].level !== "compatible");
}

/** Returns the path as the API server writes it: `spec.ports[*].name`, and `*` for a value of a map. */
export function showPath(path: readonly Step[]): string {
  return path
    .map((step) => (step.kind === "item" ? "[*]" : `.${step.kind === "field" ? step.name : "*"}`))
    .join("")
    .replace(/^\./, "");
}
