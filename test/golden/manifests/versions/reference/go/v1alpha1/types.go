// +groupName=abc.com
package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type DraftSpec struct {
	A string `json:"a,omitempty"`
}

// +kubebuilder:unservedversion
type Draft struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              DraftSpec `json:"spec,omitempty"`
}
