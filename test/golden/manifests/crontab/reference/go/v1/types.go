// +groupName=stable.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type CronTabSpec struct {
	// +kubebuilder:validation:Pattern=`^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$`
	// +kubebuilder:default="5 0 * * *"
	CronSpec string `json:"cronSpec,omitempty"`
	Image    string `json:"image,omitempty"`
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10
	// +kubebuilder:default=1
	Replicas int `json:"replicas,omitempty"`
}

// +kubebuilder:resource:shortName=ct
type CronTab struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              CronTabSpec `json:"spec,omitempty"`
}
