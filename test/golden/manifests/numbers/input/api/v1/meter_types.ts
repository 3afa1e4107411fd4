import { type CustomResource, defineKind, type Double, type Int64 } from "tsop";
import { largest } from "./shared.js";

class Limits {
  soft: Int64 = 9007199254740993;
  hard: Int64 = largest;
  least: Int64 = -9223372036854775808;
  mask: Int64 = 0x7fff_ffff_ffff_ffff;
  steps: Int64[] = [9007199254740993, 1];
}

export interface MeterSpec {
  /**
   * Whole numbers keep all their digits.
   *
   * @default 9007199254740993
   */
  count: Int64;
  /** @default 9223372036854775807 */
  largest?: Int64;
  /** @default -9223372036854775808 */
  smallest?: Int64;
  /** @enum 9007199254740993;9007199254740995 */
  choice: Int64;
  /** @example 9007199254740997 */
  shown?: Int64;
  literals?: 9007199254740993 | -9007199254740993;
  // +kubebuilder:validation:Enum={9007199254740993,9007199254740995}
  // +kubebuilder:default=9007199254740995
  marker?: Int64;
  /**
   * @preserveUnknownFields
   * @default {"inner": {"count": 9007199254740993, "list": [9007199254740993, 1e3, -0, 1.0, 0.1, null]}}
   */
  anything?: unknown;
  /**
   * @preserveUnknownFields
   * @default {count: 9007199254740993, words: [a, b]}
   */
  shorthand?: Record<string, unknown>;
  /**
   * @minimum 9007199254740992
   * @maximum 9007199254740996
   */
  bounded: Int64;
  /** @multipleOf 9007199254740992 */
  even: Int64;
  /** @default 1e3 */
  thousand?: Int64;
  /** @default 1.0 */
  one?: Int64;
  /** @default -0 */
  zero?: Int64;
  /** @default 0.1 */
  tenth?: Double;
  /** @default 1e-400 */
  nearlyNothing?: Double;
  /** @default 1.5e300 */
  huge?: Double;
  /** @default 123456789012345678901234567890 */
  long?: Double;
  limits?: Limits;
  /** @enum 1.10;1.9;true;0x10 */
  version?: string;
  // +kubebuilder:validation:Enum={1.10,"1.20",1e3}
  markedVersion?: string;
  /**
   * The rule sees the number as it is.
   *
   * @default 9007199254740993
   * @cel self == 9007199254740993
   */
  ruled?: Int64;
  /**
   * @default [9007199254740993, 9007199254740995]
   * @listType set
   */
  set?: Int64[];
}

export interface Meter extends CustomResource<"example.com/v1", "Meter"> {
  spec: MeterSpec;
}
export const Meter = defineKind<Meter>("example.com/v1", "Meter");
