import { type CustomResource, defineKind, type Duration, type Int32, type IntOrString, type RawExtension } from "tsop";

/**
 * Percent is a part of a hundred.
 * +kubebuilder:validation:Minimum=0
 * +kubebuilder:validation:Maximum=100
 * +kubebuilder:validation:ExclusiveMinimum=true
 * +kubebuilder:validation:ExclusiveMaximum=true
 * +kubebuilder:validation:MultipleOf=2
 * +kubebuilder:title="A percentage"
 * +kubebuilder:externalDocs:url="https://example.com/percent"
 */
type Percent = Int32;

/**
 * Host is the name of a host.
 * +kubebuilder:validation:MinLength=1
 * +kubebuilder:validation:MaxLength=63
 * +kubebuilder:validation:Pattern=`^[a-z]+$`
 * +kubebuilder:validation:Format=hostname
 * +kubebuilder:validation:XValidation:rule="self != 'localhost'",message="must not be localhost"
 */
type Host = string;

// +kubebuilder:validation:Enum=Small;Large
type Size = string;

// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:MaxItems=4
// +listType=map
// +listMapKey=name
type Ports = Port[];

/**
 * Port is a port.
 * +structType=atomic
 * +kubebuilder:externalDocs:url="https://example.com/ports",description="About ports"
 */
interface Port {
  name: string;
  number: Int32;
}

// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=5
// +mapType=atomic
type Labels = Record<string, string>;

// +kubebuilder:validation:XPreserveUnknownFields
interface Open {
  known?: string;
}

// +kubebuilder:pruning:PreserveUnknownFields
interface AlsoOpen {
  known?: string;
}

// +kubebuilder:validation:XEmbeddedResource
type Object = RawExtension;

// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:Pattern=`^[0-9]+%?$`
type Width = IntOrString;

/**
 * Text is a text in JSON, and a struct in Go.
 * +kubebuilder:validation:Type=string
 * +kubebuilder:validation:MaxLength=9
 */
interface Text {
  value: string;
}

/**
 * Span is a span.
 * +kubebuilder:validation:XValidation:rule="self.from <= self.to",message="from must not exceed to",fieldPath=".from",reason=FieldValueInvalid
 * +kubebuilder:validation:XValidation:rule="self.from >= oldSelf.orValue(self).from",optionalOldSelf=true
 * +kubebuilder:validation:XValidation:rule="self.to < 1000",messageExpression="self.from > 10 ? 'below 1000' : 'less than 1000'",reason=FieldValueForbidden
 */
interface Span {
  from: Int32;
  to: Int32;
}

interface NamedSpec {
  /**
   * A field's own words come before those of its type.
   * +kubebuilder:title="Its own title"
   */
  percent: Percent;
  other?: Percent;
  host?: Host;
  // +kubebuilder:validation:XValidation:rule="self != 'example'",message="must not be example"
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
  // +kubebuilder:validation:XValidation:rule="self.from > 0"
  positive?: Span;
  // +kubebuilder:validation:XPreserveUnknownFields
  more?: Record<string, string>;
  // +kubebuilder:validation:XEmbeddedResource
  // +kubebuilder:validation:XPreserveUnknownFields
  template?: RawExtension;
  // +mapType=granular
  granular?: Record<string, string>;
  // +structType=granular
  loose?: Span;
  // +listType=atomic
  // +kubebuilder:validation:MinItems=0
  sizes?: Size[];
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:Type=integer
  // +kubebuilder:validation:Format=int64
  // +kubebuilder:validation:ExclusiveMinimum=false
  // +kubebuilder:validation:Minimum=-1.0
  seconds?: Duration;
}

export interface Named extends CustomResource<"named.abc.com/v1", "Named"> {
  spec: NamedSpec;
}
export const Named = defineKind<Named>("named.abc.com/v1", "Named");
