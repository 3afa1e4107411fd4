import { type CustomResource, defineKind, type Int32 } from "tsop";

export interface PresenceSpec {
  plain: string;
  omitted?: string;
  pointer: string;
  /** @optional */
  optional: string;
  alsoOptional: string | undefined;
  thirdOptional?: string;
  /** @required */
  required?: string;
  alsoRequired: string;
  /** @minLength 1 */
  thirdRequired: string;
  nullable?: string | null;
  /** @nullable */
  requiredNull: Int32;
  /**
   * @default a text
   * @example another
   */
  text?: string;
  /**
   * @default 5
   * @example 7
   */
  number?: Int32;
  /** @default false */
  flag?: boolean;
  /**
   * @default ["a", "b"]
   * @example ["c"]
   */
  list?: string[];
  /**
   * @default {"key": "value"}
   * @example {"other": "value"}
   */
  map?: Record<string, string>;
  /** @default declared */
  declared?: string;
  /** @default 3 */
  declaredNumber?: Int32;
  /** @default {"size": "Small", "sizes": ["Small", "Large"]} */
  declaredObject?: Sizes;
  /** @default {} */
  empty?: Sizes;
  /**
   * A default does not make a field optional.
   * @default here
   */
  always: string;
  /** @immutable */
  fixed: string;
  /** @immutable */
  fixedOnce?: string;
  /**
   * @embeddedResource
   * @preserveUnknownFields
   * @schemaless
   * @schemaType object
   */
  object?: unknown;
  /**
   * @schemaless
   * @preserveUnknownFields
   */
  anything?: Sizes;
  /** @ignore */
  skipped?: string;
}

interface Sizes {
  /** @default Large */
  size?: string;
  sizes?: string[];
}

export interface Presence extends CustomResource<"presence.abc.com/v1", "Presence"> {
  spec: PresenceSpec;
}
export const Presence = defineKind<Presence>("presence.abc.com/v1", "Presence");
