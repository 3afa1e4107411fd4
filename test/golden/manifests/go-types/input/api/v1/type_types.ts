import {
  type Base64,
  type CustomResource,
  defineKind,
  type Duration,
  type Int32,
  type Int64,
  type Integer,
  type IntOrString,
  type MicroTime,
  type ObjectMeta,
  type Quantity,
  type RawExtension,
  type Time,
} from "tsop";

/** Base is embedded. */
interface Base {
  /** From the base. */
  inherited: string;
  /** @maxLength 5 */
  bounded?: string;
}

/** Middle embeds and is embedded. */
interface Middle extends Base {
  /** In the middle. */
  between: Int32;
}

interface Optional {
  extra?: string;
}

type Level = Grade;

/**
 * Grade is a named type.
 * @minimum 1
 */
type Grade = Int64;

type Colour = "red" | "green";

/** Leaf is at the end. */
interface Leaf {
  value?: string;
}

interface Empty {}

export interface TypeSpec extends Middle, Partial<Optional> {
  text: string;
  flag: boolean;
  int: Integer;
  int8: Integer;
  int16: Integer;
  int32: Int32;
  int64: Int64;
  uint: Integer;
  uint8: Integer;
  uint16: Integer;
  uint32: Int32;
  uint64: Int64;
  /** @schemaType number */
  float32: number;
  /** @schemaType number */
  float64: number;

  bytes: Base64;
  list: string[];
  array: Int32[];
  pointers: ReadonlyArray<Leaf>;
  lists: Array<Leaf[]>;
  map: Record<string, string>;
  maps: { [name: string]: Leaf };
  deep: Record<string, string[]>;
  files: Record<string, Base64>;
  keys: Record<string, Int32>;

  pointer: string;
  leaf: Leaf;
  empty: Empty;
  level: Level;
  grades: Grade[];
  colour: Colour;

  time: Time;
  micro: MicroTime;
  duration: Duration;
  quantity: Quantity;
  port: IntOrString;
  raw: RawExtension;
  /** @preserveUnknownFields */
  anything: unknown;
  meta: ObjectMeta;
}

export interface Type extends CustomResource<"gotypes.abc.com/v1", "Type"> {
  spec: TypeSpec;
}
export const Type = defineKind<Type>("gotypes.abc.com/v1", "Type");
