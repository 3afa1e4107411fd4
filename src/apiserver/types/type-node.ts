import type { Json } from "../../core/json.js";

/**
 * The type of a value in an object. Pruning, field validation, patches, and server-side apply share this view, whether the
 * type comes from Kubernetes' OpenAPI or from a CRD's schema. Nodes are created on first use, so a type can contain itself.
 */
export interface TypeNode {
  /** `any`: the type is not declared (untyped JSON, int-or-string, quantity, unknown fields). */
  readonly type: "object" | "array" | "string" | "integer" | "number" | "boolean" | "any";
  readonly format?: string;
  /** The declared fields of an object, in the order of the type. Empty for a map and for untyped JSON. */
  readonly fieldNames: readonly string[];
  /** Returns the type of a declared field, or otherwise the type of a map's values. Undefined if there is no such field. */
  field(name: string): TypeNode | undefined;
  /** The type of a map's values (`additionalProperties`). */
  readonly values?: TypeNode | undefined;
  /** The type of a list's items. */
  readonly items?: TypeNode | undefined;
  /** Preserves undeclared fields (`x-kubernetes-preserve-unknown-fields`, and untyped JSON). */
  readonly keepsUnknown: boolean;
  /** An object with its own apiVersion, kind, and metadata (`x-kubernetes-embedded-resource`). */
  readonly isEmbeddedResource: boolean;
  readonly nullable: boolean;
  readonly required: readonly string[];
  readonly default?: Json;
  /** The type of a list. Default, as in structured-merge-diff: `atomic`. */
  readonly listType: "atomic" | "set" | "map";
  /** The keys of a list of type `map`. */
  readonly listMapKeys: readonly string[];
  /** The type of an object or map. */
  readonly mapType: "granular" | "atomic";
  /** How a strategic merge patch treats the field (`merge`, `merge,retainKeys`, `replace`). Only for built-in types. */
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  /** The name of the Go type without its package (`DeploymentSpec`). Only for built-in types. */
  readonly typeName?: string;
  /** The object type of a type that is an object or another value (`JSONSchemaPropsOrBool`). */
  readonly alternative?: TypeNode | undefined;
  /** Returns how Go declares a field, which determines the form that clients read back. Only for built-in types. */
  goField?(name: string): GoField | undefined;
}

export interface GoField {
  /** The type as Go prints it: `int32`, `[]v1.Container`, `map[string]string`, `v1.PullPolicy`. */
  readonly type: string;
  readonly isPointer: boolean;
  /** Omitted when it is empty, zero, or unset (`omitempty`). A struct that is not a pointer is never omitted. */
  readonly isOmittedWhenEmpty: boolean;
  /** A struct that is omitted when it is zero (`omitzero`). */
  readonly isOmittedWhenZero: boolean;
}
