// +groupName=declarative.abc.com
// +versionName=v1
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type DeclarativeSpec struct {
	// +k8s:required
	Name string `json:"name,omitempty"`
	// +k8s:required
	// +kubebuilder:validation:MinLength=3
	Title string `json:"title,omitempty"`
	// +k8s:required
	// +kubebuilder:validation:Enum=Small;Large
	Size string `json:"size,omitempty"`
	// +k8s:required
	Replicas *int32 `json:"replicas,omitempty"`
	// +k8s:required
	Enabled *bool `json:"enabled,omitempty"`
	// +k8s:required
	// +k8s:maxItems=5
	Hosts []string `json:"hosts,omitempty"`
	// +k8s:required
	Labels map[string]string `json:"labels,omitempty"`
	// +k8s:required
	Place Place `json:"place,omitzero"`
	// +k8s:minimum=1
	// +k8s:maximum=65535
	// +k8s:optional
	Port int32 `json:"port,omitempty"`
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:listMapKey=protocol
	// +k8s:maxItems=10
	// +k8s:optional
	Ports  []Port  `json:"ports,omitempty"`
	Places Places  `json:"places,omitempty"`
}

// +k8s:listType=map
// +k8s:listMapKey=zone
type Places []Zone

type Zone struct {
	Zone string `json:"zone"`
}

type Place struct {
	Zone string `json:"zone,omitempty"`
}

type Port struct {
	Name     string `json:"name"`
	Protocol string `json:"protocol"`
}

type Declarative struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              DeclarativeSpec `json:"spec"`
}
