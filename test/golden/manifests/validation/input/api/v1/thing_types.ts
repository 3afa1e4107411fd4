import { type CustomResource, defineKind, type Double, type Int32, type Int64 } from "tsop";

/**
 * A name of at most twenty characters.
 * @maxLength 20
 * @pattern ^[a-z]
 */
type Name = string;

export interface ThingSpec {
  /**
   * The number.
   * It has bounds.
   *
   * @minimum 1
   * @maximum 100
   * @multipleOf 5
   * @example 10
   */
  count: Int32;
  /** @exclusiveMinimum 0 */
  above?: Int64;
  /**
   * @minimum 0
   * @maximum 1
   * @exclusiveMaximum
   */
  share?: Double;
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:validation:ExclusiveMinimum=true
  ratio?: Double;
  /**
   * A pattern with a slash and an end of comment: *\/ does not end it.
   * @pattern ^[^*]+$
   * @minLength 2
   * @maxLength 30
   */
  path: string;
  // +kubebuilder:validation:Pattern=`^[a-z,;]+$`
  // +kubebuilder:validation:MaxLength=5
  // +optional
  raw: string;
  /** @format ipv4 */
  address?: string;
  /** @enum Small;Medium;"Extra Large" */
  size?: string;
  // +kubebuilder:validation:Enum={a,b,"c d"}
  letter?: string;
  /** @enum 1;2;3 */
  level?: Int32;
  /**
   * @minItems 1
   * @maxItems 3
   * @items.minLength 2
   * @items.pattern ^[a-z]+$
   */
  words: string[];
  // +kubebuilder:validation:MaxItems=2
  // +kubebuilder:validation:items:MaxLength=3
  codes?: string[];
  /**
   * @minProperties 1
   * @maxProperties 2
   * @values.maxLength 5
   */
  settings: Record<string, string>;
  /**
   * The field is stricter than its type.
   * @maxLength 10
   */
  name?: Name;
  /** @maxLength 200 */
  otherName?: Name;
  /** @default {"host": "localhost", "ports": [80, 443]} */
  target?: Target;
  // +kubebuilder:default={host: example, ports: {1,2}}
  fallback?: Target;
  // +kubebuilder:default:={}
  none?: string[];
  /** @default true */
  enabled?: boolean;
  /** @default Always */
  policy?: "Always" | "Never";
  /**
   * @title The text
   * @externalDocs https://example.com/text description="About texts"
   * @nullable
   */
  text?: string;
}

/** Where something goes. */
export interface Target {
  /** The host. */
  host: string;
  ports?: Int32[];
}

export interface Thing extends CustomResource<"example.abc.com/v1", "Thing"> {
  spec: ThingSpec;
}
export const Thing = defineKind<Thing>("example.abc.com/v1", "Thing");
