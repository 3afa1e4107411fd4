// +groupName=gotypes.abc.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Base is embedded.
type Base struct {
	// From the base.
	Inherited string `json:"inherited"`
	// +kubebuilder:validation:MaxLength=5
	Bounded string `json:"bounded,omitempty"`
}

// Middle embeds and is embedded.
type Middle struct {
	Base `json:",inline"`
	// In the middle.
	Between int32 `json:"between"`
}

type Optional struct {
	Extra string `json:"extra,omitempty"`
}

// Level is an alias.
type Level = Grade

// Grade is a named type.
// +kubebuilder:validation:Minimum=1
type Grade int64

type Colour string

// Leaf is at the end.
type Leaf struct {
	Value string `json:"value,omitempty"`
}

type Empty struct{}

type TypeSpec struct {
	Middle    `json:",inline"`
	*Optional `json:",inline"`

	Text    string  `json:"text"`
	Flag    bool    `json:"flag"`
	Int     int     `json:"int"`
	Int8    int8    `json:"int8"`
	Int16   int16   `json:"int16"`
	Int32   int32   `json:"int32"`
	Int64   int64   `json:"int64"`
	Uint    uint    `json:"uint"`
	Uint8   uint8   `json:"uint8"`
	Uint16  uint16  `json:"uint16"`
	Uint32  uint32  `json:"uint32"`
	Uint64  uint64  `json:"uint64"`
	Float32 float32 `json:"float32"`
	Float64 float64 `json:"float64"`

	Bytes    []byte              `json:"bytes"`
	List     []string            `json:"list"`
	Array    [3]int32            `json:"array"`
	Pointers []*Leaf             `json:"pointers"`
	Lists    [][]Leaf            `json:"lists"`
	Map      map[string]string   `json:"map"`
	Maps     map[string]Leaf     `json:"maps"`
	Deep     map[string][]string `json:"deep"`
	Files    map[string][]byte   `json:"files"`
	Keys     map[Colour]*int32   `json:"keys"`

	Pointer *string `json:"pointer"`
	Leaf    *Leaf   `json:"leaf"`
	Empty   Empty   `json:"empty"`
	Level   Level   `json:"level"`
	Grades  []Grade `json:"grades"`
	// +kubebuilder:validation:Enum=red;green
	Colour Colour `json:"colour"`

	Time     metav1.Time          `json:"time"`
	Micro    metav1.MicroTime     `json:"micro"`
	Duration metav1.Duration      `json:"duration"`
	Quantity resource.Quantity    `json:"quantity"`
	Port     intstr.IntOrString   `json:"port"`
	Raw      runtime.RawExtension `json:"raw"`
	Anything apiextensionsv1.JSON `json:"anything"`
	Meta     metav1.ObjectMeta    `json:"meta"`
}

type Type struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              TypeSpec `json:"spec"`
}
