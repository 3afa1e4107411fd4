// +groupName=abc.com
package v2

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type DraftSpec struct {
	A string `json:"a,omitempty"`
}

// A served one, and @scope is text here.
// +kubebuilder:storageversion
type Draft struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              DraftSpec `json:"spec,omitempty"`
}
