import {
  type CustomResource,
  defineKind,
  type Duration,
  type Int32,
  type Int64,
  type IntOrString,
  type RawExtension,
} from "tsop";

/**
 * Names are short.
 * @maxItems 8
 * @items.minLength 1
 * @items.maxLength 63
 * @items.pattern ^[a-z]+$
 * @items.format hostname
 * @items.enum one;two
 * @items.cel rule="self != 'three'" message="not three" reason=FieldValueForbidden
 */
type Names = string[];

/**
 * @maxItems 8
 * @items.exclusiveMinimum 0
 * @items.exclusiveMaximum 100
 * @items.multipleOf 5
 */
type Numbers = Int64[];

/**
 * @items.minItems 1
 * @items.maxItems 3
 */
type Rows = Int32[][];

/**
 * @items.minProperties 1
 * @items.maxProperties 3
 */
type Entries = Record<string, string>[];

/**
 * @items.embeddedResource
 * @items.preserveUnknownFields
 * @items.schemaType object
 */
type Objects = RawExtension[];

/** @items.intOrString */
type Ports = IntOrString[];

export interface ItemSpec {
  names?: Names;
  numbers?: Numbers;
  rows?: Rows;
  entries?: Entries;
  objects?: Objects;
  ports?: Ports;
  /**
   * @items.minLength 2
   * @items.maxLength 5
   * @items.pattern ^[a-z:;]+$
   * @items.format uri
   */
  addresses?: string[];
  /** @listType set */
  sizes?: ("Small" | "Large" | "Extra Large")[];
  /**
   * @items.minimum -1
   * @items.maximum 10
   * @items.exclusiveMinimum
   * @items.exclusiveMaximum
   * @items.multipleOf 2
   * @items.enum 2;4;6
   */
  even?: Int32[];
  /**
   * @minItems 1
   * @maxItems 2
   * @items.minItems 3
   * @items.maxItems 4
   */
  matrix?: Int32[][];
  /**
   * @items.minProperties 1
   * @items.maxProperties 2
   */
  maps?: Record<string, Int32>[];
  /**
   * @items.schemaType string
   * @items.format duration
   */
  durations?: Duration[];
  /**
   * @items.intOrString
   * @items.maxLength 5
   * @items.pattern ^[0-9]+%?$
   */
  widths?: IntOrString[];
  /**
   * @items.embeddedResource
   * @items.preserveUnknownFields
   */
  manifests?: RawExtension[];
  /** @items.preserveUnknownFields */
  anything?: unknown[];
  /**
   * @maxItems 10
   * @items.cel rule="self.from < self.to" message="from must be before to" fieldPath=.from reason=FieldValueInvalid
   * @items.cel {rule: "self.to >= oldSelf.to", messageExpression: "'the end of ' + self.name + ' must not come nearer'", optionalOldSelf: false}
   * @listType map
   * @listMapKey name
   */
  ranges?: Range[];
  /**
   * The bounds of a named type hold for the items too.
   * @maxItems 3
   */
  words?: Word[];
  /** @maxProperties 3 */
  lists?: Record<string, Words>;
}

/** Range is a range with a name. */
interface Range {
  /** @maxLength 20 */
  name: string;
  from: Int32;
  /** @example 2 */
  to: Int32;
}

/**
 * Word is a word.
 * @minLength 2
 * @maxLength 20
 */
type Word = string;

/**
 * @maxItems 6
 * @listType set
 */
type Words = Word[];

export interface Item extends CustomResource<"items.abc.com/v1", "Item"> {
  spec: ItemSpec;
}
export const Item = defineKind<Item>("items.abc.com/v1", "Item");
