import { type CustomResource, defineKind, type Duration, type Int32, type IntOrString, type RawExtension } from "tsop";

/**
 * Percent is a part of a hundred.
 * @exclusiveMinimum 0
 * @exclusiveMaximum 100
 * @multipleOf 2
 * @title A percentage
 * @externalDocs https://example.com/percent
 */
type Percent = Int32;

/**
 * Host is the name of a host.
 * @minLength 1
 * @maxLength 63
 * @pattern ^[a-z]+$
 * @format hostname
 * @cel self != 'localhost' "must not be localhost"
 */
type Host = string;

type Size = "Small" | "Large";

/**
 * @minItems 1
 * @maxItems 4
 * @listType map
 * @listMapKey name
 */
type Ports = Port[];

/**
 * Port is a port.
 * @structType atomic
 * @externalDocs https://example.com/ports description="About ports"
 */
interface Port {
  name: string;
  number: Int32;
}

/**
 * @minProperties 1
 * @maxProperties 5
 * @mapType atomic
 */
type Labels = Record<string, string>;

/** @preserveUnknownFields */
interface Open {
  known?: string;
}

interface AlsoOpen {
  known?: string;
  [more: string]: unknown;
}

/** @embeddedResource */
type Object = RawExtension;

/**
 * @intOrString
 * @pattern ^[0-9]+%?$
 */
type Width = string | Int32;

/**
 * Text is a text in JSON, and a struct in Go.
 * @schemaType string
 * @maxLength 9
 */
type Text = { value: string };

/**
 * Span is a span.
 * @cel {rule: "self.from <= self.to", message: "from must not exceed to", fieldPath: ".from", reason: FieldValueInvalid}
 * @cel rule="self.from >= oldSelf.orValue(self).from" optionalOldSelf=true
 * @cel rule="self.to < 1000" messageExpression="self.from > 10 ? 'below 1000' : 'less than 1000'" reason=FieldValueForbidden
 */
interface Span {
  from: Int32;
  to: Int32;
}

export interface NamedSpec {
  /**
   * A field's own words come before those of its type.
   * @title Its own title
   */
  percent: Percent;
  other?: Percent;
  host?: Host;
  /** @cel self != 'example' "must not be example" */
  otherHost?: Host;
  hosts?: Host[];
  size?: Size;
  ports?: Ports;
  main?: Port;
  labels?: Labels;
  open?: Open;
  alsoOpen?: AlsoOpen;
  object?: Object;
  width?: Width;
  text?: Text;
  span?: Span;
  /** @cel self.from > 0 */
  positive?: Span;
  /** @preserveUnknownFields */
  more?: Record<string, string>;
  /**
   * @embeddedResource
   * @preserveUnknownFields
   */
  template?: RawExtension;
  /** @mapType granular */
  granular?: Record<string, string>;
  /** @structType granular */
  loose?: Span;
  /**
   * @listType atomic
   * @minItems 0
   */
  sizes?: Size[];
  /**
   * @schemaless
   * @schemaType integer
   * @format int64
   * @minimum -1
   */
  seconds?: Duration;
}

export interface Named extends CustomResource<"named.abc.com/v1", "Named"> {
  spec: NamedSpec;
}
export const Named = defineKind<Named>("named.abc.com/v1", "Named");
