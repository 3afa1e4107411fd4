// +groupName=named.abc.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Percent is a part of a hundred.
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Maximum=100
// +kubebuilder:validation:ExclusiveMinimum=true
// +kubebuilder:validation:ExclusiveMaximum=true
// +kubebuilder:validation:MultipleOf=2
// +kubebuilder:title="A percentage"
// +kubebuilder:externalDocs:url="https://example.com/percent"
type Percent int32

// Host is the name of a host.
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern=`^[a-z]+$`
// +kubebuilder:validation:Format=hostname
// +kubebuilder:validation:XValidation:rule="self != 'localhost'",message="must not be localhost"
type Host string

// +kubebuilder:validation:Enum=Small;Large
type Size string

// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:MaxItems=4
// +listType=map
// +listMapKey=name
type Ports []Port

// Port is a port.
// +structType=atomic
// +kubebuilder:externalDocs:url="https://example.com/ports",description="About ports"
type Port struct {
	Name   string `json:"name"`
	Number int32  `json:"number"`
}

// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=5
// +mapType=atomic
type Labels map[string]string

// +kubebuilder:validation:XPreserveUnknownFields
type Open struct {
	Known string `json:"known,omitempty"`
}

// +kubebuilder:pruning:PreserveUnknownFields
type AlsoOpen struct {
	Known string `json:"known,omitempty"`
}

// +kubebuilder:validation:XEmbeddedResource
type Object runtime.RawExtension

// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:Pattern=`^[0-9]+%?$`
type Width intstr.IntOrString

// Text is a text in JSON, and a struct in Go.
// +kubebuilder:validation:Type=string
// +kubebuilder:validation:MaxLength=9
type Text struct {
	Value string `json:"-"`
}

// Span is a span.
// +kubebuilder:validation:XValidation:rule="self.from <= self.to",message="from must not exceed to",fieldPath=".from",reason=FieldValueInvalid
// +kubebuilder:validation:XValidation:rule="self.from >= oldSelf.orValue(self).from",optionalOldSelf=true
// +kubebuilder:validation:XValidation:rule="self.to < 1000",messageExpression="self.from > 10 ? 'below 1000' : 'less than 1000'",reason=FieldValueForbidden
type Span struct {
	From int32 `json:"from"`
	To   int32 `json:"to"`
}

type NamedSpec struct {
	// A field's own words come before those of its type.
	// +kubebuilder:title="Its own title"
	Percent Percent `json:"percent"`
	Other   Percent `json:"other,omitempty"`
	Host    Host    `json:"host,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self != 'example'",message="must not be example"
	OtherHost Host     `json:"otherHost,omitempty"`
	Hosts     []Host   `json:"hosts,omitempty"`
	Size      *Size    `json:"size,omitempty"`
	Ports     Ports    `json:"ports,omitempty"`
	Main      Port     `json:"main,omitempty"`
	Labels    Labels   `json:"labels,omitempty"`
	Open      Open     `json:"open,omitempty"`
	AlsoOpen  AlsoOpen `json:"alsoOpen,omitempty"`
	Object    Object   `json:"object,omitempty"`
	Width     Width    `json:"width,omitempty"`
	Text      Text     `json:"text,omitempty"`
	Span      Span     `json:"span,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.from > 0"
	Positive Span `json:"positive,omitempty"`
	// +kubebuilder:validation:XPreserveUnknownFields
	More map[string]string `json:"more,omitempty"`
	// +kubebuilder:validation:XEmbeddedResource
	// +kubebuilder:validation:XPreserveUnknownFields
	Template runtime.RawExtension `json:"template,omitempty"`
	// +mapType=granular
	Granular map[string]string `json:"granular,omitempty"`
	// +structType=granular
	Loose Span `json:"loose,omitempty"`
	// +listType=atomic
	// +kubebuilder:validation:MinItems=0
	Sizes []Size `json:"sizes,omitempty"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=integer
	// +kubebuilder:validation:Format=int64
	// +kubebuilder:validation:ExclusiveMinimum=false
	// +kubebuilder:validation:Minimum=-1.0
	Seconds metav1.Duration `json:"seconds,omitempty"`
}

type Named struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              NamedSpec `json:"spec"`
}
