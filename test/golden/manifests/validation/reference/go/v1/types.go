// +groupName=example.abc.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// A name of at most twenty characters.
// +kubebuilder:validation:MaxLength=20
// +kubebuilder:validation:Pattern=`^[a-z]`
type Name string

type ThingSpec struct {
	// The number.
	// It has bounds.
	//
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100
	// +kubebuilder:validation:MultipleOf=5
	// +kubebuilder:example=10
	Count int32 `json:"count"`
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:ExclusiveMinimum=true
	Above int64 `json:"above,omitempty"`
	// +kubebuilder:validation:Type=number
	// +kubebuilder:validation:Format=double
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1
	// +kubebuilder:validation:ExclusiveMaximum=true
	Share string `json:"share,omitempty"`
	// +kubebuilder:validation:Type=number
	// +kubebuilder:validation:Format=double
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:ExclusiveMinimum=true
	Ratio string `json:"ratio,omitempty"`
	// A pattern with a slash and an end of comment: */ does not end it.
	// +kubebuilder:validation:Pattern=`^[^*]+$`
	// +kubebuilder:validation:MinLength=2
	// +kubebuilder:validation:MaxLength=30
	Path string `json:"path"`
	// +kubebuilder:validation:Pattern=`^[a-z,;]+$`
	// +kubebuilder:validation:MaxLength=5
	// +optional
	Raw string `json:"raw"`
	// +kubebuilder:validation:Format=ipv4
	Address string `json:"address,omitempty"`
	// +kubebuilder:validation:Enum=Small;Medium;"Extra Large"
	Size string `json:"size,omitempty"`
	// +kubebuilder:validation:Enum={a,b,"c d"}
	Letter string `json:"letter,omitempty"`
	// +kubebuilder:validation:Enum=1;2;3
	Level int32 `json:"level,omitempty"`
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=3
	// +kubebuilder:validation:items:MinLength=2
	// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
	Words []string `json:"words"`
	// +kubebuilder:validation:MaxItems=2
	// +kubebuilder:validation:items:MaxLength=3
	Codes []string `json:"codes,omitempty"`
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=2
	Settings map[string]Short `json:"settings"`
	// The field is stricter than its type.
	// +kubebuilder:validation:MaxLength=10
	Name Name `json:"name,omitempty"`
	// +kubebuilder:validation:MaxLength=200
	OtherName Name `json:"otherName,omitempty"`
	// +kubebuilder:default={host: "localhost", ports: {80, 443}}
	Target Target `json:"target,omitempty"`
	// +kubebuilder:default={host: example, ports: {1,2}}
	Fallback Target `json:"fallback,omitempty"`
	// +kubebuilder:default:={}
	None []string `json:"none,omitempty"`
	// +kubebuilder:default=true
	Enabled bool `json:"enabled,omitempty"`
	// +kubebuilder:default=Always
	// +kubebuilder:validation:Enum=Always;Never
	Policy string `json:"policy,omitempty"`
	// +kubebuilder:title="The text"
	// +kubebuilder:externalDocs:url="https://example.com/text",description="About texts"
	// +nullable
	Text string `json:"text,omitempty"`
}

// +kubebuilder:validation:MaxLength=5
type Short string

// Where something goes.
type Target struct {
	// The host.
	Host  string  `json:"host"`
	Ports []int32 `json:"ports,omitempty"`
}

type Thing struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ThingSpec `json:"spec"`
}
