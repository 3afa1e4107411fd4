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
 * +kubebuilder:validation:MaxItems=8
 * +kubebuilder:validation:items:MinLength=1
 * +kubebuilder:validation:items:MaxLength=63
 * +kubebuilder:validation:items:Pattern=`^[a-z]+$`
 * +kubebuilder:validation:items:Format=hostname
 * +kubebuilder:validation:items:Enum=one;two
 * +kubebuilder:validation:items:XValidation:rule="self != 'three'",message="not three",reason=FieldValueForbidden
 */
type Names = string[];

// +kubebuilder:validation:MaxItems=8
// +kubebuilder:validation:items:Minimum=0
// +kubebuilder:validation:items:Maximum=100
// +kubebuilder:validation:items:ExclusiveMinimum=true
// +kubebuilder:validation:items:ExclusiveMaximum=true
// +kubebuilder:validation:items:MultipleOf=5
type Numbers = Int64[];

// +kubebuilder:validation:items:MinItems=1
// +kubebuilder:validation:items:MaxItems=3
type Rows = Int32[][];

// +kubebuilder:validation:items:MinProperties=1
// +kubebuilder:validation:items:MaxProperties=3
type Entries = Record<string, string>[];

// +kubebuilder:validation:items:XEmbeddedResource
// +kubebuilder:validation:items:XPreserveUnknownFields
// +kubebuilder:validation:items:Type=object
type Objects = RawExtension[];

// +kubebuilder:validation:items:XIntOrString
type Ports = IntOrString[];

export interface ItemSpec {
  names?: Names;
  numbers?: Numbers;
  rows?: Rows;
  entries?: Entries;
  objects?: Objects;
  ports?: Ports;
  // +kubebuilder:validation:items:MinLength=2
  // +kubebuilder:validation:items:MaxLength=5
  // +kubebuilder:validation:items:Pattern=`^[a-z:;]+$`
  // +kubebuilder:validation:items:Format=uri
  addresses?: string[];
  // +kubebuilder:validation:items:Enum=Small;Large;"Extra Large"
  // +listType=set
  sizes?: string[];
  // +kubebuilder:validation:items:Minimum=-1
  // +kubebuilder:validation:items:Maximum=10
  // +kubebuilder:validation:items:ExclusiveMinimum=true
  // +kubebuilder:validation:items:ExclusiveMaximum=true
  // +kubebuilder:validation:items:MultipleOf=2
  // +kubebuilder:validation:items:Enum=2;4;6
  even?: Int32[];
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=2
  // +kubebuilder:validation:items:MinItems=3
  // +kubebuilder:validation:items:MaxItems=4
  matrix?: Int32[][];
  // +kubebuilder:validation:items:MinProperties=1
  // +kubebuilder:validation:items:MaxProperties=2
  maps?: Record<string, Int32>[];
  // +kubebuilder:validation:items:Type=string
  // +kubebuilder:validation:items:Format=duration
  durations?: Duration[];
  // +kubebuilder:validation:items:XIntOrString
  // +kubebuilder:validation:items:MaxLength=5
  // +kubebuilder:validation:items:Pattern=`^[0-9]+%?$`
  widths?: IntOrString[];
  // +kubebuilder:validation:items:XEmbeddedResource
  // +kubebuilder:validation:items:XPreserveUnknownFields
  manifests?: RawExtension[];
  // +kubebuilder:validation:items:XPreserveUnknownFields
  anything?: unknown[];
  // +kubebuilder:validation:MaxItems=10
  // +kubebuilder:validation:items:XValidation:rule="self.from < self.to",message="from must be before to",fieldPath=.from,reason=FieldValueInvalid
  // +kubebuilder:validation:items:XValidation:rule="self.to >= oldSelf.to",messageExpression="'the end of ' + self.name + ' must not come nearer'",optionalOldSelf=false
  // +listType=map
  // +listMapKey=name
  ranges?: Range[];
  /**
   * The bounds of a named type hold for the items too.
   * +kubebuilder:validation:MaxItems=3
   */
  words?: Word[];
  // +kubebuilder:validation:MaxProperties=3
  lists?: Record<string, Words>;
}

/**
 * Range is a range with a name.
 */
interface Range {
  // +kubebuilder:validation:MaxLength=20
  name: string;
  from: Int32;
  // +kubebuilder:example=2
  to: Int32;
}

/**
 * Word is a word.
 * +kubebuilder:validation:MinLength=2
 * +kubebuilder:validation:MaxLength=20
 */
type Word = string;

// +kubebuilder:validation:MaxItems=6
// +listType=set
type Words = Word[];

export interface Item extends CustomResource<"items.abc.com/v1", "Item"> {
  spec: ItemSpec;
}
export const Item = defineKind<Item>("items.abc.com/v1", "Item");
