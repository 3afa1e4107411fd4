// +groupName=example.abc.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type TopologySpec struct {
	// +listType=map
	// +listMapKey=name
	// +listMapKey=protocol
	// +kubebuilder:validation:MaxItems=10
	Ports []Port `json:"ports,omitempty"`
	// +listType=set
	Hosts []string `json:"hosts,omitempty"`
	// +listType=atomic
	Args []string `json:"args,omitempty"`
	// +mapType=atomic
	Selector map[string]string `json:"selector,omitempty"`
	// +structType=atomic
	Reference Reference `json:"reference,omitempty"`
	// +kubebuilder:pruning:PreserveUnknownFields
	Pod runtime.RawExtension `json:"pod,omitempty"`
	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	Resource runtime.RawExtension `json:"resource,omitempty"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=string
	Custom metav1.Time `json:"custom,omitempty"`
	// +kubebuilder:pruning:PreserveUnknownFields
	Free apiextensionsv1.JSON `json:"free,omitempty"`
	// +kubebuilder:validation:XIntOrString
	Percent intstr.IntOrString `json:"percent,omitempty"`
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:MaxLength=5
	Width intstr.IntOrString `json:"width,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min must not exceed max"
	Range Range `json:"range,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.startsWith(\"a\")"
	// +kubebuilder:example=apple
	// +kubebuilder:validation:XValidation:rule="self.size() < 10",message="too long",reason=FieldValueInvalid
	// +kubebuilder:validation:XValidation:rule="self != 'b'",messageExpression="'not ' + self"
	Word string `json:"word,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="field is immutable"
	Zone string `json:"zone,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="field is immutable"
	Region string `json:"region"`
	Source Source `json:"source,omitempty"`
}

type Port struct {
	Name string `json:"name"`
	// +kubebuilder:default=TCP
	// +kubebuilder:validation:Enum=TCP;UDP
	Protocol string `json:"protocol,omitempty"`
	Number   int32  `json:"number"`
}

type Reference struct {
	Name string `json:"name"`
}

type Range struct {
	Min int32 `json:"min"`
	Max int32 `json:"max"`
}

// +kubebuilder:validation:XValidation:rule="(has(self.file)?1:0)+(has(self.url)?1:0) == 1",message="exactly one of the fields in [file url] must be set"
// +kubebuilder:validation:XValidation:rule="has(self.file) || has(self.url)"
type Source struct {
	File string `json:"file,omitempty"`
	URL  string `json:"url,omitempty"`
}

type TopologyStatus struct {
	Done bool `json:"done,omitempty"`
}

// +kubebuilder:subresource:status
// +kubebuilder:validation:XValidation:rule="self.metadata.name.size() < 30",message="the name is too long"
type Topology struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// +kubebuilder:validation:XValidation:rule="!has(oldSelf.zone) || has(self.zone)",message="field zone is immutable once set"
	Spec   TopologySpec   `json:"spec"`
	Status TopologyStatus `json:"status,omitempty"`
}
