// +groupName=items.abc.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Names are short.
// +kubebuilder:validation:MaxItems=8
// +kubebuilder:validation:items:MinLength=1
// +kubebuilder:validation:items:MaxLength=63
// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
// +kubebuilder:validation:items:Format=hostname
// +kubebuilder:validation:items:Enum=one;two
// +kubebuilder:validation:items:XValidation:rule="self != 'three'",message="not three",reason=FieldValueForbidden
type Names []string

// +kubebuilder:validation:MaxItems=8
// +kubebuilder:validation:items:Minimum=0
// +kubebuilder:validation:items:Maximum=100
// +kubebuilder:validation:items:ExclusiveMinimum=true
// +kubebuilder:validation:items:ExclusiveMaximum=true
// +kubebuilder:validation:items:MultipleOf=5
type Numbers []int64

// +kubebuilder:validation:items:MinItems=1
// +kubebuilder:validation:items:MaxItems=3
type Rows [][]int32

// +kubebuilder:validation:items:MinProperties=1
// +kubebuilder:validation:items:MaxProperties=3
type Entries []map[string]string

// +kubebuilder:validation:items:XEmbeddedResource
// +kubebuilder:validation:items:XPreserveUnknownFields
// +kubebuilder:validation:items:Type=object
type Objects []runtime.RawExtension

// +kubebuilder:validation:items:XIntOrString
type Ports []intstr.IntOrString

type ItemSpec struct {
	Names   Names   `json:"names,omitempty"`
	Numbers Numbers `json:"numbers,omitempty"`
	Rows    Rows    `json:"rows,omitempty"`
	Entries Entries `json:"entries,omitempty"`
	Objects Objects `json:"objects,omitempty"`
	Ports   Ports   `json:"ports,omitempty"`
	// +kubebuilder:validation:items:MinLength=2
	// +kubebuilder:validation:items:MaxLength=5
	// +kubebuilder:validation:items:Pattern=`^[a-z:;]+$`
	// +kubebuilder:validation:items:Format=uri
	Addresses []string `json:"addresses,omitempty"`
	// +kubebuilder:validation:items:Enum=Small;Large;"Extra Large"
	// +listType=set
	Sizes []string `json:"sizes,omitempty"`
	// +kubebuilder:validation:items:Minimum=-1
	// +kubebuilder:validation:items:Maximum=10
	// +kubebuilder:validation:items:ExclusiveMinimum=true
	// +kubebuilder:validation:items:ExclusiveMaximum=true
	// +kubebuilder:validation:items:MultipleOf=2
	// +kubebuilder:validation:items:Enum=2;4;6
	Even []int32 `json:"even,omitempty"`
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=2
	// +kubebuilder:validation:items:MinItems=3
	// +kubebuilder:validation:items:MaxItems=4
	Matrix [][]int32 `json:"matrix,omitempty"`
	// +kubebuilder:validation:items:MinProperties=1
	// +kubebuilder:validation:items:MaxProperties=2
	Maps []map[string]int32 `json:"maps,omitempty"`
	// +kubebuilder:validation:items:Type=string
	// +kubebuilder:validation:items:Format=duration
	Durations []metav1.Duration `json:"durations,omitempty"`
	// +kubebuilder:validation:items:XIntOrString
	// +kubebuilder:validation:items:MaxLength=5
	// +kubebuilder:validation:items:Pattern=`^[0-9]+%?$`
	Widths []intstr.IntOrString `json:"widths,omitempty"`
	// +kubebuilder:validation:items:XEmbeddedResource
	// +kubebuilder:validation:items:XPreserveUnknownFields
	Manifests []runtime.RawExtension `json:"manifests,omitempty"`
	// +kubebuilder:validation:items:XPreserveUnknownFields
	Anything []apiextensionsv1.JSON `json:"anything,omitempty"`
	// +kubebuilder:validation:MaxItems=10
	// +kubebuilder:validation:items:XValidation:rule="self.from < self.to",message="from must be before to",fieldPath=.from,reason=FieldValueInvalid
	// +kubebuilder:validation:items:XValidation:rule="self.to >= oldSelf.to",messageExpression="'the end of ' + self.name + ' must not come nearer'",optionalOldSelf=false
	// +listType=map
	// +listMapKey=name
	Ranges []Range `json:"ranges,omitempty"`
	// The bounds of a named type hold for the items too.
	// +kubebuilder:validation:MaxItems=3
	Words []Word `json:"words,omitempty"`
	// +kubebuilder:validation:MaxProperties=3
	Lists map[string]Words `json:"lists,omitempty"`
}

// Range is a range with a name.
type Range struct {
	// +kubebuilder:validation:MaxLength=20
	Name string `json:"name"`
	From int32  `json:"from"`
	// +kubebuilder:example=2
	To int32 `json:"to"`
}

// Word is a word.
// +kubebuilder:validation:MinLength=2
// +kubebuilder:validation:MaxLength=20
type Word string

// +kubebuilder:validation:MaxItems=6
// +listType=set
type Words []Word

type Item struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ItemSpec `json:"spec"`
}
