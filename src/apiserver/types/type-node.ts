import type { Json } from "../../core/json.js";

/**
 * What may stand at a place of an object: the one view of a type that pruning, field validation, patches and
 * server-side apply share, whether the type comes from Kubernetes' OpenAPI or from a CRD's schema. Nodes are made when
 * they are first asked for, so a type may contain itself.
 */
export interface TypeNode {
  /** `any`: the type says nothing (untyped JSON, int-or-string, quantity, unknown fields). */
  readonly type: "object" | "array" | "string" | "integer" | "number" | "boolean" | "any";
  readonly format?: string;
  /** The declared fields of an object, in the order of the type. Empty for a map and for untyped JSON. */
  readonly fieldNames: readonly string[];
  /** The type of a declared field; else the type of a map's values; undefined where there is no such field. */
  field(name: string): TypeNode | undefined;
  /** The values of a map (`additionalProperties`). */
  readonly values?: TypeNode | undefined;
  /** Of a list. */
  readonly items?: TypeNode | undefined;
  /** Fields that are not declared are kept (`x-kubernetes-preserve-unknown-fields`, and untyped JSON). */
  readonly keepsUnknown: boolean;
  /** An object with apiVersion, kind and metadata of its own (`x-kubernetes-embedded-resource`). */
  readonly isEmbeddedResource: boolean;
  readonly nullable: boolean;
  readonly required: readonly string[];
  readonly default?: Json;
  /** Of a list. Default, as structured-merge-diff has it: `atomic`. */
  readonly listType: "atomic" | "set" | "map";
  /** Of a list of type `map`. */
  readonly listMapKeys: readonly string[];
  /** Of an object or map. */
  readonly mapType: "granular" | "atomic";
  /** Of Kubernetes' own types: how a strategic merge patch treats the field (`merge`, `merge,retainKeys`, `replace`). */
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  /** Of Kubernetes' own types: the name that Go knows it by, without a package (`DeploymentSpec`). */
  readonly typeName?: string;
  /** Of a type that is an object or something else (`JSONSchemaPropsOrBool`): that object. */
  readonly alternative?: TypeNode | undefined;
  /** Of Kubernetes' own types: how Go holds a field, which decides what an object reads back as. */
  goField?(name: string): GoField | undefined;
}

export interface GoField {
  /** As Go prints it: `int32`, `[]v1.Container`, `map[string]string`, `v1.PullPolicy`. */
  readonly type: string;
  readonly isPointer: boolean;
  /** Not written when it is empty, zero or not set (`omitempty`); a struct that is no pointer is written all the same. */
  readonly isOmittedWhenEmpty: boolean;
  /** A struct that is not written when it is zero (`omitzero`). */
  readonly isOmittedWhenZero: boolean;
}
